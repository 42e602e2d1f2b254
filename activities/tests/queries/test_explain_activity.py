"""The explanation of an activity…"""

from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from io import StringIO
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from activities.explaining.history import explain_activity
from activities.explaining.tasks_looked_at import MOST_TASKS, Since, TaskFit, TaskLookedAt
from activities.models import Activity
from activities.receiving.commands import UpdateActivityDataCommand, update_activity_data
from activities.tests.calls.came import came, task_of
from activities.tests.calls.outbox import run_step, run_steps, take_apart
from activities.tests.factories import sport_data
from foundation.messaging.models import OutboxMessage
from foundation.records.plain_words import UNFORESEEN
from programs.models import ParticipantTaskState
from programs.tests.factories import ExerciseFactory, ParticipantFactory
from rewards.formulas.candidates import Outcome, Result, outcome_of

pytestmark = pytest.mark.django_db


def update(activity: Activity, **data: str) -> Activity:
    return update_activity_data(
        UpdateActivityDataCommand(
            activity_id=activity.pk,
            activity_data=sport_data(**data),
            activity_type="SportActivity",
            source="callback",
        )
    )


def looked_at(activity: Activity) -> list[TaskLookedAt]:
    return list(explain_activity(activity.pk).tasks.tasks)


def kinds(activity: Activity) -> list[str]:
    return [entry.kind for entry in explain_activity(activity.pk).entries]


def test_shows_each_version_of_the_data_and_who_sent_it():
    activity = came(ParticipantFactory.create().pk, "callback")
    update(activity, Distance="11")

    entries = [e for e in explain_activity(activity.pk).entries if e.source]

    assert [(e.kind, e.source) for e in entries] == [
        ("Created", "callback"),
        ("DataUpdated", "callback"),
    ]
    assert "Distance 10.5" in entries[0].text
    assert entries[1].text == "New data: Distance 10.5 → 11."
    assert entries[0].details["data"] == sport_data()


def test_shows_all_from_creation_to_credit(monkeypatch: pytest.MonkeyPatch):
    reward = replace(outcome_of(Decimal("9.5")), details={"formulaName": "A", "revision": 2})
    monkeypatch.setattr("rewards.formulas.calculation.calculate_reward", lambda *_: reward)
    participant = ParticipantFactory.create()
    task_of(participant)
    activity = came(participant.pk, "callback")

    run_steps()

    explained = explain_activity(activity.pk)
    texts = {entry.kind: entry.text for entry in explained.entries}
    assert texts["RewardSet"] == "Reward 10, before rounding 9.5 by formula 'A', revision 2."
    assert texts["Credited"] == "10.00 credited to the participant's balance."
    assert {"Applied", "TaskCompleted", "StepDone", "EventWaits"} <= texts.keys()
    assert explained.standing.progress == "Settled"
    assert explained.standing.text == "Applied to a task. Reward 10, credited."


