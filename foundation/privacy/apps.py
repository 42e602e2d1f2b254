from django.apps import AppConfig


class PrivacyConfig(AppConfig):
    name = "foundation.privacy"

    def ready(self) -> None:
        from foundation.messaging.jobs import register_job_kind  # models are there only now
        from foundation.privacy.commands import Erasures, ExportsBefore, KeptAnswers, MessagesNaming
        from foundation.privacy.models import SubjectKind
        from foundation.privacy.registry import register_parts

        register_job_kind(Erasures())
        for kind in SubjectKind:
            register_parts(kind, ExportsBefore(), KeptAnswers())
        register_parts(SubjectKind.PARTICIPANT, MessagesNaming())
        register_parts(SubjectKind.SELFIE, MessagesNaming())
