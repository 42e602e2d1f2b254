"""admin-api/…/activities/{activityId}/reward/…"""

import pytest

from activities.tests.calls.rewarded import adjusted, credited
from activities.tests.conftest import Caller
from activities.tests.factories import ActivityFactory

pytestmark = pytest.mark.django_db

BASE = "/admin-api/api/v2/activities"


@pytest.mark.parametrize("role", ["activities.manage", "rewards.read"])
def test_is_answered_by_the_api(caller: Caller, role: str):
    activity = credited()
    operation = adjusted(activity, "4.50")
    client = caller(role)

    explained = client.get(f"{BASE}/{activity.pk}/reward/explanation")
    checked = client.get(f"{BASE}/{activity.pk}/reward/check")

    found = explained.json()
    assert (explained.status_code, checked.status_code) == (200, 200)
    assert (found["outcome"], found["reward"], found["unrounded"]) == ("Credited", 16, "15.75")
    assert found["steps"][-1]["source"] == "distance * coeff('rate')"
    assert found["passedOver"][0]["reason"] == "its __where is not true"
    assert found["adjustments"][0]["operationId"] == str(operation.pk)
    assert found["total"] == "20.50"
    assert checked.json()["isEqual"] is True


def test_of_an_unknown_activity_is_404(caller: Caller):
    client = caller("activities.manage")
    unknown = "6e2b5f0e-3f6c-4a55-9b6e-0a4f6d1c2b3a"
    without = ActivityFactory.create().pk

    answers = [
        client.get(f"{BASE}/{unknown}/reward/explanation"),
        client.get(f"{BASE}/{unknown}/reward/check"),
        client.get(f"{BASE}/{without}/reward/check"),
    ]

    assert [answer.status_code for answer in answers] == [404, 404, 404]
    assert answers[2].json()["code"] == "reward-not-set"
