"""Putting a participant's task by its id…"""

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import pytest

from programs import putting
from programs.participants.models import ParticipantNotFound
from programs.programs.models import ExerciseNotFound
from programs.putting import EndsBeforeStart, IdIsNil, PutResult, put, put_all
from programs.tasks.commands import (
    ExerciseOfAnotherProgram,
    ParticipantExerciseTasks,
    PutParticipantExerciseTaskCommand,
    TaskAlreadyUsed,
)
from programs.tasks.models import (
    ParticipantExerciseTask,
    ParticipantExerciseTaskNotFound,
    ParticipantTaskState,
)
from programs.tests.factories import (
    ExerciseFactory,
    ParticipantExerciseTaskFactory,
    ParticipantFactory,
    suitable_id,
)

pytestmark = pytest.mark.django_db

TASK_ID = UUID("0198c3a1-7f3e-7c5e-9a52-1f0a4f6f2b10")

OTHER_ID = UUID("0198c3a1-7f3e-7c5e-9a52-1f0a4f6f2b11")

NOW = datetime(2026, 5, 17, 9, 30, tzinfo=UTC)


@pytest.fixture
def participant():
    return ParticipantFactory.create()


@pytest.fixture
def exercise(participant):
    return ExerciseFactory.create(program=participant.program)


@pytest.fixture
def task():
    return ParticipantExerciseTaskFactory.create(criteria={"minDistance": "5"})


def command_of(participant: Any, exercise: Any, **changes: Any):
    return PutParticipantExerciseTaskCommand(
        **{
            "task_id": TASK_ID,
            "participant_id": participant.pk,
            "exercise_id": exercise.pk,
            "criteria": {},
            "now": NOW,
            **changes,
        }
    )


def again(task: ParticipantExerciseTask, **changes: Any):
    """Put the task as it is, with these changes."""
    as_it_is = {
        "task_id": task.pk,
        "criteria": task.criteria,
        "starts_on": task.starts_on,
        "finishes_on": task.finishes_on,
    }
    command = command_of(task.participant, task.exercise, **{**as_it_is, **changes})
    return put(ParticipantExerciseTasks, command)


def stored(task: ParticipantExerciseTask) -> Any:
    return ParticipantExerciseTask.objects.values().get(pk=task.pk)


@pytest.mark.parametrize(
    ("fields", "refusal", "errors"),
    [
        ({"participant_id": OTHER_ID}, ParticipantNotFound, set()),
        ({"exercise_id": OTHER_ID}, ExerciseNotFound, set()),
        ({"exercise_id": None}, ExerciseOfAnotherProgram, {"exerciseId"}),
        ({"expected_version": 1}, ParticipantExerciseTaskNotFound, set()),
        ({"task_id": UUID(int=0)}, IdIsNil, None),
        ({"starts_on": NOW, "finishes_on": NOW}, EndsBeforeStart, {"finishesOn"}),
    ],
    ids=lambda each: str(each)[:40],
)
def test_creates_none_that_cannot_be(participant, exercise, fields, refusal, errors):
    if "exercise_id" in fields:
        fields = {"exercise_id": fields["exercise_id"] or ExerciseFactory.create().pk}
    with pytest.raises(refusal) as refused:
        put(ParticipantExerciseTasks, command_of(participant, exercise, **fields))
    if errors:
        assert refused.value.errors.keys() == errors
    assert not ParticipantExerciseTask.objects.exists()


def test_changes_times_and_criteria(task):
    result = again(task, criteria={"maxDistance": "3"}, starts_on=NOW, finishes_on=None)

    task.refresh_from_db()
    assert (result.outcome, task.version) == (PutResult.CHANGED, 2)
    assert (task.criteria, task.starts_on) == ({"maxDistance": "3"}, NOW)
    assert suitable_id(task.participant_id, Distance=2) == task.pk
    assert suitable_id(task.participant_id, Distance=6) is None


@pytest.mark.parametrize(
    "used",
    [{"state": ParticipantTaskState.COMPLETED, "completed_on": NOW}, {"activity_applied_on": NOW}],
    ids=["completed", "applied"],
)
def test_refuses_other_criteria_of_one_that_is_used(task, used: dict[str, Any]):
    task.store(**used)
    before = stored(task)

    with pytest.raises(TaskAlreadyUsed):
        again(task, criteria={"minDistance": "6"})

    assert stored(task) == before
    assert again(task).outcome == PutResult.UNCHANGED
    assert again(task, finishes_on=NOW).outcome == PutResult.CHANGED


def test_finds_one_that_another_caller_creates_meanwhile(task, monkeypatch):
    real, is_hidden = putting.found_by_id, [False, True]

    def found(rows: Any, ids: Any) -> Any:
        is_task = rows.model is ParticipantExerciseTask
        return {} if is_task and is_hidden.pop() else real(rows, ids)

    monkeypatch.setattr(putting, "found_by_id", found)

    assert again(task).outcome == PutResult.UNCHANGED

    assert is_hidden == []


def test_of_several_takes_no_more_statements(participant, exercise, django_assert_num_queries):
    commands = [
        command_of(participant, exercise, task_id=UUID(int=n), now=NOW + timedelta(microseconds=n))
        for n in range(1, 101)
    ]

    # Stored, participants, exercises, insert; and two statements of the savepoint.
    with django_assert_num_queries(6):
        put_all(ParticipantExerciseTasks, commands)

    assert suitable_id(participant.pk) == UUID(int=1)
