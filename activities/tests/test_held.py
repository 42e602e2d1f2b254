"""While deliveries are held rewards are calculated, compared, and credited only afterwards."""

import io
import json
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.utils import timezone
from pytest_django import Settings

from activities.models import Activity
from activities.settling.steps import reward_and_apply
from activities.tests.factories import ActivityFactory
from foundation.messaging.models import OutboxMessage
from foundation.messaging.outbox.drain import drain
from foundation.rest.tests.staff import signed_in
from foundation.staff.display import address_of_list
from rewards.models import Balance
from rewards.tests.factories import active_formula

pytestmark = pytest.mark.django_db


def test_the_credit_waits_in_the_outbox(settings: Settings) -> None:
    settings.DELIVERIES = "Held"
    activity: Activity = ActivityFactory.create()
    active_formula(activity.marketing_program_id)

    reward_and_apply(activity.pk, "handler", timezone.now())
    lane = "handler:activities.refill_balance"
    drain(lane)

    activity.refresh_from_db()
    assert activity.reward == 16
    assert not Balance.objects.exists()
    settings.DELIVERIES = "Sent"
    drain(lane)
    assert Balance.objects.get().amount == 16
    assert OutboxMessage.objects.filter(lane=lane, delivered_on__isnull=False).count() == 1


def test_rewards_are_compared_with_those_of_the_former_service(tmp_path, client):
    same, other, none, waiting = (
        ActivityFactory.create(state=state, reward=reward)
        for state, reward in (("Skipped", 16), ("Skipped", 5), ("Skipped", None), ("Created", None))
    )
    given = {same.pk: 16, other.pk: 6, none.pk: None, waiting.pk: 3, uuid4(): 1}
    rows = [{"activityId": str(pk), "reward": reward} for pk, reward in given.items()]
    (tmp_path / "rewards.jsonl").write_text("\n".join(map(json.dumps, rows)))
    output = io.StringIO()

    call_command("compare_former", str(tmp_path / "rewards.jsonl"), stdout=output)

    lines = output.getvalue().splitlines()
    assert lines[:3] == [
        "3 activities compared, 2 agree, 66.7%",
        "1 are not here, 1 are not processed yet",
        "reward: 1 in both, 1 only there, 1 only here",
    ]
    [line] = lines[3:]
    assert line.endswith(f"/activity/{other.pk}/change/ reward: only there 6; only here 5")
    signed_in(client, "activities.read")
    file = SimpleUploadedFile("rewards.jsonl", (tmp_path / "rewards.jsonl").read_bytes())
    page = client.post(address_of_list(Activity) + "compare-former/", {"file": file}, secure=True)
    assert "3 activities compared, 2 agree, 66.7%" in page.content.decode()
