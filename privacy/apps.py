from django.apps import AppConfig


class PrivacyConfig(AppConfig):
    name = "privacy"

    def ready(self) -> None:
        from messaging.jobs.kinds import register_job_kind  # models are there only now
        from privacy.commands.exported import ExportsBefore
        from privacy.commands.messages import KeptAnswers, MessagesNaming
        from privacy.commands.running import Erasures
        from privacy.models import SubjectKind
        from privacy.parts import register_parts

        register_job_kind(Erasures())
        for kind in SubjectKind:
            register_parts(kind, ExportsBefore(), KeptAnswers())
        register_parts(SubjectKind.PARTICIPANT, MessagesNaming())
        register_parts(SubjectKind.SELFIE, MessagesNaming())
