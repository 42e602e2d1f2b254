"""Blocking a participant, cancelling and completing a task…"""

import uuid
from typing import Any

import pytest
from django.utils import timezone

from foundation.records.refusals import VersionConflict
from programs.models import (
    ParticipantExerciseTask,
    ParticipantExerciseTaskNotFound,
    ParticipantNotFound,
    ParticipantState,
    ParticipantTaskState,
)
from programs.participants.commands import ChangeParticipantStateCommand, change_participant_state
from programs.tasks.commands import (
    CancelParticipantExerciseTaskCommand,
    CompleteParticipantExerciseTaskCommand,
    TaskAlreadyUsed,
    TaskIsCancelled,
    TaskOfAnotherExercise,
    cancel_participant_exercise_task,
    complete_participant_exercise_task,
)
from programs.tests.factories import ParticipantExerciseTaskFactory, ParticipantFactory, suitable_id

pytestmark = pytest.mark.django_db


def change(participant_id: uuid.UUID, state: ParticipantState, **more: Any) -> None:
    change_participant_state(
        ChangeParticipantStateCommand(participant_id=participant_id, state=state, **more)
    )


def test_blocks_and_takes_it_back_once():
    participant = ParticipantFactory.create()
    for state, version in (("Blocked", 2), ("Blocked", 2), ("Active", 3)):
        change(participant.pk, ParticipantState(state))
        participant.refresh_from_db()
        assert (participant.state, participant.version) == (state, version)


def test_refuses_one_who_is_unknown_or_changed_since():
    participant = ParticipantFactory.create(version=3)
    with pytest.raises(ParticipantNotFound):
        change(uuid.uuid4(), ParticipantState.BLOCKED)
    with pytest.raises(VersionConflict):
        change(participant.pk, ParticipantState.BLOCKED, expected_version=2)
    participant.refresh_from_db()
    assert participant.state == ParticipantState.ACTIVE


@pytest.fixture
def task():
    return ParticipantExerciseTaskFactory.create()


def cancel(task, **fields):
    command = CancelParticipantExerciseTaskCommand(task_id=task.pk, **fields)
    return cancel_participant_exercise_task(command)


def test_a_cancelled_one_has_no_activity_applied_to_it(task):
    assert [cancel(task).version for _ in range(2)] == [2, 2]
    task.refresh_from_db()
    assert (task.state, task.version) == (ParticipantTaskState.CANCELLED, 2)
    assert suitable_id(task.participant_id) is None


@pytest.mark.parametrize("is_completed", [True, False])
def test_refuses_one_that_is_used(task, is_completed):
    completed = {"state": ParticipantTaskState.COMPLETED, "completed_on": NOW}
    task.store(activity_applied_on=NOW, **(completed if is_completed else {}))
    with pytest.raises(TaskAlreadyUsed):
        cancel(task)
    state = task.state
    task.refresh_from_db()
    assert task.state == state


def test_refuses_to_complete_one_of_another_exercise_or_that_is_cancelled(task):
    with pytest.raises(TaskOfAnotherExercise):
        complete(task, exercise_id=uuid.UUID(int=1))
    task.store(state=ParticipantTaskState.CANCELLED)
    with pytest.raises(TaskIsCancelled):
        complete(task)
    task.refresh_from_db()
    assert (task.state, task.completed_on) == (ParticipantTaskState.CANCELLED, None)


def test_refuses_one_that_is_unknown_or_changed_since(task):
    with pytest.raises(VersionConflict):
        cancel(task, expected_version=2)
    with pytest.raises(ParticipantExerciseTaskNotFound):
        cancel_participant_exercise_task(CancelParticipantExerciseTaskCommand(task_id=uuid.uuid4()))
    with pytest.raises(ParticipantExerciseTaskNotFound):
        complete(task, participant_exercise_task_id=uuid.uuid4())


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


def test_a_completed_one_has_its_state_and_time_once(task):
    complete(task)
    again = complete(task, occurred_on=timezone.now())
    task.refresh_from_db()
    assert (task.state, task.completed_on, task.version) == (ParticipantTaskState.COMPLETED, NOW, 2)
    assert (again.completed_on, again.version) == (NOW, 2)
