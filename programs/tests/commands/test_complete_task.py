"""Completing a participant's task…"""

import uuid
from typing import Any

import pytest
from django.utils import timezone

from programs.commands.applying import (
    CompleteParticipantExerciseTaskCommand,
    TaskIsCancelled,
    TaskOfAnotherExercise,
    complete_participant_exercise_task,
)
from programs.models import (
    ParticipantExerciseTask,
    ParticipantExerciseTaskNotFound,
    ParticipantTaskState,
)
from programs.tests.factories import ParticipantExerciseTaskFactory

pytestmark = pytest.mark.django_db

NOW = timezone.now()


def complete(task: ParticipantExerciseTask, **changes: Any) -> ParticipantExerciseTask:
    return complete_participant_exercise_task(
        CompleteParticipantExerciseTaskCommand(
            **{
                "exercise_id": task.exercise_id,
                "participant_exercise_task_id": task.pk,
                "value": None,
                "is_new_scheme": True,
                "occurred_on": NOW,
                **changes,
            }
        )
    )


def test_sets_its_state_and_time():
    task = ParticipantExerciseTaskFactory.create()

    complete(task)

    task.refresh_from_db()
    assert (task.state, task.completed_on, task.version) == (ParticipantTaskState.COMPLETED, NOW, 2)


def test_is_success_when_repeated():
    task = ParticipantExerciseTaskFactory.create()
    complete(task)

    again = complete(task, occurred_on=timezone.now())

    assert (again.completed_on, again.version) == (NOW, 2)


def test_refuses_an_unknown_task():
    with pytest.raises(ParticipantExerciseTaskNotFound):
        complete(ParticipantExerciseTaskFactory.create(), participant_exercise_task_id=uuid.uuid4())


@pytest.mark.parametrize(
    ("state", "changes", "refusal"),
    [
        (ParticipantTaskState.CANCELLED, {}, TaskIsCancelled),
        (ParticipantTaskState.ACTIVE, {"exercise_id": uuid.UUID(int=1)}, TaskOfAnotherExercise),
    ],
)
def test_refuses_a_conflict(state, changes, refusal):
    task = ParticipantExerciseTaskFactory.create(state=state)

    with pytest.raises(refusal):
        complete(task, **changes)

    task.refresh_from_db()
    assert (task.state, task.version) == (state, 1)
