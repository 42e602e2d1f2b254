from django.apps import AppConfig


class TaggingConfig(AppConfig):
    name = "tagging"

    def ready(self) -> None:
        from foundation.privacy.models import SubjectKind  # models are there only now
        from foundation.privacy.parts import register_parts
        from foundation.records.gauges import register_gauges
        from foundation.rest.languages import register_language_of_user
        from foundation.staff.finding import records_of, register_sources
        from foundation.staff.parts import register_page_part
        from recognition.queries.photos.history.entries import register_history_source
        from tagging.admin import albums  # models are loaded only now
        from tagging.commands.erasing import GuidesShowing, NumbersByTaggers
        from tagging.metrics import tasks
        from tagging.models import Tagator, TaggingTask, Work
        from tagging.models.tagators import language_of_tagator, with_text
        from tagging.queries.hands import task_changes

        register_gauges(tasks)
        register_history_source(task_changes)
        register_language_of_user(language_of_tagator)
        register_page_part(*albums.PARTS)
        register_sources(records_of(Tagator, with_text), records_of(TaggingTask), records_of(Work))
        register_parts(SubjectKind.PERSON, NumbersByTaggers(), GuidesShowing())
