"""Applying an activity…"""

import uuid
from functools import partial
from typing import Any

import pytest
from django.utils import timezone

from activities.models import Activity, ActivityHistory
from activities.settling.tasks import (
    ApplyActivityCommand,
    TaskTakenByAnotherActivity,
    apply_activity,
)
from activities.tests.calls.came import task_of
from activities.tests.calls.outbox import posted
from activities.tests.factories import ActivityFactory
from activities.types import InvalidOperation
from foundation.messaging.tests.play.racing import at_once
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
