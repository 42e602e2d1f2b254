from django.apps import AppConfig

from foundation.messaging.bus.subscriptions import subscribe


class RecognitionConfig(AppConfig):
    name = "recognition"

    def ready(self) -> None:
        import recognition.checks  # noqa: F401 (they register themselves)
        from foundation.messaging.admin.about import register_service, register_subjects
        from foundation.messaging.jobs.kinds import register_job_kind  # models are there only now
        from foundation.privacy.models import SubjectKind
        from foundation.privacy.parts import register_parts
        from foundation.records.gauges import register_gauges
        from foundation.records.partitions import register_table
        from foundation.staff.finding import register_sources
        from recognition import handlers
        from recognition.admin import finding
        from recognition.admin.subjects import SERVICE_PAGES, SUBJECTS
        from recognition.commands.accounts.moving import AlbumsMoving
        from recognition.commands.albums.retention import Retentions
        from recognition.commands.erasing.photos import PhotosOfPerson
        from recognition.commands.erasing.providers import FacesAtProviders
        from recognition.commands.erasing.selfies import ErasedSelfie, SelfiesOfPerson
        from recognition.commands.jobs import AlbumProcessing, Rejudging
        from recognition.commands.persons.reassigning import Reassigning
        from recognition.commands.photos.storing import CALLBACKS
        from recognition.metrics import callbacks, calls, photos
        from recognition.queries.photos.history import corrections, entries, numbers, sources

        # In the opposite order: an erasure begins with what refers to others.
        register_parts(SubjectKind.PERSON, FacesAtProviders(), SelfiesOfPerson(), PhotosOfPerson())
        register_parts(SubjectKind.SELFIE, ErasedSelfie())
        subscribe(handlers.PHOTO_PUBLISHED, handlers.on_photo_published)
        subscribe(handlers.PHOTO_DELETED, handlers.on_photo_deleted)
        subscribe(handlers.ALBUM_CREATED, handlers.on_album_created)
        register_subjects(*SUBJECTS)
        for prefix, address in SERVICE_PAGES.items():
            register_service(prefix, address)
        register_gauges(photos, callbacks, calls)
        register_table(CALLBACKS)
        register_job_kind(AlbumProcessing())
        register_job_kind(Rejudging())
        register_job_kind(Retentions())
        register_job_kind(AlbumsMoving())
        register_job_kind(Reassigning())
        # Of what happened at one moment, the cause comes before the effect.
        entries.register_history_source(
            sources.publication,
            sources.processings,
            sources.requests,
            sources.attempts,
            numbers.former_numbers,
            numbers.numbers,
            numbers.suggestions,
            corrections.corrections,
            sources.recognitions,
            sources.deliveries,
        )
        register_sources(*finding.SOURCES)
