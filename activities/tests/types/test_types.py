"""The rules of each activity type, which docs/activities.md says too…"""

from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as project
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from activities.tests.commands.test_updated_data import TABLE
from activities.tests.factories import data_of, sport_data
from activities.types import KINDS, InvalidOperation, kind_of
from programs import activity_types, readers
from programs.activity_types import ANY_NUMBER

BOTH = pytest.mark.parametrize("activity_type", ["SportActivity", "SporadicActivity"])


def faults(activity_type: str, data: dict[str, Any]) -> dict[str, str]:
    try:
        kind_of(activity_type).read(data)
    except InvalidOperation as refusal:
        return {key: fault.partition(" (it is")[0] for key, fault in refusal.errors.items()}
    return {}


@pytest.mark.parametrize(
    ("activity_type", "data", "words"),
    [
        ("SportActivity", {"Discipline": "running", "Distance": "10.5"}, "Run 10.5 km"),
        ("SportActivity", {"Discipline": "rowing", "Distance": "2"}, "Rowing 2 km"),
        ("SporadicActivity", {}, "Sporadic"),
        ("QuizActivity", {"CorrectAnswers": "8", "TotalQuestions": "10"}, "Quiz, 8 of 10 right"),
        ("InviteActivity", {}, "Invite"),
    ],
)
def test_say_what_an_activity_was(activity_type: str, data: dict[str, str], words: str):
    assert kind_of(activity_type).in_words(data) == words


@BOTH
@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"TrackerId": "none"}, "must be a guid"),
        ({"TrackerId": None}, "must be a guid"),
        ({"StartDate": "yesterday"}, "must be an ISO 8601 timestamp with an offset"),
        ({"StartDate": "2026-02-30T00:00:00Z"}, "must be an ISO 8601 timestamp with an offset"),
        ({"StartDate": 1}, "must be an ISO 8601 timestamp with an offset"),
        ({"FinishDate": "2026-05-17T10:30:00"}, "must be an ISO 8601 timestamp with an offset"),
        ({"FinishDate": "2026-05-17T09:29:59Z"}, "must not be before StartDate"),
        ({"FinishDate": "2026-05-17T10:30:00+02:00"}, "must not be before StartDate"),
        ({"TimeInSeconds": "NaN"}, "must be a number"),
        ({"TimeInSeconds": "1_000"}, "must be a number"),
        ({"TimeInSeconds": 1}, "must be a number"),
        ({"TimeInSeconds": "-1"}, "must not be negative"),
        ({"AveragePace": "1000000000000.1"}, "must be between -10^12 and 10^12"),
        ({"AveragePace": "1e-401"}, "must have at most 400 decimals"),
        ({"HeightDifference": "high"}, "must be a number"),
        ({"Provider": 1}, "must be a text"),
        ({"IsManual": "yes"}, "must be true or false"),
        ({"RefereeingSystemCheckState": "accepted"}, "must be Accepted or Rejected"),
        ({"Distance": "-0.1"}, None),
        ({"Distance": "far"}, "must be a number"),
    ],
)
def test_refuse_data_that_break_a_rule(activity_type, change, fault):
    found = faults(activity_type, sport_data(**change))

    assert found.keys() == change.keys()
    assert fault is None or found == dict.fromkeys(change, fault)


@BOTH
@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    data=st.dictionaries(
        st.sampled_from([*sport_data(), "IsManual", "Pulse"]), st.text(max_size=30)
    )
)
def test_refuse_whatever_else_comes(activity_type: str, data: dict[str, str]):
    assert faults(activity_type, data)


@pytest.mark.parametrize(
    ("address", "is_taken"),
    [
        *((text, False) for text in ("", "not a url", "ftp://example.org/a", "https://")),
        *((text, False) for text in ("http:///a", "alert(1)", "//example.org")),
        ("http://example.org", True),
        (" HTTPS://example.org:8080/a%20b?c=d.jpg", True),
    ],
)
def test_take_an_image_with_a_web_address_alone(address: str, is_taken: bool):
    found = faults("UploadImageActivity", {**data_of("UploadImageActivity"), "ImageUrl": address})

    assert found.keys() == (set() if is_taken else {"ImageUrl"})


def test_stand_under_their_own_name():
    assert all(name == kind.type for name, kind in KINDS.items())


VARIABLES = [
    (kind, name, variable) for kind in KINDS.values() for name, variable in kind.variables.items()
]


@pytest.mark.parametrize(
    ("kind", "name", "variable"),
    VARIABLES,
    ids=[f"{kind.type}.{name}" for kind, name, _ in VARIABLES],
)
def test_say_which_numbers_a_variable_may_be(kind: Any, name: str, variable: Any):
    span = variable.span
    low = span.above if span.least is None else span.least - Decimal("0.001")

    numbers = [*span.typical, *([variable.example] if span != ANY_NUMBER else [])]
    assert all(span.has(value) for value in numbers)
    if low is not None:
        assert not span.has(low)
        data = {**data_of(kind.type), variable.key: str(low)}
        assert variable.key in faults(kind.type, data)
    registered = activity_types.variables_of(kind.type)[name]
    assert (registered.span, registered.can_be_null) == (span, variable.key not in kind.required)


MOMENTS = [
    (kind, name)
    for kind in KINDS.values()
    for name, variable in kind.variables.items()
    if {**kind.required, **kind.optional}[variable.key] is readers.timestamp
]


def test_know_variables_that_are_moments():
    assert {name for _, name in MOMENTS} >= {"registered_on", "participated_on"}


PAGE = (Path(project.BASE_DIR) / "docs" / "activities.md").read_text()


@pytest.mark.parametrize("activity_type", KINDS)
def test_documentation_names_every_key_and_variable(activity_type: str):
    kind = KINDS[activity_type]

    assert all(f"`{name}`" in PAGE for name in kind.variables)
    assert all(key in PAGE for key in (*kind.required, *kind.optional))
    assert all(f"`{key}`" in PAGE for each in kind.criteria.criteria for key in each.keys)


def test_documentation_has_the_table_of_new_data():
    rows = [
        f"| {'new' if scheme else 'old'} | {state} | {'unset' if reward is None else 'set'} | "
        for scheme, state, reward, *_ in TABLE
    ]

    assert [line[: len(row)] for row, line in zip(rows, _lines(), strict=True)] == rows


def _lines() -> list[str]:
    return [line for line in PAGE.splitlines() if line.startswith(("| new |", "| old |"))]
