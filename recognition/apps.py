from django.apps import AppConfig

from messaging.bus.subscriptions import subscribe


class RecognitionConfig(AppConfig):
    name = "recognition"

    def ready(self) -> None:
        import recognition.checks  # noqa: F401 (they register themselves)
        from messaging.jobs.kinds import register_job_kind  # models are there only now
        from recognition import handlers
        from recognition.commands.jobs import AlbumProcessing, Rejudging
        from recognition.queries.photos.history import entries, numbers, sources

        subscribe(handlers.PHOTO_PUBLISHED, handlers.on_photo_published)
        subscribe(handlers.PHOTO_DELETED, handlers.on_photo_deleted)
        subscribe(handlers.ALBUM_CREATED, handlers.on_album_created)
        register_job_kind(AlbumProcessing())
        register_job_kind(Rejudging())
        # Of what happened at one moment, the cause comes before the effect.
        entries.register_history_source(
            sources.publication,
            sources.processings,
            sources.requests,
            sources.attempts,
            numbers.former_numbers,
            numbers.numbers,
            numbers.suggestions,
            sources.recognitions,
            sources.deliveries,
        )
