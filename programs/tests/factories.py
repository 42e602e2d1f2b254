"""Programs and participants for tests of this app and of the apps above it."""
# mypy: disable-error-code="no-untyped-call"

from factory.declarations import SelfAttribute, Sequence, SubFactory
from factory.django import DjangoModelFactory

from programs.models import (
    ActivityType,
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
    activity_type = ActivityType.SPORT


class ParticipantExerciseTaskFactory(DjangoModelFactory[ParticipantExerciseTask]):
    class Meta:
        model = ParticipantExerciseTask

    participant = SubFactory(ParticipantFactory)
    exercise = SubFactory(ExerciseFactory, program=SelfAttribute("..participant.program"))
