from django.apps import AppConfig

from messaging.subscriptions import subscribe


class RecognitionConfig(AppConfig):
    name = "recognition"

    def ready(self) -> None:
        from recognition import events, handlers, metrics  # models are there only now

        metrics.register()
        subscribe(events.PHOTO_PUBLISHED, handlers.on_photo_published)
        subscribe(events.PHOTO_DELETED, handlers.on_photo_deleted)
        subscribe(events.ALBUM_CREATED, handlers.on_album_created)
