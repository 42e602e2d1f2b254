"""GET …/tagators/{tagatorId}/statistic (AdminApi) and …/statistics/tagators (InternalApi)…"""

from uuid import UUID

import pytest

from tagging.tests.factories import new_tagator
from tagging.tests.statistics.ledger import complete, skip

pytestmark = pytest.mark.django_db

MAY = {"from": "2026-05-01T00:00:00Z", "to": "2026-06-01T00:00:00Z"}
DONE = {
    "tasksCompleted": 1,
    "tasksSkipped": 1,
    "numbersAdded": 2,
    "activeSeconds": 30,
    "tasksPerHour": 120,
    "amount": "0.15",
}
WRONG = [
    {},
    {"from": MAY["from"]},
    {"to": MAY["to"]},
    {"from": MAY["to"], "to": MAY["from"]},
    {"from": MAY["from"], "to": MAY["from"]},
    {"from": "2026-05-01T00:00:00", "to": MAY["to"]},
    {"from": MAY["from"], "to": "2027-06-01T00:00:00Z"},
]


def of_one(tagator_id: UUID | str) -> str:
    return f"/admin-api/api/v2/tagators/{tagator_id}/statistic"


def of_all() -> str:
    return "/internal-api/api/v2/statistics/tagators"


@pytest.fixture
def service(caller):
    return caller("internal.call", username="platform")


def test_of_one_are_the_sums_of_the_period(manager):
    kim = new_tagator()
    complete(kim, MAY["from"])
    skip(kim, "2026-05-17T09:00Z")
    complete(kim, MAY["to"])
    complete(new_tagator(), "2026-05-17T09:00Z")

    answer = manager.get(of_one(kim.pk), MAY)

    assert (answer.status_code, answer.json()) == (200, DONE)


@pytest.mark.parametrize("asked", WRONG)
def test_of_one_in_no_proper_period_is_422(manager, asked):
    assert manager.get(of_one(new_tagator().pk), asked).status_code == 422


def test_of_all_are_a_page_by_name_without_those_who_did_nothing(service):
    kim, ann = new_tagator(name="Kim"), new_tagator(name="Ann")
    new_tagator(name="Bob")
    for tagator in (kim, ann):
        complete(tagator, MAY["from"])
        skip(tagator, "2026-05-17T09:00Z")
        complete(tagator, MAY["to"])

    answer = service.get(of_all(), MAY)

    assert answer.json() == {
        "count": 2,
        "next": None,
        "previous": None,
        "results": [
            {"tagatorId": str(ann.pk), "name": "Ann", **DONE},
            {"tagatorId": str(kim.pk), "name": "Kim", **DONE},
        ],
    }


@pytest.mark.parametrize("asked", [*WRONG, {**MAY, "page": "x"}])
def test_of_all_with_wrong_parameters_is_422(service, asked):
    assert service.get(of_all(), asked).status_code == 422
