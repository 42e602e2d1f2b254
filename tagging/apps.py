from django.apps import AppConfig


class TaggingConfig(AppConfig):
    name = "tagging"

    def ready(self) -> None:
        from recognition.queries.photos.history.entries import register_history_source
        from tagging.queries.hands import task_changes  # models are loaded only now

        register_history_source(task_changes)
