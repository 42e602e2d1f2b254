"""Programs and participants for tests of this app and of the apps above it."""
# mypy: disable-error-code="no-untyped-call"

from typing import Any

from factory.declarations import SelfAttribute, Sequence, SubFactory
from factory.django import DjangoModelFactory

from programs.activity_types import criteria_of
from programs.models import (
    Exercise,
    MarketingProgram,
    Participant,
    ParticipantExerciseTask,
)


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
    def _build(cls, model_class: Any, *args: Any, **fields: Any) -> ParticipantExerciseTask:
        wanted = criteria_of(fields["activity_type"]).read(fields.pop("criteria", {}))
        task: ParticipantExerciseTask = model_class(*args, **fields)
        return task.put_criteria(wanted)

    @classmethod
    def _create(cls, model_class: Any, *args: Any, **fields: Any) -> ParticipantExerciseTask:
        task = cls._build(model_class, *args, **fields)
        task.save(force_insert=True)
        return task
