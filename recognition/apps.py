from django.apps import AppConfig

from messaging.subscriptions import subscribe


class RecognitionConfig(AppConfig):
    name = "recognition"

    def ready(self) -> None:
        import recognition.checks  # noqa: F401 (they register themselves)
        from recognition import events, handlers, metrics  # models are there only now
        from recognition.history import deliveries, happenings, jobs, photos, provider

        metrics.register()
        subscribe(events.PHOTO_PUBLISHED, handlers.on_photo_published)
        subscribe(events.PHOTO_DELETED, handlers.on_photo_deleted)
        subscribe(events.ALBUM_CREATED, handlers.on_album_created)
        # Of what happened at one moment, the cause is told before the effect.
        happenings.tell_history(
            photos.life,
            jobs.takings,
            provider.asked,
            photos.attempts,
            photos.numbers,
            photos.recognitions,
            deliveries.deliveries,
        )
