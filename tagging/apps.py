from django.apps import AppConfig


class TaggingConfig(AppConfig):
    name = "tagging"

    def ready(self) -> None:
        from recognition.queries.photos.history.entries import register_history_source
        from staff.parts import register_page_part
        from tagging.admin import albums  # models are loaded only now
        from tagging.queries.hands import task_changes

        register_history_source(task_changes)
        register_page_part(albums.PART)
