"""The explanation of an activity…"""

from datetime import timedelta
from io import StringIO
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from activities.explaining.compared_tasks import Since, TaskFit, TaskLookedAt
from activities.explaining.history import explain_activity
from activities.models import Activity
from activities.tests.calls.came import came, task_of
from activities.tests.calls.outbox import run_steps
from activities.tests.calls.rewarded import accepted
from programs.tasks.models import ParticipantTaskState
from programs.tests.factories import ParticipantFactory
from rewards.tests.factories import active_formula

pytestmark = pytest.mark.django_db


def looked_at(activity: Activity) -> list[TaskLookedAt]:
    return list(explain_activity(activity.pk).tasks.tasks)


def test_names_criterion_wanted_and_got_by_the_data_at_the_decision():
    participant = ParticipantFactory.create()
    task_of(participant, criteria={"minDistance": "20", "discipline": "running"})
    activity, out = came(participant.pk, "callback"), StringIO()
    run_steps()

    call_command("explain_activity", str(activity.pk), stdout=out)
    accepted(activity, Distance="25")
    (task,) = looked_at(activity)

    assert task.verdict is TaskFit.CRITERIA_NOT_MET
    assert task.reason == "Distance: wanted at least 20, got 10.5"
    assert [(c.criterion, c.is_met) for c in task.checks] == [
        ("Discipline", True),
        ("Distance", False),
    ]
    printed = out.getvalue()
    assert "state Skipped: Settled. No task. " in printed
    assert "[callback] Came in: " in printed
    assert "Distance: wanted at least 20, got 10.5, NOT met" in printed


def test_tells_that_a_reward_was_set_before_it_was_credited():
    participant = ParticipantFactory.create()
    active_formula(participant.program_id, expression="5")
    activity = came(participant.pk, "callback")
    run_steps()

    kinds = [each.kind for each in explain_activity(activity.pk).entries]

    assert kinds.index("RewardSet") < kinds.index("Credited")


def test_names_the_activity_that_took_a_task():
    participant = ParticipantFactory.create()
    task_of(participant)
    first, second = came(participant.pk, "callback"), came(participant.pk, "callback")
    run_steps()

    (task,) = looked_at(second)

    assert task.verdict is TaskFit.TAKEN
    assert str(first.pk) in task.reason
    assert looked_at(first)[0].verdict is TaskFit.APPLIED


def test_has_the_tasks_in_the_order_they_are_tried_and_those_never_tried_last():
    participant, now = ParticipantFactory.create(), timezone.now()
    never = task_of(participant, created_on=now - timedelta(days=3))
    cancelled = task_of(participant, state=ParticipantTaskState.CANCELLED, finishes_on=now)
    late = task_of(participant, finishes_on=now + timedelta(days=9))
    soon = task_of(participant, finishes_on=now + timedelta(days=1))

    found = looked_at(came(participant.pk, "callback"))

    assert [each.task for each in found] == [soon, late, never, cancelled]
    assert [each.place for each in found] == [1, 2, 3, 4]


def test_marks_tasks_that_were_added_or_changed_after_the_decision():
    participant = ParticipantFactory.create()
    same = task_of(participant, criteria={"minDistance": "20"})
    changed = task_of(participant, criteria={"minDistance": "21"})
    activity = came(participant.pk, "callback")
    run_steps()
    changed.store(starts_on=timezone.now())
    added = task_of(participant)

    since = {each.task: each.since for each in looked_at(activity)}

    assert since == {same: Since.NOTHING, changed: Since.CHANGED, added: Since.ADDED}


def test_is_refused_for_an_unknown_activity():
    with pytest.raises(CommandError, match="No activity"):
        call_command("explain_activity", str(uuid4()))