def test_shows_the_steps_that_wait_or_fail_with_attempts_and_error(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("rewards.formulas.calculation.calculate_reward", lambda *_: 1 / 0)
    activity = came(ParticipantFactory.create().pk, "callback")

    waiting = explain_activity(activity.pk).standing
    run_step("reward_and_apply")
    failing = explain_activity(activity.pk).standing

    step = "to calculate the reward, then apply or skip"
    assert (waiting.progress, waiting.text) == ("Waiting", f"Waits: {step}.")
    assert failing.progress == "Retrying"
    assert f"Fails: {step}, 1 failed attempt, again at" in failing.text
    assert UNFORESEEN in failing.text


def test_shows_why_a_reward_failed(monkeypatch: pytest.MonkeyPatch):
    failed = Outcome(result=Result.FAILED, reason="division by zero")
    monkeypatch.setattr("rewards.formulas.calculation.calculate_reward", lambda *_: failed)
    activity = came(ParticipantFactory.create().pk, "callback")

    run_steps()

    standing = explain_activity(activity.pk).standing
    assert standing.progress == "Failed"
    assert "The reward failed: division by zero" in standing.text


def test_shows_a_step_that_was_given_up():
    activity = came(ParticipantFactory.create().pk, "callback")
    take_apart()
    OutboxMessage.objects.filter(destination="activities.apply_activity").update(
        dead_on=timezone.now(), attempts=8, reason="Task 7 is cancelled."
    )

    standing = explain_activity(activity.pk).standing

    assert standing.progress == "Failed"
    assert (
        "Given up after 8 failed attempts: to apply or skip. Task 7 is cancelled." in standing.text
    )
    assert "StepGivenUp" in kinds(activity)


def test_names_criterion_wanted_and_got_by_the_data_at_the_decision():
    participant = ParticipantFactory.create()
    task_of(participant, criteria={"minDistance": "20", "discipline": "running"})
    activity, out = came(participant.pk, "callback"), StringIO()
    run_steps()

    call_command("explain_activity", str(activity.pk), stdout=out)
    update(activity, Distance="25")
    (task,) = looked_at(activity)

    assert task.verdict is TaskFit.CRITERIA_NOT_MET
    assert task.reason == "Distance: wanted at least 20, got 10.5"
    assert [(c.criterion, c.is_met) for c in task.checks] == [
        ("Discipline", True),
        ("Distance", False),
    ]
    printed = out.getvalue()
    assert "state Skipped: Settled. Skipped. " in printed
    assert "[callback] Came in: " in printed
    assert "Distance: wanted at least 20, got 10.5, NOT met" in printed


def test_names_the_activity_that_took_a_task():
    participant = ParticipantFactory.create()
    task_of(participant)
    first, second = came(participant.pk, "callback"), came(participant.pk, "callback")
    run_steps()

    (task,) = looked_at(second)

    assert task.verdict is TaskFit.TAKEN
    assert str(first.pk) in task.reason
    assert looked_at(first)[0].verdict is TaskFit.APPLIED


def test_says_that_a_task_is_not_active_and_that_none_suits_what_was_rejected():
    participant = ParticipantFactory.create()
    task = task_of(participant, state=ParticipantTaskState.CANCELLED)

    (seen,) = looked_at(came(participant.pk, "callback"))
    assert (seen.verdict, seen.reason) == (TaskFit.NOT_ACTIVE, "It is Cancelled, not Active.")
    task.store(state=ParticipantTaskState.ACTIVE)
    found = explain_activity(
        came(participant.pk, "callback", RefereeingSystemCheckState="Rejected").pk
    ).tasks

    assert found.why_none == "the referees rejected it"
    assert found.tasks[0].verdict is TaskFit.NOTHING_SUITS


def test_has_the_tasks_in_the_order_they_are_tried_and_those_never_tried_last():
    participant, now = ParticipantFactory.create(), timezone.now()
    never = task_of(participant, created_on=now - timedelta(days=3))
    cancelled = task_of(participant, state=ParticipantTaskState.CANCELLED, finishes_on=now)
    late = task_of(participant, finishes_on=now + timedelta(days=9))
    soon = task_of(participant, finishes_on=now + timedelta(days=1))

    found = looked_at(came(participant.pk, "callback"))

    assert [each.task for each in found] == [soon, late, never, cancelled]
    assert [each.place for each in found] == [1, 2, 3, 4]


def test_has_the_first_of_many_tasks_their_count_and_its_own():
    participant, exercise = ParticipantFactory.create(), ExerciseFactory.create()
    far = {"minDistance": "20"}
    for n in range(MOST_TASKS + 3):
        on = timezone.now() + timedelta(days=n)
        task_of(participant, exercise=exercise, criteria=far, finishes_on=on)
    own = task_of(participant, exercise=exercise)
    activity = came(participant.pk, "callback")
    run_steps()

    found = explain_activity(activity.pk).tasks

    assert found.count == MOST_TASKS + 4
    assert len(found.tasks) == MOST_TASKS + 1
    assert (found.tasks[-1].task, found.tasks[-1].place) == (own, MOST_TASKS + 4)


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
