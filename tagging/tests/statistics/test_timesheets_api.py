"""GET admin-api/…/statistics/timeSheetsByInterval…"""

from decimal import Decimal

import pytest

from tagging.tests.factories import new_tagator
from tagging.tests.statistics.ledger import complete

pytestmark = pytest.mark.django_db

MAY = {"from": "2026-05-01T00:00:00Z", "to": "2026-06-01T00:00:00Z", "interval": "day"}


def address() -> str:
    return "/admin-api/api/v2/statistics/timeSheetsByInterval"


def rows(answer) -> list[tuple[str, int]]:
    assert answer.status_code == 200
    return [(row["intervalStart"], row["tasksCompleted"]) for row in answer.json()["results"]]


def test_lists_what_each_tagator_did(manager):
    kim = new_tagator(name="Kim")
    complete(kim, "2026-05-17T09:00Z")
    complete(kim, "2026-05-17T09:02Z", active_seconds=Decimal("70.5"))

    answer = manager.get(address(), MAY)

    assert answer.json() == {
        "count": 1,
        "next": None,
        "previous": None,
        "results": [
            {
                "tagatorId": str(kim.pk),
                "name": "Kim",
                "intervalStart": "2026-05-17T00:00:00Z",
                "activeSeconds": 100.5,
                "tasksCompleted": 2,
                "numbersAdded": 4,
                "tasksPerHour": 71.64,
                "amount": "0.30",
            }
        ],
    }


@pytest.mark.parametrize(
    ("interval", "expected"),
    [
        ("day", [("2026-05-30T22:00:00Z", 1), ("2026-05-31T22:00:00Z", 1)]),
        ("week", [("2026-05-24T22:00:00Z", 1), ("2026-05-31T22:00:00Z", 1)]),
        ("month", [("2026-04-30T22:00:00Z", 1), ("2026-05-31T22:00:00Z", 1)]),
    ],
)
def test_is_cut_at_the_midnights_of_the_zone(manager, interval, expected):
    kim = new_tagator()
    complete(kim, "2026-05-31T21:59:59Z")
    complete(kim, "2026-05-31T22:00Z")
    period = {"from": "2026-05-01T00:00:00Z", "to": "2026-07-01T00:00:00Z"}

    answer = manager.get(address(), {**period, "interval": interval, "timeZone": "Europe/Berlin"})

    assert rows(answer) == expected


def test_begins_an_interval_before_from_and_counts_from_there_on(manager):
    kim = new_tagator()
    complete(kim, "2026-05-01T00:00Z")
    complete(kim, "2026-05-02T00:00Z")

    answer = manager.get(address(), {**MAY, "from": "2026-05-02T00:00:00Z", "interval": "month"})

    assert rows(answer) == [("2026-05-01T00:00:00Z", 1)]


def test_takes_moments_with_any_offset(manager):
    kim = new_tagator()
    complete(kim, "2026-05-16T22:00Z")
    day = {"from": "2026-05-17T00:00:00+02:00", "to": "2026-05-18T00:00:00+02:00"}

    assert rows(manager.get(address(), {**MAY, **day})) == [("2026-05-16T00:00:00Z", 1)]


def test_may_be_of_one_tagator(manager):
    kim, ann = new_tagator(name="Kim"), new_tagator(name="Ann")
    for tagator in (kim, ann):
        complete(tagator, "2026-05-17T09:00Z")

    answer = manager.get(address(), {**MAY, "tagatorId": str(ann.pk)})

    assert [row["name"] for row in answer.json()["results"]] == ["Ann"]


def test_may_be_of_a_whole_leap_year(manager):
    year = {"from": "2028-01-01T00:00:00Z", "to": "2029-01-01T00:00:00Z"}

    assert manager.get(address(), {**MAY, **year}).status_code == 200


@pytest.mark.parametrize(
    ("wrong", "field", "code"),
    [
        ({"from": None}, "from", "required"),
        ({"to": None}, "to", "required"),
        ({"interval": None}, "interval", "required"),
        ({"from": ""}, "from", "invalid"),
        ({"from": "yesterday"}, "from", "invalid"),
        ({"from": "2026-05-01T00:00:00"}, "from", "offset-required"),
        ({"from": "2026-05-01"}, "from", "offset-required"),
        ({"from": "1999-12-31T23:59:59Z"}, "from", "min-value"),
        ({"from": "0001-01-01T00:00:00Z"}, "from", "min-value"),
        ({"to": "9999-12-31T23:59:59Z"}, "to", "max-value"),
        ({"to": "9999-12-31T23:59:59-12:00"}, "to", "overflow"),
        ({"to": "2026-05-01T00:00:00Z"}, "to", "not-later"),
        ({"to": "2026-04-30T00:00:00Z"}, "to", "not-later"),
        ({"to": "2027-05-02T00:00:00.000001Z"}, "to", "too-long"),
        ({"interval": "year"}, "interval", "invalid-choice"),
        ({"interval": "Day"}, "interval", "invalid-choice"),
        ({"timeZone": "Mars/Olympus"}, "timeZone", "unknown"),
        ({"timeZone": "europe/berlin"}, "timeZone", "unknown"),
        ({"timeZone": "../etc/passwd"}, "timeZone", "unknown"),
        ({"timeZone": "+02:00"}, "timeZone", "unknown"),
        ({"timeZone": ""}, "timeZone", "blank"),
        ({"tagatorId": "kim"}, "tagatorId", "invalid"),
        ({"page": "0"}, "page", "invalid"),
        ({"pageSize": "201"}, "pageSize", "invalid"),
    ],
)
def test_with_a_wrong_parameter_is_422(manager, wrong, field, code):
    asked = {name: value for name, value in {**MAY, **wrong}.items() if value is not None}

    answer = manager.get(address(), asked)

    assert answer.status_code == 422
    assert [(error["field"], error["code"]) for error in answer.json()["errors"]] == [(field, code)]
