"""Cancelling a participant's task…"""

import uuid

import pytest
from django.utils import timezone

from foundation.records.refusals import VersionConflict
from programs.commands.tasks import (
    CancelParticipantExerciseTaskCommand,
    TaskAlreadyUsed,
    cancel_participant_exercise_task,
)
from programs.models import ParticipantExerciseTaskNotFound, ParticipantTaskState
from programs.tests.factories import ParticipantExerciseTaskFactory, suitable_id

pytestmark = pytest.mark.django_db


@pytest.fixture
def task():
    return ParticipantExerciseTaskFactory.create()


def cancel(task, **fields):
    command = CancelParticipantExerciseTaskCommand(task_id=task.pk, **fields)
    return cancel_participant_exercise_task(command)


def test_has_no_activity_applied_to_it(task):
    cancel(task)

    task.refresh_from_db()
    assert (task.state, task.version) == (ParticipantTaskState.CANCELLED, 2)
    assert suitable_id(task.participant_id) is None


def test_changes_nothing_of_one_that_is_cancelled(task):
    cancel(task)

    assert cancel(task).version == 2


@pytest.mark.parametrize("is_completed", [True, False])
def test_refuses_one_that_is_used(task, is_completed):
    now = timezone.now()
    completed = (
        {"state": ParticipantTaskState.COMPLETED, "completed_on": now} if is_completed else {}
    )
    task.store(activity_applied_on=now, **completed)

    with pytest.raises(TaskAlreadyUsed):
        cancel(task)

    state = task.state
    task.refresh_from_db()
    assert task.state == state


def test_refuses_one_that_changed_since(task):
    with pytest.raises(VersionConflict):
        cancel(task, expected_version=2)


def test_refuses_an_unknown_one():
    with pytest.raises(ParticipantExerciseTaskNotFound):
        cancel_participant_exercise_task(CancelParticipantExerciseTaskCommand(task_id=uuid.uuid4()))
