"""Programs and participants for tests of this app and of the apps above it."""
# mypy: disable-error-code="no-untyped-call"

from typing import Any
from uuid import UUID, uuid4

from django.utils import timezone
from factory.declarations import SelfAttribute, Sequence, SubFactory
from factory.django import DjangoModelFactory

from foundation.messaging import jobs
from programs.activity_types import criteria_of
from programs.participants.models import Participant
from programs.programs.models import Exercise, MarketingProgram
from programs.tasks.models import ParticipantExerciseTask, TaskAssignment
from programs.tasks.suitable import find_suitable_task


class MarketingProgramFactory(DjangoModelFactory[MarketingProgram]):
    class Meta:
        model = MarketingProgram

    name = Sequence(lambda n: f"Program {n}")


class ParticipantFactory(DjangoModelFactory[Participant]):
    class Meta:
        model = Participant

    program = SubFactory(MarketingProgramFactory)


class ExerciseFactory(DjangoModelFactory[Exercise]):
    class Meta:
        model = Exercise

    program = SubFactory(MarketingProgramFactory)
    name = "Run"
    activity_type = "SportActivity"


class ParticipantExerciseTaskFactory(DjangoModelFactory[ParticipantExerciseTask]):
    class Meta:
        model = ParticipantExerciseTask

    participant = SubFactory(ParticipantFactory)
    exercise = SubFactory(ExerciseFactory, program=SelfAttribute("..participant.program"))
    activity_type = SelfAttribute("exercise.activity_type")

    @classmethod
    def _adjust_kwargs(cls, **fields: Any) -> dict[str, Any]:
        """Store the criteria as the command does: as exact texts."""
        rules = criteria_of(fields["activity_type"])
        return {**fields, "criteria": rules.read(fields.get("criteria", {}))}


def suitable_id(participant_id: Any, **facts: Any) -> UUID | None:
    """Return the id of the task that suits a SportActivity with these facts, or None."""
    found = find_suitable_task(participant_id, "SportActivity", facts)
    return None if found is None else found.task_id


def waiting_assignment() -> TaskAssignment:
    """Return a task for many that no worker has begun."""
    job: TaskAssignment = TaskAssignment.objects.create(
        exercise=ExerciseFactory.create(), started_by="ann"
    )
    return job


def done_assignment() -> TaskAssignment:
    """Return a task for many that one participant got."""
    job = waiting_assignment()
    participant = ParticipantFactory.create(program=job.exercise.program)
    TaskAssignment.objects.filter(pk=job.pk).update(created_on=timezone.now())
    for _ in jobs.portions(TaskAssignment, job.pk, uuid4()):
        pass
    assert participant.tasks.exists()
    return TaskAssignment.objects.get(pk=job.pk)
