"""AdminApi `reward-claims`…"""

from typing import Any
from uuid import uuid4

import pytest

from activities.models import RewardClaim
from activities.tests.calls.rewarded import claimed, credited
from activities.tests.conftest import Caller
from activities.tests.factories import sport_body
from rewards.models import Balance

pytestmark = pytest.mark.django_db
BASE = "/admin-api/api/v2/reward-claims"
BULK = f"{BASE}/settle/bulk"


def settle(client: Any, claim: RewardClaim, decision: str = "TakeBack", **more: Any) -> Any:
    body = {"decision": decision, "reason": "A car."}
    return client.put(f"{BASE}/{claim.pk}/settle", body, format="json", **more)


def test_a_callback_that_rejects_raises_one(caller: Caller):
    activity = credited()
    body = sport_body(activityId=str(activity.pk), userId=str(activity.participant_id))
    source = caller("activities.receive")
    address = "/callback-api/api/v2/sport-activities-callback/activity-rejected"

    answers = [source.post(address, {"body": body}, format="json") for _ in range(2)]

    assert [each.status_code for each in answers] == [200, 200]
    assert RewardClaim.objects.get().state == "Open"


@pytest.mark.parametrize("role", ["rewards.read", "rewards.adjust", "activities.manage"])
def test_opens_for_each_of_its_roles(caller: Caller, role: str):
    claim = claimed()
    client = caller(role)

    [listed] = client.get(BASE, {"state": "Open"}).json()["results"]
    one = client.get(f"{BASE}/{claim.pk}")

    assert listed == one.json()
    assert one["ETag"] == '"1"'
    assert listed["claimId"] == str(claim.pk)
    assert (listed["reward"], listed["taken"], listed["state"]) == (16, None, "Open")
    assert listed["participantId"] == str(claim.activity.participant_id)


def test_takes_back_once_and_another_decision_or_version_is_409(caller: Caller):
    claim, client = claimed(), caller("rewards.adjust")

    stale = settle(client, claim, HTTP_IF_MATCH='"7"')
    answers = [settle(client, claim) for _ in range(2)]
    other = settle(client, claim, "Keep")

    assert [each.status_code for each in (stale, *answers, other)] == [409, 200, 200, 409]
    assert answers[0].json() == answers[1].json()
    assert (answers[0].json()["taken"], answers[0].json()["settledBy"]) == ("16.00", "source")
    assert other.json()["code"] == "claim-is-settled"
    assert Balance.objects.get().amount == 0


def test_many_are_settled_one_by_one(caller: Caller):
    first, second = claimed(), claimed()
    ids = [str(first.pk), str(uuid4()), str(second.pk)]

    answer = caller("rewards.adjust").post(
        BULK, {"claimIds": ids, "decision": "TakeBack"}, format="json"
    )

    results = answer.json()["results"]
    assert [each["status"] for each in results] == ["settled", "refused", "settled"]
    assert results[1]["code"] == "reward-claim-not-found"
    assert list(Balance.objects.values_list("amount", flat=True)) == [0, 0]
