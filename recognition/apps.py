from django.apps import AppConfig

from foundation.messaging.bus.events import subscribe


class RecognitionConfig(AppConfig):
    name = "recognition"

    def ready(self) -> None:
        import recognition.checks  # noqa: F401 (they register themselves)
        from foundation.messaging.admin.subjects import register_service, register_subjects
        from foundation.messaging.jobs import register_job_kind  # models are there only now
        from foundation.moving.kinds import register_kinds
        from foundation.privacy.models import SubjectKind
        from foundation.privacy.registry import register_parts
        from foundation.records.gauges import register_gauges
        from foundation.records.partitions import register_table
        from foundation.staff.page_parts import register_sources
        from recognition import handlers, moving
        from recognition.albums.moving_to_space import AlbumsMoving
        from recognition.console import finding
        from recognition.console.finding import SERVICE_PAGES, SUBJECTS
        from recognition.erasing.deleting import ErasedSelfie, PhotosOfPerson, SelfiesOfPerson
        from recognition.erasing.providers import FacesAtProviders
        from recognition.jobs.commands import AlbumProcessing, Rejudging
        from recognition.merging.merging import Reassigning
        from recognition.metrics import callbacks, calls, photos
        from recognition.photos import history
        from recognition.processing.storing import CALLBACKS
        from recognition.retention import Retentions

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
        history.register_history_source(
            history.publication,
            history.processings,
            history.requests,
            history.attempts,
            history.former_numbers,
            history.numbers,
            history.suggestions,
            history.corrections,
            history.recognitions,
            history.deliveries,
        )
        register_sources(*finding.SOURCES)
        register_kinds(*moving.KINDS)
