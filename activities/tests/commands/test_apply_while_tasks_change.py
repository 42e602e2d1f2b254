"""Applying an activity while its tasks are put or cancelled…"""

import uuid
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone

from activities.settling.applying import SuitableParticipantExerciseTaskNotFound
from activities.tests.calls.came import applied, task_of
from activities.tests.factories import ActivityFactory
from activities.types import InvalidOperation
from foundation.messaging.tests.play.racing import at_once, race
from programs import putting
from programs.tasks.commands import (
    CancelParticipantExerciseTaskCommand,
    ParticipantExerciseTasks,
    PutParticipantExerciseTaskCommand,
    cancel_participant_exercise_task,
)
from programs.tasks.models import ParticipantExerciseTask
from programs.tests.factories import ParticipantFactory

NOW = timezone.now()


def put(task: ParticipantExerciseTask, **criteria: str) -> None:
    putting.put(
        ParticipantExerciseTasks,
        PutParticipantExerciseTaskCommand(
            task_id=task.pk,
            participant_id=task.participant_id,
            exercise_id=task.exercise_id,
            now=NOW,
            criteria=criteria,
            finishes_on=task.finishes_on,
        ),
    )


def locked_elsewhere(task: ParticipantExerciseTask) -> ParticipantExerciseTask:
    """Lock a task on a connection of its own, as a batch of puts does; do not wait."""

    @transaction.atomic
    def lock() -> ParticipantExerciseTask:
        return ParticipantExerciseTask.objects.select_for_update(nowait=True).get(pk=task.pk)

    [found] = at_once(lock)
    return found


def cancel(task: ParticipantExerciseTask) -> None:
    cancel_participant_exercise_task(CancelParticipantExerciseTaskCommand(task_id=task.pk))


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("least", "is_taken"), [("100", False), ("10", True)])
def test_takes_a_task_only_if_it_meets_its_new_criteria(least: str, is_taken: bool):
    activity = ActivityFactory.create()
    task = task_of(activity.participant)

    result = race(partial(put, task, minDistance=least), partial(applied, activity))

    task.refresh_from_db()
    assert task.criteria == {"minDistance": least}
    assert (task.activity_applied_on is not None) is is_taken
    if is_taken:
        assert result.participant_exercise_task_id == task.pk
    else:
        assert isinstance(result, SuitableParticipantExerciseTaskNotFound)


@pytest.mark.django_db(transaction=True)
def test_to_a_given_one_that_is_cancelled_meanwhile_is_an_invalid_operation():
    activity = ActivityFactory.create()
    task = task_of(activity.participant)

    result = race(partial(cancel, task), partial(applied, activity, task))

    assert isinstance(result, InvalidOperation)
    assert "is cancelled" in result.detail


@pytest.mark.django_db(transaction=True)
def test_leaves_no_lock_on_a_task_that_it_lost():
    one, other = ActivityFactory.create_batch(2, participant=ParticipantFactory.create())
    later = NOW + timedelta(days=1)
    lost = task_of(one.participant, id=uuid.UUID(int=2), finishes_on=later)
    task_of(one.participant, id=uuid.UUID(int=1), finishes_on=later + timedelta(days=1))

    def apply_and_lock_what_was_lost() -> Any:
        applied(other)
        return locked_elsewhere(lost)

    assert race(partial(applied, one), apply_and_lock_what_was_lost) == lost
