"""Erasing a participant…"""

import json
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.auth.models import User
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from activities.claims.commands import TakeRewardBackCommand
from activities.models import Activity, ActivityHistory, RewardClaim
from activities.receiving.commands import on_sport_activity_created, on_task_manager_applied
from activities.tests.calls.outbox import event_of
from activities.tests.calls.rewarded import adjusted, credited, rejected
from activities.tests.factories import ActivityFactory, sport_body
from foundation.messaging.bus.dead_letters import store_dead_letter
from foundation.messaging.models import DeadLetter, InboxMessage
from foundation.messaging.outbox import TopicMessage, post
from foundation.privacy.tests.play.erasing import erased
from foundation.privacy.tests.play.tables import tables_with
from foundation.records.audit import Actor, record_change, record_creation
from foundation.records.models import AuditEntry
from foundation.rest.tests.conftest import Caller
from programs.participants.erasing import (
    EraseParticipantCommand,
    count_erased_with_participant,
    erase_participant,
    pseudonym_of,
)
from programs.participants.models import Participant
from programs.tests.factories import ParticipantExerciseTaskFactory
from rewards.approvals.commands import request_approval
from rewards.models import (
    Balance,
    BalanceOperation,
    DryRunParticipant,
    FormulaDryRun,
    GoldenExample,
    RewardCorrection,
    RewardFormula,
)
from rewards.tests.factories import limited

pytestmark = pytest.mark.django_db
BASE = "/admin-api/api/v2"


def _order(participant: Participant, **changes: Any) -> EraseParticipantCommand:
    given = {
        "erasure_id": uuid4(),
        "participant_id": participant.pk,
        "reason": "By letter.",
        "by": Actor("olga"),
        "now": timezone.now(),
        **changes,
    }
    return EraseParticipantCommand(**given)


def _planted() -> tuple[Activity, list[str]]:
    """Return a participant's activity, and the marks that are planted wherever one can be."""
    activity = credited(Note="Ann-Marked ann@marked.example https://marked.example/ann.jpg")
    participant = activity.participant
    adjusted(activity, "-1")
    rejected(activity, Note="Ann-Marked ann@marked.example https://marked.example/ann.jpg")
    RewardClaim.objects.update(reason="Ann-Marked drove.")
    ParticipantExerciseTaskFactory.create(participant=participant)
    _plant_elsewhere(activity)
    return activity, [str(participant.pk), str(activity.pk), "Ann-Marked", "marked.example"]


def _plant_elsewhere(activity: Activity) -> None:
    who, what = str(activity.participant_id), str(activity.pk)
    invited = {"InvitedParticipantId": who.upper(), "InvitedOn": "2026-05-17T09:30:00Z"}
    other = ActivityFactory.create(type="InviteActivity", data=invited)
    ActivityHistory.objects.create(
        activity=other, change="Created", occurred_on=timezone.now(), details={"data": invited}
    )
    limit = limited(activity.marketing_program_id)
    limit.counters.create(participant_id=activity.participant_id, since=timezone.now(), used=1)
    event = {"id": what, "data": {"participantId": who}}
    store_dead_letter(
        json.dumps(event).encode(), "application/json", {"x-topic": "t", "x-reason": who}
    )
    store_dead_letter(b"no JSON", "", {"x-topic": "t"})
    DeadLetter.objects.filter(body=b"no JSON").update(
        put_aside_on=timezone.now(), put_aside_why=f"Of {who}, whom we asked."
    )
    InboxMessage.objects.create(source="/a", event_id=who, topic="t")
    post(TopicMessage(topic="t", key="other", subject=who, data={"participantId": who}))
    formula = RewardFormula.objects.first()
    assert formula is not None
    run = FormulaDryRun.objects.create(
        formula=formula,
        revision=formula.revision,
        since=timezone.now() - timedelta(days=1),
        before=timezone.now(),
        results={"largest": [{"activity_id": what, "difference": 1}]},
        position={"createdOn": "2026-05-17T09:30:00Z", "id": what},
        state="Finished",
        finished_on=timezone.now(),
    )
    correction = RewardCorrection.objects.create(
        program=formula.program,
        activity_type="SportActivity",
        since=run.since,
        before=run.before,
        participants=[who, str(uuid4())],
        activities=[what, str(uuid4())],
    )
    request_approval(
        TakeRewardBackCommand(
            activity_id=activity.pk, reason="A car.", by=Actor("ann"), now=timezone.now()
        ),
        timezone.now(),
    )
    correction.items.create(
        activity_id=what,
        participant_id=who,
        activity_on=run.since,
        old=1,
        foreseen=1,
        new=2,
        operation_id=uuid4(),
    )
    DryRunParticipant.objects.create(run=run, participant_id=activity.participant_id, difference=1)
    GoldenExample.objects.create(
        formula=formula,
        name="An invitation",
        inputs={"invited_participant_id": f"'{who}'"},
        expectation="NoReward",
        changed_by="bob",
    )
    record_change(Actor("bob"), "Blocked", activity.participant, {"state": ("Active", "Blocked")})
    user = User.objects.create_user("bob")
    LogEntry.objects.create(
        user=user, object_id=who, object_repr=who, action_flag=CHANGE, change_message="Blocked."
    )


