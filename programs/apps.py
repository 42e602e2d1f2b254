from django.apps import AppConfig


class ProgramsConfig(AppConfig):
    name = "programs"

    def ready(self) -> None:
        from privacy.models import SubjectKind  # models are there only now
        from privacy.parts import register_parts
        from programs.commands.erasing import TasksOfParticipant
        from programs.models import (  # models are there only now
            Exercise,
            MarketingProgram,
            Participant,
            ParticipantExerciseTask,
        )
        from staff.finding import records_of, register_sources, with_name

        register_sources(
            records_of(MarketingProgram, with_name),
            records_of(Exercise, with_name),
            records_of(Participant),
            records_of(ParticipantExerciseTask),
        )
        register_parts(SubjectKind.PARTICIPANT, TasksOfParticipant())
