"""Applying an activity…"""

import uuid
from functools import partial
from typing import Any

import pytest
from django.utils import timezone

from activities.models import Activity, ActivityHistory, ActivityState
from activities.settling.tasks import (
    ApplyActivityCommand,
    SuitableParticipantExerciseTaskNotFound,
    TaskTakenByAnotherActivity,
    apply_activity,
)
from activities.tests.calls.came import task_of
from activities.tests.calls.outbox import posted
from activities.tests.factories import ActivityFactory, sport_data
from activities.types import InvalidOperation
from foundation.messaging.tests.play.racing import at_once, race
from foundation.records.refusals import Refusal
from programs.models import (
    ParticipantExerciseTask,
    ParticipantExerciseTaskNotFound,
    ParticipantTaskState,
)
from programs.tests.factories import ParticipantExerciseTaskFactory, ParticipantFactory

pytestmark = pytest.mark.django_db


def apply(activity: Activity, task: Any = None) -> Activity:
    task_id = None if task is None else task.pk
    return apply_activity(
        ApplyActivityCommand(
            now=timezone.now(),
            activity_id=activity.pk,
            participant_exercise_task_id=task_id,
            source="task manager",
        )
    )


def assert_unchanged(activity: Activity) -> None:
    before = (activity.state, activity.version, activity.participant_exercise_task_id)
    activity.refresh_from_db()
    assert (activity.state, activity.version, activity.participant_exercise_task_id) == before
    assert not ActivityHistory.objects.exists()
    assert posted() == []


@pytest.mark.parametrize("is_given", [True, False])
def test_sets_the_state_and_the_task_with_its_events_and_history(is_given: bool):
    activity = ActivityFactory.create()
    task = task_of(activity.participant)

    apply(activity, task if is_given else None)

    activity.refresh_from_db()
    task.refresh_from_db()
    assert (activity.state, activity.participant_exercise_task) == (ActivityState.APPLIED, task)
    assert task.activity_applied_on is not None
    assert (task.state, task.version) == (ParticipantTaskState.ACTIVE, 2)
    events = ["activities.activity-applied", "timeline.activity-applied"]
    assert posted() == [*events, "activities.complete_task"]
    row = ActivityHistory.objects.get()
    assert (row.change, row.source) == ("Applied", "task manager")
    assert row.details == {"taskId": str(task.pk)}


@pytest.mark.parametrize("is_given", [True, False])
def test_of_an_applied_one_is_success_to_the_same_task_alone(is_given: bool):
    activity = ActivityFactory.create()
    task = task_of(activity.participant)
    apply(activity)
    before, other = posted(), task_of(activity.participant)

    again = apply(activity, task if is_given else None)
    with pytest.raises(InvalidOperation):
        apply(activity, other)

    other.refresh_from_db()
    assert (again.version, other.activity_applied_on) == (2, None)
    assert posted() == before


@pytest.mark.parametrize("is_given", [True, False])
def test_of_a_skipped_one_is_not_allowed(is_given: bool):
    activity = ActivityFactory.create(state=ActivityState.SKIPPED)
    task = task_of(activity.participant)

    with pytest.raises(InvalidOperation):
        apply(activity, task if is_given else None)

    assert_unchanged(activity)


def test_without_a_suitable_task_or_rejected_by_the_referees_is_not_found():
    activity = ActivityFactory.create()
    task_of(activity.participant, criteria={"minDistance": "100"})
    task_of(activity.participant, state=ParticipantTaskState.CANCELLED)
    task_of(activity.participant, state=ParticipantTaskState.COMPLETED, completed_on=timezone.now())
    task_of(activity.participant, activity_applied_on=timezone.now())
    rejected = ActivityFactory.create(data=sport_data(RefereeingSystemCheckState="Rejected"))
    task_of(rejected.participant)

    for each, why in ((activity, "task"), (rejected, "rejected")):
        with pytest.raises(SuitableParticipantExerciseTaskNotFound, match=why):
            apply(each)
        assert_unchanged(each)


def _unfit(activity: Activity, what: str) -> ParticipantExerciseTask:
    match what:
        case "Another activity":
            return task_of(activity.participant, activity_applied_on=timezone.now())
        case "cancelled":
            return task_of(activity.participant, state=ParticipantTaskState.CANCELLED)
        case "another participant":
            return ParticipantExerciseTaskFactory.create()
    return ParticipantExerciseTask(pk=uuid.UUID(int=7))


@pytest.mark.parametrize(
    ("what", "refusal"),
    [
        ("Another activity", TaskTakenByAnotherActivity),
        ("No ", ParticipantExerciseTaskNotFound),
        ("another participant", InvalidOperation),
        ("cancelled", InvalidOperation),
    ],
)
def test_to_a_given_task_that_is_unfit_is_refused(what: str, refusal: type[Refusal]):
    activity = ActivityFactory.create()
    task = _unfit(activity, what)

    with pytest.raises(refusal, match=what):
        apply(activity, task)

    assert_unchanged(activity)


def test_to_a_task_that_its_task_manager_completed_first_is_success():
    activity = ActivityFactory.create()
    task = task_of(
        activity.participant, state=ParticipantTaskState.COMPLETED, completed_on=timezone.now()
    )

    assert apply(activity, task).participant_exercise_task_id == task.pk


@pytest.mark.django_db(transaction=True)
def test_races_another_for_one_task_and_one_wins():
    participant = ParticipantFactory.create()
    one, other = ActivityFactory.create_batch(2, participant=participant)
    task_of(one.participant)

    def outcome(activity: Activity) -> str:
        try:
            return apply(activity).state
        except Refusal as refusal:
            return refusal.code

    outcomes = at_once(partial(outcome, one), partial(outcome, other))

    assert sorted(outcomes) == ["Applied", "suitable-participant-exercise-task-not-found"]


@pytest.mark.django_db(transaction=True)
def test_that_lost_its_task_while_it_waited_takes_the_next():
    participant = ParticipantFactory.create()
    one, other = ActivityFactory.create_batch(2, participant=participant)
    first, second = task_of(one.participant), task_of(one.participant)

    result = race(partial(apply, one), partial(apply, other))

    assert result.participant_exercise_task_id == second.pk
    one.refresh_from_db()
    assert one.participant_exercise_task_id == first.pk
