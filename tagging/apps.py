from django.apps import AppConfig


class TaggingConfig(AppConfig):
    name = "tagging"

    def ready(self) -> None:
        from foundation.messaging.jobs import register_job_kind
        from foundation.moving.kinds import register_kinds
        from foundation.privacy.models import SubjectKind  # models are there only now
        from foundation.privacy.registry import register_parts
        from foundation.records.gauges import register_gauges
        from foundation.rest.languages import register_language_of_user
        from foundation.staff.page_parts import records_of, register_page_part, register_sources
        from recognition.photos.history import register_history_source
        from tagging import moving
        from tagging.albums import admin as albums  # models are loaded only now
        from tagging.board.queries import tasks
        from tagging.erasing import GuidesShowing, NumbersByTaggers
        from tagging.quality import marking_page
        from tagging.quality.reading_again import ReadingsAgain
        from tagging.records.history import task_changes
        from tagging.records.tagators import Tagator, language_of_tagator, with_text
        from tagging.records.tasks import TaggingTask
        from tagging.records.works import Work

        register_gauges(tasks)
        register_history_source(task_changes)
        register_language_of_user(language_of_tagator)
        register_page_part(*albums.PARTS, *marking_page.PARTS)
        register_sources(records_of(Tagator, with_text), records_of(TaggingTask), records_of(Work))
        register_parts(SubjectKind.PERSON, NumbersByTaggers(), GuidesShowing())
        register_job_kind(ReadingsAgain())
        register_kinds(*moving.KINDS)
