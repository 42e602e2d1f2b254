from django.apps import AppConfig


class TaggingConfig(AppConfig):
    name = "tagging"

    def ready(self) -> None:
        from recognition.queries.photos.history.entries import tell_history
        from tagging.photo_history import task_changes  # models are there only now

        tell_history(task_changes)
