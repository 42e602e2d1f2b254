from django.apps import AppConfig


class TaggingConfig(AppConfig):
    name = "tagging"

    def ready(self) -> None:
        from recognition.queries.photos.history.entries import tell_history
        from tagging.queries import task_changes  # models are loaded only now

        tell_history(task_changes)
