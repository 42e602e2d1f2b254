"""AdminApi `reward-claims`…"""

from typing import Any
from uuid import uuid4

import pytest

from activities.models import RewardClaim
from activities.tests.calls.rewarded import claimed
from foundation.rest.tests.conftest import Caller
from rewards.models import Balance

pytestmark = pytest.mark.django_db
BASE = "/admin-api/api/v2/reward-claims"
BULK = f"{BASE}/settle/bulk"


def settle(client: Any, claim: RewardClaim, decision: str = "TakeBack", **more: Any) -> Any:
    body = {"decision": decision, "reason": "A car."}
    return client.put(f"{BASE}/{claim.pk}/settle", body, format="json", **more)


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
