from django.apps import AppConfig


class ProgramsConfig(AppConfig):
    name = "programs"

    def ready(self) -> None:
        from foundation.messaging.jobs import register_job_kind  # models are there only now
        from foundation.moving.kinds import register_kinds
        from foundation.privacy.models import SubjectKind
        from foundation.privacy.registry import register_parts
        from foundation.staff.page_parts import records_of, register_sources, with_name
        from programs import moving
        from programs.participants.admin import by_words
        from programs.participants.models import Participant
        from programs.programs.models import Exercise, MarketingProgram
        from programs.tasks.assigning import Assignments
        from programs.tasks.commands import TasksOfParticipant
        from programs.tasks.models import ParticipantExerciseTask

        register_job_kind(Assignments())
        register_sources(
            records_of(MarketingProgram, with_name),
            records_of(Exercise, with_name),
            records_of(Participant, by_words, lambda participant: participant.known_as),
            records_of(ParticipantExerciseTask),
        )
        register_parts(SubjectKind.PARTICIPANT, TasksOfParticipant())
        register_kinds(*moving.KINDS)
