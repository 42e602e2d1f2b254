"""Which formulas can decide a reward…"""

from datetime import datetime, timedelta
from decimal import Decimal
from itertools import product
from typing import Any
from uuid import uuid4

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from programs.activity_types import FormulaVariable, Span, variables_of
from rewards.formula import Value
from rewards.formulas.candidates import Candidate, prepare
from rewards.tests.factories import NOW
from rewards.trials import samples as budget
from rewards.trials.examination import Reach, Reached, reach_of

DAY = timedelta(days=1)
ABSENT = None  # no `__where`, as no settings at all


def formula(where: Any = ABSENT, name: str = "", **changes: Any) -> Candidate:
    settings = {} if where is ABSENT else {"__where": where}
    coefficients = {"least": "5", "words": '["running", "cycling"]'}
    revision = prepare(1, "1", settings, coefficients)
    return Candidate(formula_id=uuid4(), name=name or str(where), revision=revision, **changes)


def reach(*candidates: Candidate, on: datetime = NOW) -> list[Reached]:
    return reach_of(candidates, variables_of("SportActivity"), [], on)


def last(*wheres: Any) -> Reached:
    return reach(*(formula(where) for where in wheres))[-1]


@pytest.mark.parametrize(
    ("wheres", "expected"),
    [
        ([ABSENT], Reach.REACHED),
        ([ABSENT, ABSENT], Reach.NEVER),
        ([ABSENT, "distance > 5"], Reach.NEVER),
        (["true", "distance > 5"], Reach.NEVER),
        (["false"], Reach.NEVER),
        (["null"], Reach.NEVER),
        (["1 > 2"], Reach.NEVER),
        (["distance > 5 and distance < 3"], Reach.NEVER),
        (["distance < 0"], Reach.NEVER),  # such an activity never comes
        (["distance == null"], Reach.NEVER),
        (["discipline == 5"], Reach.NEVER),
        ([{"distance": {"gt": 5, "lt": 5}}], Reach.NEVER),
        ([{"discipline": []}], Reach.NEVER),
        ([{"discipline": None}], Reach.NEVER),
        ([{"distance": {"gte": "5"}}], Reach.NEVER),
        (["distance > 5", "distance > 5"], Reach.NEVER),
        (["distance > 5", "distance >= 5"], Reach.REACHED),
        (["distance >= 5", "5 < distance"], Reach.NEVER),
        (["distance >= coeff('least')", {"distance": {"gt": 6}}], Reach.NEVER),
        (["distance > 5", "distance > 7 and pulse > 100"], Reach.NEVER),
        (["distance > 5", "distance > 7 or pulse > 100"], Reach.REACHED),
        (["in(discipline, 'running', 'cycling')", "discipline == 'running'"], Reach.NEVER),
        (["in(discipline, coeff('words'))", {"discipline": ["cycling"]}], Reach.NEVER),
        ([{"discipline": "running"}, "discipline != 'running'"], Reach.REACHED),
        (["discipline == 'running'", "discipline != 'running'", ABSENT], Reach.REACHED),
        (["discipline == 'running'", "not (discipline == 'running')", ABSENT], Reach.NEVER),
        (["distance <= 5", "distance > 5", ABSENT], Reach.NEVER),  # distance is never null
        (["pulse <= 150", "pulse > 150", ABSENT], Reach.REACHED),  # pulse may be
        (["is_manual", "not is_manual", "distance > 1"], Reach.NEVER),
        (["is_manual ? distance > 5 : distance > 3", "is_manual and distance > 6"], Reach.NEVER),
        (["distance / time_in_seconds > 3", "distance > 1"], Reach.REACHED),
        (["distance / 1000 >= 5"], Reach.REACHED),
        (["distance * 0 > 5"], Reach.NEVER),
        (["provider > 'Garmin'"], Reach.REACHED),
        (["pulse > height_diff"], Reach.REACHED),
    ],
    ids=str,
)
def test_depends_on_their_wheres(wheres: list[Any], expected: Reach):
    found = last(*wheres)

    assert found.reach is expected, found.sentence


def test_names_the_formulas_that_take_everything_or_says_that_samples_prove_nothing():
    runs = formula("discipline == 'running'", "Runs")
    others = formula("not (discipline == 'running')", "Others")

    assert reach(runs, others, formula("distance > 1"))[-1].sentence == (
        "Not met in 52 samples (every combination): its condition was met for 36, and 'Runs', "
        "'Others' before it took them all."
    )
    assert "'All' before it took them all." in reach(formula(name="All"), runs)[-1].sentence
    assert last("false").sentence == (
        "Not met in 1 samples (every combination): its condition was met for none of them."
    )


