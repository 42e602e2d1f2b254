"""Photos that the platform publishes and deletes, in any order and any number of times."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.conf import settings
from django.db import transaction

from recognition.commands.photos.outcomes import state_of
from recognition.commands.photos.reasons import DELETED
from recognition.models import Album, Photo, PhotoState, Tenant
from recognition.providers.photo_service import withdraw_results
from recognition.providers.tagator_service import tagator_service
from recognition.strategies import needs_face_provider, needs_number_step
from records.creating import insert_new


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishPhotoCommand:
    """A photo was published in an album."""

    photo_id: UUID
    album_id: UUID
    tenant_id: UUID
    photographer_id: UUID | None
    shooting_date: datetime | None
    image_url: str
    now: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class DeletePhotoCommand:
    """A photo was deleted."""

    photo_id: UUID
    album_id: UUID


@transaction.atomic(savepoint=False)
def publish_photo(command: PublishPhotoCommand) -> Photo | None:
    """Create the photo, leased to the caller for processing; None where it is known already.

    Settings that change at the same moment are either seen here, or their change sees the photo.

    An unknown album is made with the settings' defaults. A photo whose deletion came first stays
    deleted.
    """
    album = _held_album(command.album_id, command.tenant_id)
    photo = Photo(
        pk=command.photo_id,
        album=album,
        photographer_id=command.photographer_id,
        shooting_date=command.shooting_date,
        image_url=command.image_url,
        created_on=command.now,
        updated_on=command.now,
        reason_description=album.why_off(),
    )
    if not album.why_off():
        lease = command.now + settings.PROCESSING_LEASE
        photo.faces_next_attempt_on = lease if needs_face_provider(photo) else None
        photo.numbers_next_attempt_on = lease if needs_number_step(photo) else None
        photo.state = state_of(photo)
    return photo if insert_new(photo) else None


@transaction.atomic(savepoint=False)
def delete_photo(command: DeletePhotoCommand) -> Photo:
    """Mark the photo deleted, for good, and take back its tagging tasks and untold results.

    A photo that is not known yet leaves a tombstone, which its later publication respects.
    """
    photo = Photo.objects.select_for_update(of=("self",)).filter(pk=command.photo_id).first()
    if photo is None:
        photo = _tombstone(command)
    if photo.state == PhotoState.DELETED:
        return photo
    tagator_service().cancel_tasks(photo.pk, DELETED)
    withdraw_results(photo.pk, DELETED)
    return photo.store(
        state=PhotoState.DELETED,
        reason_description=DELETED,
        faces_next_attempt_on=None,
        numbers_next_attempt_on=None,
        callback_due_on=None,
        tagging_task_id=None,
    )


def _tombstone(command: DeletePhotoCommand) -> Photo:
    Album.objects.ensure(command.album_id)
    insert_new(
        Photo(
            pk=command.photo_id,
            album_id=command.album_id,
            state=PhotoState.DELETED,
            reason_description=DELETED,
        )
    )
    # Published between our look and our insert: then there is a row to lock now.
    return Photo.objects.locked(command.photo_id)


def _held_album(album_id: UUID, tenant_id: UUID) -> Album:
    """Return the album, held until the commit; an album that is not known yet is created."""
    if not Album.objects.hold(album_id):
        Tenant.objects.ensure(tenant_id)
        Album.objects.ensure(album_id)
        Album.objects.filter(pk=album_id, tenant=None).update(tenant_id=tenant_id)
        Album.objects.hold(album_id)
    return Album.objects.with_settings().get(pk=album_id)