def test_leaves_no_trace_in_any_table_but_operations_under_a_pseudonym() -> None:
    activity, marks = _planted()
    before = Balance.objects.get(pk=activity.participant_id).amount
    assert len(tables_with(*marks)) >= 13

    done = erased(erase_participant(_order(activity.participant)))

    assert tables_with(*marks) == []
    assert len(RewardCorrection.objects.get().activities) == 2
    assert done.state == "Finished"
    assert {
        "activities": 1,
        "tasks": 1,
        "operations": 2,
        "participants": 1,
    }.items() <= done.what.items()
    [balance] = Balance.objects.all()
    assert (balance.pk, balance.amount) == (pseudonym_of(activity.participant_id), before)
    assert set(BalanceOperation.objects.values_list("reason", flat=True)) == {"", "(erased)"}
    call_command("verify_balances")


def test_leaves_the_audit_readable(caller: Caller, admin_client: Client) -> None:
    activity = credited()
    task = ParticipantExerciseTaskFactory.create(participant=activity.participant)
    record_creation(Actor("bob"), task)
    erased(erase_participant(_order(activity.participant)))

    entry = AuditEntry.objects.get(record_type="ParticipantExerciseTask")
    answers = [
        caller("audit.read").get(f"{BASE}/audit"),
        admin_client.get("/admin/records/auditentry/", secure=True),
        admin_client.get(f"/admin/records/auditentry/{entry.pk}/change/", secure=True),
    ]

    assert entry.changes["participant"] == [None, "(erased)"]
    assert [answer.status_code for answer in answers] == [200, 200, 200]


def test_counts_before_what_it_erases() -> None:
    activity = credited()
    ParticipantExerciseTaskFactory.create(participant=activity.participant)

    before = count_erased_with_participant(activity.participant)
    done = erased(erase_participant(_order(activity.participant)))

    assert before.items() <= done.what.items()
    assert before.keys() == {"activities", "histories", "operations", "participants", "tasks"}


def test_stays_erased_after_repeated_callbacks_events_and_imports(caller: Caller) -> None:
    activity, marks = _planted()
    who, what = activity.participant_id, activity.pk
    program_id = str(activity.marketing_program_id)
    erased(erase_participant(_order(activity.participant)))
    source = caller("activities.receive", "programs.manage")

    body = sport_body(activityId=str(what), userId=str(who))
    sent = [
        source.post("/callback-api/api/v2/sport-activities/activity-created", body, format="json"),
        source.put(f"{BASE}/participants/{who}", {"marketingProgramId": program_id}, format="json"),
    ]
    invitation = {
        "activityId": str(uuid4()),
        "userId": str(ActivityFactory.create().participant_id),
        "type": "InviteActivity",
        "data": {"InvitedParticipantId": str(who), "InvitedOn": "2026-05-17T09:30:00Z"},
    }
    invited = source.post("/callback-api/api/v2/activities", invitation, format="json")
    for handle, data in (
        (on_sport_activity_created, {**sport_body(), "participantId": str(who), "isCyclic": True}),
        (on_task_manager_applied, {"activityId": str(what), "participantExerciseTaskId": str(who)}),
    ):
        handle(event_of("t", data, what))

    assert [answer.status_code for answer in sent] == [404, 409]
    assert invited.status_code == 200
    assert tables_with(*marks) == []
    assert not DeadLetter.objects.exists()


def test_blocks_the_participant_at_once_and_is_ordered_once() -> None:
    participant = credited().participant

    first, second = erase_participant(_order(participant)), erase_participant(_order(participant))

    participant.refresh_from_db()
    assert (first.pk, participant.state) == (second.pk, "Blocked")
