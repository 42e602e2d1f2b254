"""One task for many participants: a long job in portions, which may run again without doubles."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial
from typing import Any
from uuid import UUID, uuid5

from django.db import transaction
from django.db.models import F

from foundation.messaging import jobs as running
from foundation.messaging.jobs import JobKind, RowPosition, rows_after
from foundation.messaging.models import LongJobState
from foundation.records.audit import (
    CHANGED,
    Actor,
    name_of,
    record_all,
    record_creation,
    record_deed,
)
from foundation.records.models import create_once
from foundation.records.refusals import Conflict
from programs.programs.models import Exercise
from programs.putting import Put, put_all, refuse_end_before_start
from programs.tasks.commands import (
    ParticipantExerciseTasks,
    PutParticipantExerciseTaskCommand,
    read_criteria,
)
from programs.tasks.models import (
    AssignmentLine,
    ParticipantExerciseTask,
    ParticipantTaskState,
    TaskAssignment,
    TaskQuerySet,
)
from programs.tasks.segments import Segment, SegmentLine, lines_of, participants_of, refuse_segment

PAGE = 500
MOST_UNDONE = 20_000  # tasks that one order cancels
IS_LIST = "isList"
_DATA = ("exercise_id", "criteria", "starts_on", "finishes_on", "segment")


class AssignmentUnfinished(Conflict):
    """The assignment still gives tasks."""


class AssignmentIsOver(Conflict):
    """The assignment is finished, or it failed: it cannot be cancelled."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AssignTaskCommand:
    """Give a task of an exercise to the participants of a segment, or of a list of their ids.

    `participant_ids`: texts, a line each, as they were given; None: the segment decides.
    """

    assignment_id: UUID
    exercise_id: UUID
    criteria: Mapping[str, Any] = field(default_factory=dict)
    starts_on: datetime | None = None
    finishes_on: datetime | None = None
    segment: Segment = field(default_factory=Segment)
    participant_ids: Sequence[str] | None = None
    by: Actor
    now: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class CancelAssignmentCommand:
    """End an assignment; the tasks that were given stay."""

    assignment_id: UUID
    by: Actor
    now: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class UndoAssignmentCommand(CancelAssignmentCommand):
    """Cancel the tasks that an assignment gave and that no activity has."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AssignmentPreview:
    """How many participants would get the task, and the lines that are refused."""

    count: int
    refused: Sequence[SegmentLine]


def preview_assignment(command: AssignTaskCommand) -> AssignmentPreview:
    """Return what `assign_task` would do, and do nothing.

    :raises Refusal: as `assign_task`.
    """
    job, lines = _wanted(command)
    if lines is None:
        found = participants_of(job.exercise.program_id, command.segment)
        return AssignmentPreview(count=found.count(), refused=[])
    refused = [each for each in lines if each.refusal]
    return AssignmentPreview(count=len(lines) - len(refused), refused=refused)


@transaction.atomic
def assign_task(command: AssignTaskCommand) -> TaskAssignment:
    """Start the job, or find it where the same command started it before.

    :raises ExerciseNotFound: no such exercise.
    :raises CriteriaInvalid: the criteria break a rule of the type; errors name `criteria.…`.
    :raises EndsBeforeStart: it finishes before it starts.
    :raises SegmentInvalid: the segment or the list cannot be read.
    :raises IdTaken: there is an assignment of that id with other data.
    """
    job, lines = _wanted(command)
    created = create_once(job, *_DATA)
    if created.is_new:
        rows = (AssignmentLine(assignment=job, **_stored(each)) for each in lines or ())
        AssignmentLine.objects.bulk_create(rows, batch_size=1000)
        record_creation(command.by, job)
        running.wake(job)
    return created.record


@transaction.atomic
def cancel_assignment(command: CancelAssignmentCommand) -> TaskAssignment:
    """Cancel an assignment; again: nothing changes.

    :raises TaskAssignmentNotFound: no such assignment.
    :raises AssignmentIsOver: it is finished, or it failed.
    """
    by = name_of(command.by)
    is_new = running.cancel(TaskAssignment, command.assignment_id, by, command.now)
    job = TaskAssignment.objects.get_or_refuse(command.assignment_id)
    if job.state != LongJobState.CANCELLED:
        raise AssignmentIsOver(f"It is {job.state.lower()}: it cannot be cancelled.")
    if is_new:
        record_deed(command.by, "Cancelled", job)
    return job


@transaction.atomic
def undo_assignment(command: UndoAssignmentCommand) -> int:
    """Cancel the tasks that an assignment gave; return how many, at most `MOST_UNDONE` at once.

    Tasks that are completed, or have an activity, stay. Again: those that are left.

    :raises TaskAssignmentNotFound: no such assignment.
    :raises AssignmentUnfinished: it still gives tasks: cancel it first.
    """
    job = TaskAssignment.objects.select_for_update().get_or_refuse(command.assignment_id)
    if job.finished_on is None:
        raise AssignmentUnfinished("It still gives tasks: cancel it first.")
    found = tasks_to_undo(job).select_for_update(no_key=True).order_by("pk")
    tasks = [each for each in found[:MOST_UNDONE] if each.pk == _task_id(job, each.participant_id)]
    cancelled = {"state": (ParticipantTaskState.ACTIVE, ParticipantTaskState.CANCELLED)}
    ParticipantExerciseTask.objects.filter(pk__in=[each.pk for each in tasks]).update(
        state=ParticipantTaskState.CANCELLED, version=F("version") + 1, updated_on=command.now
    )
    record_all(command.by, ((CHANGED, each, cancelled) for each in tasks))
    if tasks:
        record_deed(command.by, "Undone", job, {"cancelled": (None, len(tasks))})
    return len(tasks)


def tasks_to_undo(job: TaskAssignment) -> TaskQuerySet:
    """Return the tasks that the assignment gave and that are still free.

    They have its moment of creation, which hardly another task of the exercise has; whether they
    have its ids, too, `undo_assignment` asks.
    """
    given = ParticipantExerciseTask.objects.filter(
        exercise=job.exercise_id, created_on=job.created_on
    )
    return given.free()


class Assignments(JobKind[TaskAssignment]):
    """Gives the task to participants, page by page.

    The id of a task comes from those of the job and of the participant: a portion that runs again
    finds the tasks that are there.
    """

    model = TaskAssignment
    columns = ("created", "refused")

    def portion(self, job: TaskAssignment, now: datetime) -> bool:
        page = _next_of_list(job) if IS_LIST in job.segment else _next_of_segment(job)
        left_out = self.do_rows(job, page, partial(_give, job))
        job.refused += len(left_out)
        job.done += len(page)
        return len(page) == PAGE

    def jobs(self) -> Any:
        return TaskAssignment.objects.select_related("exercise")

    def keep(self) -> timedelta | None:
        return timedelta(days=90)


def _give(job: TaskAssignment, participant_ids: Sequence[UUID]) -> None:
    results = put_all(ParticipantExerciseTasks, _missing(job, participant_ids))
    created = sum(isinstance(each, Put) for each in results)
    job.created += created
    job.refused += len(results) - created


def _wanted(command: AssignTaskCommand) -> tuple[TaskAssignment, list[SegmentLine] | None]:
    exercise = Exercise.objects.get_or_refuse(command.exercise_id)
    detail = "A task finishes after it starts."
    refuse_end_before_start(command.starts_on, command.finishes_on, "finishesOn", detail)
    lines = None
    if command.participant_ids is None:
        refuse_segment(exercise.program_id, command.segment)
    else:
        lines = lines_of(exercise.program_id, command.participant_ids)
    job = TaskAssignment(
        pk=command.assignment_id,
        exercise=exercise,
        criteria=read_criteria(exercise.activity_type, command.criteria),
        starts_on=command.starts_on,
        finishes_on=command.finishes_on,
        segment=command.segment.as_json() if lines is None else {IS_LIST: "true"},
        refused=sum(bool(each.refusal) for each in lines or ()),
        started_by=name_of(command.by),
        created_on=command.now,
    )
    return job, lines


def _stored(line: SegmentLine) -> dict[str, Any]:
    names = ("number", "text", "participant_id", "refusal")
    return {name: getattr(line, name) for name in names}


def _next_of_segment(job: TaskAssignment) -> list[UUID]:
    segment = Segment.of(job.segment)
    found = participants_of(job.exercise.program_id, segment).filter(created_on__lt=job.created_on)
    if job.total is None:
        job.total = found.count()
    page = list(rows_after(found, RowPosition.of(job))[:PAGE])
    if page:
        last = page[-1]
        job.position = RowPosition(created_on=last.created_on, pk=last.pk).as_json()
    return [each.pk for each in page]


def _next_of_list(job: TaskAssignment) -> list[UUID]:
    lines = AssignmentLine.objects.filter(assignment=job, refusal="")
    if job.total is None:
        job.total = lines.count()
    after = (job.position or {}).get("number", 0)
    page = list(lines.filter(number__gt=after).order_by("number")[:PAGE])
    if page:
        job.position = {"number": page[-1].number}
    return [each.participant_id for each in page if each.participant_id is not None]


def _missing(
    job: TaskAssignment, participant_ids: Sequence[UUID]
) -> list[PutParticipantExerciseTaskCommand]:
    """Return the tasks that participants do not have yet; one that is there may have changed."""
    ids = {_task_id(job, each): each for each in participant_ids}
    there = ParticipantExerciseTask.objects.filter(pk__in=ids).values_list("pk", flat=True)
    return [
        PutParticipantExerciseTaskCommand(
            task_id=task_id,
            participant_id=ids[task_id],
            exercise_id=job.exercise_id,
            now=job.created_on,
            criteria=job.criteria,
            starts_on=job.starts_on,
            finishes_on=job.finishes_on,
        )
        for task_id in sorted(ids.keys() - set(there))
    ]


def _task_id(job: TaskAssignment, participant_id: UUID) -> UUID:
    return uuid5(job.pk, str(participant_id))
