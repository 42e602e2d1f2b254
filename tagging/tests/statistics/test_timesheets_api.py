"""GET admin-api/…/statistics/timeSheetsByInterval…"""

import pytest

pytestmark = pytest.mark.django_db

MAY = {"from": "2026-05-01T00:00:00Z", "to": "2026-06-01T00:00:00Z", "interval": "day"}


def address() -> str:
    return "/admin-api/api/v2/statistics/timeSheetsByInterval"


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