def test_finds_by_past_activities_what_samples_do_not_meet():
    between = formula("provider > 'M' and provider < 'N'")
    variables = variables_of("SportActivity")

    without = reach_of([between], variables, [], NOW)[0]
    found = reach_of([between], variables, [{"provider": "Movescount"}], NOW)[0]

    assert without.sentence.endswith("(every combination): its condition was met for none of them.")
    assert (found.reach, found.inputs) == (Reach.REACHED, {"provider": "'Movescount'"})


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ({}, {"valid_until": NOW}, Reach.OVER),
        ({}, {"valid_until": NOW + DAY}, Reach.NEVER),
        ({"valid_until": NOW}, {}, Reach.REACHED),
        ({"valid_until": NOW + DAY}, {}, Reach.REACHED),
        ({"valid_from": NOW + DAY}, {}, Reach.REACHED),
        ({"valid_from": NOW - DAY}, {}, Reach.NEVER),  # older activities do not come any more
        ({"valid_until": NOW + DAY}, {"valid_until": NOW + DAY}, Reach.NEVER),
        ({"valid_until": NOW + DAY}, {"valid_until": NOW + 2 * DAY}, Reach.REACHED),
        ({"valid_from": NOW + DAY}, {"valid_from": NOW + 2 * DAY}, Reach.NEVER),
    ],
)
def test_depends_on_their_validity(first: Any, second: Any, expected: Reach):
    assert reach(formula(**first), formula("distance > 1", **second))[-1].reach is expected


def test_tries_only_whole_numbers_and_within_bounds():
    variables = {
        "answers": FormulaVariable(
            says="", example=Decimal(8), span=Span(least=Decimal(0), is_whole=True)
        ),
        "share": FormulaVariable(says="", example=Decimal(1), span=Span(most=Decimal(1))),
    }

    found = reach_of(
        [formula("answers > 4 and answers < 5"), formula("share > 1")], variables, [], NOW
    )

    assert [each.reach for each in found] == [Reach.NEVER, Reach.NEVER]


def test_is_tried_with_random_samples_where_there_are_too_many_combinations():
    parts = "distance > {0} or pulse < {0} or height_diff == {0} or avg_speed < {0}"
    tangled = " and ".join(f"({parts.format(n)})" for n in range(9))

    assert [each.reach for each in reach(formula(tangled), formula(tangled))] == [
        Reach.REACHED,
        Reach.NEVER,
    ]


NAMES = ("distance", "pulse", "discipline", "is_manual")
NUMBERS = st.sampled_from(["0", "1", "5", "5.5", "10", "-1"])
COMPARED = st.one_of(
    st.tuples(
        st.sampled_from(["distance", "pulse"]),
        st.sampled_from(["<", "<=", ">", ">=", "==", "!="]),
        NUMBERS,
    ),
    st.tuples(
        st.just("discipline"), st.sampled_from(["==", "!=", "<"]), st.sampled_from(["'a'", "'b'"])
    ),
).map(" ".join)
ATOMS = st.one_of(
    COMPARED,
    st.sampled_from(["is_manual", "true", "false", "null", "discipline > 5", "1 / pulse > 0"]),
    st.lists(NUMBERS, min_size=1, max_size=3).map(lambda some: f"in(pulse, {', '.join(some)})"),
)
WHERES = st.recursive(
    ATOMS,
    lambda part: st.one_of(
        st.tuples(part, st.sampled_from(["and", "or"]), part).map(lambda p: f"({' '.join(p)})"),
        part.map(lambda p: f"(not ({p}))"),
        st.tuples(part, part, part).map(lambda p: f"(({p[0]}) ? ({p[1]}) : ({p[2]}))"),
    ),
    max_leaves=5,
)
ROWS: list[dict[str, Value]] = [
    dict(zip(NAMES, row, strict=True))
    for row in product(
        [Decimal(n) / 2 for n in (1, 2, 10, 11, 12, 20)],
        [None, *(Decimal(n) / 2 for n in (0, 2, 9, 10, 11, 20))],
        [None, "a", "b", "c"],
        [None, True, False],
    )
]


def decided_by(candidates: list[Candidate], row: dict[str, Value]) -> Candidate | None:
    for candidate in candidates:
        why_not = candidate.why_not(row, NOW)
        if why_not is None or why_not.failure:
            return None if why_not else candidate
    return None


@settings(deadline=None, max_examples=60)
@given(st.lists(WHERES, min_size=1, max_size=4))
def test_is_never_denied_to_a_formula_that_decides_one_of_many_rows(wheres: list[str]):
    candidates = [formula(where) for where in wheres]

    found = reach(*candidates)

    deciding = {id(decided_by(candidates, row)) for row in ROWS}
    never = [each.candidate for each in found if each.reach is Reach.NEVER]
    assert not deciding & {id(candidate) for candidate in never}


def test_is_unknown_when_the_time_is_over(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(budget, "MAX_SECONDS", -1)

    found = last("distance / time_in_seconds > 3")

    assert (found.reach, found.sentence) == (
        Reach.CANNOT_TELL,
        "Not met in 1 samples (some combinations): its condition was met for none of them.",
    )
