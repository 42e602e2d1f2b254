"""Photos that the platform publishes and deletes, in any order and any number of times."""

from dataclasses import dataclass
from datetime import datetime
from functools import partial
from uuid import UUID, uuid4

from django.conf import settings
from django.db import transaction

from recognition.commands.photos.state import DELETED, settle, state_of
from recognition.models import STEPS, Album, Photo, PhotoState, Tenant
from recognition.providers.images.cache import forget_pictures
from recognition.providers.photo_service import withdraw_results
from recognition.providers.tagator_service import tagator_service
from recognition.strategies import has_work
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
    """Create the photo; one that is known already stays as it is.

    Return the photo if the caller should process it at once, under the claim of its steps; None:
    there is nothing to do, or the photo was known before.

    Settings that change at the same moment are either seen here, or their change sees the photo.
    An unknown album is created with the default settings. A photo whose deletion came first stays
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
        reason_group=album.why_off(),
    )
    is_claimed = not album.why_off() and _claim_steps(photo, command.now)
    return photo if insert_new(photo) and is_claimed else None


def _claim_steps(photo: Photo, now: datetime) -> bool:
    """Claim the steps that have work; return whether any has."""
    claim = uuid4()
    with_work = [step.of(photo) for step in STEPS if has_work(photo, step)]
    for step in with_work:
        step.next_attempt_on, step.claim = now + settings.PROCESSING_LEASE, claim
    photo.state = state_of(photo)
    return bool(with_work)


@transaction.atomic(savepoint=False)
def delete_photo(command: DeletePhotoCommand) -> Photo:
    """Mark the photo deleted, finally; cancel its tagging tasks and the results not sent yet.

    Our copies of its picture are removed after the commit.

    A photo that is not known yet leaves a tombstone, which its later publication respects.
    """
    photo = Photo.objects.select_for_update(of=("self",)).filter(pk=command.photo_id).first()
    if photo is None:
        photo = _tombstone(command)
    if photo.state == PhotoState.DELETED:
        return photo
    tagator_service().cancel_tasks(photo.pk, DELETED)
    withdraw_results(photo.pk, DELETED)
    photo.state = PhotoState.DELETED
    photo.callback_due_on = photo.tagging_task_id = None
    for step in STEPS:
        step.of(photo).plan(None)
    photo.judge_on = photo.updated_on  # at once: numbers of other photos may rest on it
    settle(photo)
    transaction.on_commit(partial(forget_pictures, photo.pk), robust=True)
    return photo


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
    # If it was published between our look and our insert, there is a row to lock now.
    return Photo.objects.locked(command.photo_id)


def _held_album(album_id: UUID, tenant_id: UUID) -> Album:
    """Return the album, held until the commit; an album that is not known yet is created."""
    held = Album.objects.hold(album_id)
    if held is None:
        Tenant.objects.ensure(tenant_id)
        Album.objects.ensure(album_id)
        Album.objects.filter(pk=album_id, tenant=None).update(tenant_id=tenant_id)
        [held] = Album.objects.hold_all([album_id])
    return held
