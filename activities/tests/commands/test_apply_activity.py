"""Applying an activity…"""

import uuid
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.db import connection, transaction
from django.utils import timezone

from activities.models import Activity, ActivityHistory
from activities.settling.applying import (
    SuitableParticipantExerciseTaskNotFound,
    TaskTakenByAnotherActivity,
)
from activities.tests.calls.outbox import posted
from activities.tests.calls.rewarded import applied, task_of
from activities.tests.factories import ActivityFactory, sport_data
from activities.types import InvalidOperation, kind_of
from foundation.messaging.tests.play.racing import at_once, or_code, race
from foundation.records.refusals import Refusal
from foundation.records.tests.scans import explained
from programs import putting
from programs.participants.models import Participant
from programs.tasks.commands import (
    CancelParticipantExerciseTaskCommand,
    ParticipantExerciseTasks,
    PutParticipantExerciseTaskCommand,
    cancel_participant_exercise_task,
)
from programs.tasks.models import (
    ParticipantExerciseTask,
    ParticipantExerciseTaskNotFound,
    ParticipantTaskState,
)
from programs.tasks.suitable import find_suitable_task
from programs.tests.factories import (
    ExerciseFactory,
    ParticipantExerciseTaskFactory,
    ParticipantFactory,
)

pytestmark = pytest.mark.django_db


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
        applied(activity, task)

    assert_unchanged(activity)


@pytest.mark.django_db(transaction=True)
def test_races_another_for_one_task_and_one_wins():
    participant = ParticipantFactory.create()
    one, other = ActivityFactory.create_batch(2, participant=participant)
    task_of(one.participant)

    outcomes = at_once(or_code(lambda: applied(one).state), or_code(lambda: applied(other).state))

    assert sorted(outcomes) == ["Applied", "suitable-participant-exercise-task-not-found"]


def found(participant: Participant, **data: str) -> ParticipantExerciseTask | None:
    kind = kind_of("SportActivity")
    facts = kind.facts(kind.read(sport_data(**data)))
    suitable = find_suitable_task(participant.pk, "SportActivity", facts)
    return None if suitable is None else ParticipantExerciseTask.objects.get(pk=suitable.task_id)


def test_is_read_by_the_index_of_free_tasks():
    participant, exercise, now = (
        ParticipantFactory.create(),
        ExerciseFactory.create(),
        timezone.now(),
    )
    tasks = [
        ParticipantExerciseTaskFactory.build(
            participant=participant,
            exercise=exercise,
            state=ParticipantTaskState.ACTIVE if n % 100 == 0 else ParticipantTaskState.COMPLETED,
            completed_on=None if n % 100 == 0 else now,
        )
        for n in range(2000)
    ]
    ParticipantExerciseTask.objects.bulk_create(tasks)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE programs_participantexercisetask")
        # So few rows may be read faster from beginning to end.
        cursor.execute("SET LOCAL enable_seqscan = off")

    with explained("programs_participantexercisetask") as reads:
        task = found(participant)

    assert task == tasks[0]
    assert reads[0].heap_rows == 20  # the active ones, not all that the participant has


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
