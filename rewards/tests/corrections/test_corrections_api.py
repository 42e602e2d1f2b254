"""AdminApi `corrections`…"""

from typing import Any
from uuid import uuid4

import pytest

from foundation.messaging.tests.play.jobs import finish_jobs
from foundation.rest.tests.conftest import Caller
from rewards.corrections.commands import request_correction
from rewards.models import Balance, CorrectionRun, RewardCorrection
from rewards.tests.corrections.corrected import changed, credited_runs, order, previewed, staged

pytestmark = pytest.mark.django_db
BASE = "/admin-api/api/v2/corrections"
ADJUST = "rewards.adjust"


def put(client: Any, correction: RewardCorrection, what: str, **body: Any) -> Any:
    return client.put(f"{BASE}/{correction.pk}/{what}", body, format="json")


def test_goes_from_the_preview_to_the_adjusted_balance(caller: Caller):
    runs, client = changed(credited_runs("5")), caller(ADJUST)
    correction_id = str(uuid4())
    start = {
        "correctionId": correction_id,
        "marketingProgramId": str(runs.formula.program_id),
        "activityType": "SportActivity",
        "formulaId": str(runs.formula.pk),
        "since": "2026-05-01T00:00:00Z",
        "before": "2026-06-01T00:00:00Z",
        "participantIds": [str(runs.participant.pk)],
    }

    started = [client.post(BASE, start, format="json") for _ in range(2)]
    finish_jobs(RewardCorrection)
    correction = RewardCorrection.objects.get()
    [item] = client.get(f"{BASE}/{correction_id}/items").json()["results"]
    request_correction(order(correction, "somebody", "The rate was wrong."))
    approved = put(client, correction, "approve")
    finish_jobs(CorrectionRun)
    shown = client.get(f"{BASE}/{correction_id}").json()

    assert [each.status_code for each in started] == [202, 202]
    assert (item["old"], item["new"], item["difference"]) == ("10", "15", "5")
    assert approved.status_code == 200
    assert (shown["run"]["state"], shown["run"]["done"]) == ("Finished", 1)
    assert shown["figures"]["added"] == "5"
    assert Balance.objects.get().amount == 15
    assert client.get(BASE).json()["count"] == 1


def test_lists_items_by_filters_and_as_csv(caller: Caller):
    runs = changed(credited_runs("5", "8", participants=2), "distance > 6 ? 1 : distance * 3")
    correction, client = previewed(runs), caller("rewards.read")
    address = f"{BASE}/{correction.pk}/items"

    queries = {
        "raised": {"change": "Raised"},
        "lowered": {"change": "Lowered"},
        "of one": {"participantId": str(runs.participant.pk)},
        "applied": {"state": "Applied"},
        "of changed data": {"cause": "Data"},
    }
    found = {
        name: [each["new"] for each in client.get(address, query).json()["results"]]
        for name, query in queries.items()
    }
    file: Any = client.get(f"{address}/file", {"change": "Lowered"})

    assert found == {"raised": ["15"], "lowered": ["1"], "of one": ["15"], "applied": [],
                     "of changed data": []}  # fmt: skip
    header, line, end = b"".join(file.streaming_content).decode("utf-8-sig").split("\r\n")
    assert header.startswith("activityId,participantId")
    assert ",16,1,-15,Formula,Pending," in line
    assert end == ""


def test_orders_out_of_turn_are_409_and_the_requester_s_approval_is_403(caller: Caller):
    correction, client = staged(), caller(ADJUST)

    early = [put(client, correction, what) for what in ("approve", "run", "cancel")]
    empty = put(client, correction, "request", reason="")
    requested = put(client, correction, "request", reason="Wrong.")
    other = put(client, correction, "request", reason="Other.")
    own = put(client, correction, "approve")

    assert [each.status_code for each in early] == [409, 409, 409]
    assert [each.json()["code"] for each in early] == [
        "correction-not-requested", "correction-not-approved", "correction-is-over"
    ]  # fmt: skip
    statuses = [each.status_code for each in (empty, requested, other, own)]
    assert statuses == [422, 200, 409, 403]
    assert own.json()["code"] == "approver-is-requester"
    assert not CorrectionRun.objects.exists()
