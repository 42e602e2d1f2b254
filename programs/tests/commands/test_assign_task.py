"""One task for many participants…"""

from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.utils import timezone

from foundation.messaging import jobs
from foundation.messaging.models import LongJobState
from foundation.records.audit import Actor
from foundation.records.models import AuditEntry, IdTaken
from foundation.records.refusals import Refusal
from programs.criteria import CriteriaInvalid
from programs.participants.erasing import participant_subject
from programs.participants.models import Participant
from programs.programs.models import ExerciseNotFound
from programs.putting import EndsBeforeStart
from programs.tasks import assigning
from programs.tasks.assigning import (
    AssignmentIsOver,
    AssignmentUnfinished,
    AssignTaskCommand,
    CancelAssignmentCommand,
    UndoAssignmentCommand,
    assign_task,
    cancel_assignment,
    preview_assignment,
    undo_assignment,
)
from programs.tasks.commands import TasksOfParticipant
from programs.tasks.models import AssignmentLine, ParticipantExerciseTask, TaskAssignment
from programs.tasks.segments import Segment, SegmentInvalid
from programs.tests.factories import (
    ExerciseFactory,
    ParticipantExerciseTaskFactory,
    ParticipantFactory,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def exercise() -> Any:
    return ExerciseFactory.create()


def order(exercise: Any, **changes: Any) -> AssignTaskCommand:
    given: dict[str, Any] = {
        "assignment_id": uuid4(),
        "exercise_id": exercise.pk,
        "criteria": {"minDistance": 5},
        "by": Actor("ann"),
        "now": timezone.now(),
        **changes,
    }
    return AssignTaskCommand(**given)


def done(command: AssignTaskCommand) -> TaskAssignment:
    job = assign_task(command)
    for _ in jobs.portions(TaskAssignment, job.pk, uuid4()):
        pass
    job.refresh_from_db()
    return job


def with_tasks(exercise: Any) -> set[UUID]:
    tasks = ParticipantExerciseTask.objects.filter(exercise=exercise, state="Active")
    ids = list(tasks.values_list("participant_id", flat=True))
    assert len(ids) == len(set(ids))
    return set(ids)


def new(exercise: Any, count: int = 1, **fields: Any) -> list[Participant]:
    return [ParticipantFactory.create(program=exercise.program, **fields) for _ in range(count)]


def test_reaches_all_of_the_program_in_portions_who_were_there(exercise, monkeypatch):
    monkeypatch.setattr(assigning, "PAGE", 2)
    wanted = {each.pk for each in new(exercise, 5)}
    ParticipantFactory.create()
    command = order(exercise, finishes_on=timezone.now() + timedelta(days=1))
    new(exercise, created_on=timezone.now() + timedelta(hours=1))  # after the order

    job = done(command)

    assert with_tasks(exercise) == wanted
    task = ParticipantExerciseTask.objects.first()
    assert task is not None
    assert (task.criteria, task.finishes_on) == ({"minDistance": "5"}, command.finishes_on)
    assert (job.state, job.done, job.total, job.created) == (LongJobState.FINISHED, 5, 5, 5)
    assert AuditEntry.objects.count() == 1
    cancel = CancelAssignmentCommand(assignment_id=job.pk, by=Actor("bob"), now=timezone.now())
    with pytest.raises(AssignmentIsOver):
        cancel_assignment(cancel)
    job.refresh_from_db()
    assert job.state == LongJobState.FINISHED


def test_reaches_a_segment(exercise: Any):
    past = timezone.now() - timedelta(days=30)
    old, young = new(exercise, created_on=past)[0], new(exercise)[0]
    blocked = new(exercise, state="Blocked")[0]
    other = ExerciseFactory.create(program=exercise.program)
    ParticipantExerciseTaskFactory.create(
        participant=old, exercise=other, state="Completed", completed_on=timezone.now()
    )
    since = timezone.now() - timedelta(days=1)
    found = {
        "active": Segment(state="Active"),
        "old": Segment(created_before=since),
        "late": Segment(created_from=since),
        "with": Segment(completed_exercise_id=other.pk),
        "without": Segment(not_completed_exercise_id=other.pk, state="Active"),
    }
    wanted = {
        "active": {old.pk, young.pk},
        "old": {old.pk},
        "late": {young.pk, blocked.pk},
        "with": {old.pk},
        "without": {young.pk},
    }

    for name, segment in found.items():
        own = ExerciseFactory.create(program=exercise.program)
        assert preview_assignment(order(own, segment=segment)).count == len(wanted[name])
        done(order(own, segment=segment))
        assert with_tasks(own) == wanted[name], name


def test_reaches_a_list_and_reports_the_lines_that_it_refuses(exercise: Any):
    one, two = new(exercise, 2)
    foreign, unknown = ParticipantFactory.create(), uuid4()
    texts = [str(one.pk), "ann", f"{two.pk},", "", str(one.pk), str(foreign.pk), str(unknown)]
    command = order(exercise, participant_ids=texts)

    previewed = preview_assignment(command)
    job = done(command)

    assert with_tasks(exercise) == {one.pk, two.pk}
    assert (job.total, job.created, job.refused) == (2, 2, 4)
    reasons = [
        (2, "is no id"),
        (5, "stands in an earlier line, too"),
        (6, "is a participant of another program"),
        (7, "there is no such participant"),
    ]
    lines = job.lines.exclude(refusal="").order_by("number")
    assert [(each.number, each.refusal) for each in lines] == reasons
    assert (previewed.count, [(each.number, each.refusal) for each in previewed.refused]) == (
        2,
        reasons,
    )


def test_is_the_same_job_with_the_same_id_and_data_and_gives_nothing_twice(exercise):
    new(exercise, 3)
    command = order(exercise)
    first, second = assign_task(command), assign_task(command)
    assert (first.pk, AuditEntry.objects.count()) == (second.pk, 1)
    with pytest.raises(IdTaken):
        assign_task(order(exercise, assignment_id=first.pk, criteria={}))
    assert TaskAssignment.objects.get().criteria == {"minDistance": "5"}

    again = {"finished_on": None, "state": "Waiting", "position": None, "claim_id": None,
             "next_attempt_on": timezone.now()}  # fmt: skip
    for criteria in ("5", "7"):  # a portion runs again
        TaskAssignment.objects.filter(pk=first.pk).update(**again)
        for _ in jobs.portions(TaskAssignment, first.pk, uuid4()):
            pass
        first.refresh_from_db()
        assert (ParticipantExerciseTask.objects.count(), first.created) == (3, 3)
        task = ParticipantExerciseTask.objects.earliest("pk")
        assert task.criteria == {"minDistance": criteria}
        task.store(criteria={"minDistance": "7"})


@pytest.mark.parametrize(
    ("changes", "refusal"),
    [
        ({"exercise_id": UUID(int=1)}, ExerciseNotFound),
        ({"criteria": {"minDistance": "far"}}, CriteriaInvalid),
        ({"starts_on": timezone.now(), "finishes_on": timezone.now() - timedelta(1)},
         EndsBeforeStart),
        ({"segment": Segment(state="Asleep")}, SegmentInvalid),
        ({"segment": Segment(completed_exercise_id=UUID(int=1))}, SegmentInvalid),
        ({"segment": Segment(not_completed_exercise_id=UUID(int=1))}, SegmentInvalid),
        ({"segment": Segment(created_from=timezone.now(),
                             created_before=timezone.now() - timedelta(1))}, SegmentInvalid),
        ({"participant_ids": [str(UUID(int=1))] * 20_001}, SegmentInvalid),
    ],
)  # fmt: skip
def test_is_refused(exercise: Any, changes: dict[str, Any], refusal: type[Refusal]):
    with pytest.raises(refusal):
        assign_task(order(exercise, **changes))
    with pytest.raises(refusal):
        preview_assignment(order(exercise, **changes))

    assert not TaskAssignment.objects.exists()
    assert not AssignmentLine.objects.exists()


def test_is_cancelled_and_keeps_what_was_given(exercise: Any, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(assigning, "PAGE", 1)
    new(exercise, 3)
    job = assign_task(order(exercise))
    cancel = CancelAssignmentCommand(assignment_id=job.pk, by=Actor("bob"), now=timezone.now())
    portions = jobs.portions(TaskAssignment, job.pk, uuid4())
    next(portions)

    cancelled = cancel_assignment(cancel)
    cancel_assignment(cancel)

    with pytest.raises(jobs.ClaimLost):
        next(portions)
    assert (cancelled.state, cancelled.reason) == (LongJobState.CANCELLED, "Cancelled by bob.")
    assert len(with_tasks(exercise)) == 1
    assert AuditEntry.objects.count() == 2


def test_keeps_nothing_of_a_participant_who_is_erased(exercise: Any):
    one, two = new(exercise, 2)
    texts = [str(one.pk), str(two.pk), str(two.pk)]
    by_list = done(order(exercise, participant_ids=texts))
    by_segment = done(order(exercise))
    subject, part = participant_subject(two), TasksOfParticipant()

    while part.erase(subject, None, timezone.now()).next:
        pass

    assert [each.participant_id for each in by_list.lines.all()] == [one.pk]
    by_segment.refresh_from_db()
    assert str(two.pk) not in str(by_segment.position)
    assert not Participant.objects.filter(pk=two.pk).exists()


def undone(job: TaskAssignment) -> int:
    command = UndoAssignmentCommand(assignment_id=job.pk, by=Actor("ann"), now=timezone.now())
    return undo_assignment(command)


def test_its_tasks_are_cancelled_together_but_those_that_are_used_and_of_others(
    exercise: Any, monkeypatch: pytest.MonkeyPatch
):
    ParticipantFactory.create_batch(5, program=exercise.program)
    other = ParticipantExerciseTaskFactory.create(exercise=exercise)
    job = done(order(exercise))
    given = ParticipantExerciseTask.objects.exclude(pk=other.pk).order_by("pk")
    used = given[0].pk
    given.filter(pk=used).update(activity_applied_on=timezone.now())
    monkeypatch.setattr(assigning, "MOST_UNDONE", 3)

    counts = [undone(job) for _ in range(3)]

    assert counts == [3, 1, 0]
    active = ParticipantExerciseTask.objects.filter(state="Active")
    assert set(active.values_list("pk", flat=True)) == {other.pk, used}
    assert set(given.filter(state="Cancelled").values_list("version", flat=True)) == {2}


def test_its_tasks_are_not_cancelled_while_it_gives_them(exercise: Any):
    job = assign_task(order(exercise))

    with pytest.raises(AssignmentUnfinished):
        undone(job)
