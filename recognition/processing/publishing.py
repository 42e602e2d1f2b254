"""Photos that the platform publishes and deletes, in any order and any number of times."""

from dataclasses import dataclass
from datetime import datetime
from functools import partial
from uuid import UUID, uuid4

from django.conf import settings
from django.db import transaction

from foundation.records.models import insert_new, insert_unknown
from recognition.processing.results import plan_judging
from recognition.records.albums import Album, Tenant
from recognition.records.persons import PhotoRepublication
from recognition.records.photo_state import DELETED, settle, state_of
from recognition.records.photos import Photo
from recognition.records.recognition_off import why_off
from recognition.records.steps import NUMBERS, STEPS, PhotoState, Step
from recognition.records.strategies import has_work
from recognition.wire.photo_service import withdraw_results
from recognition.wire.picture_copies import forget_pictures
from recognition.wire.tagator_service import tagator_service

_CORRECTED = ("image_url", "shooting_date", "photographer_id")


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishPhotoCommand:
    """A photo was published in an album."""

    photo_id: UUID
    album_id: UUID
    tenant_id: UUID
    photographer_id: UUID | None
    shooting_date: datetime | None
    image_url: str
    told_on: datetime
    now: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class DeletePhotoCommand:
    """A photo was deleted."""

    photo_id: UUID
    album_id: UUID


@transaction.atomic(savepoint=False)
def publish_photo(command: PublishPhotoCommand) -> Photo | None:
    """Create the photo; of one that is known already, correct what a newer event says otherwise.

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
        told_on=command.told_on,
        created_on=command.now,
        updated_on=command.now,
        reason_description=why_off(album),
        reason_group=why_off(album),
    )
    is_claimed = not why_off(album) and _claim_steps(photo, command.now)
    if insert_unknown(photo):
        return photo if is_claimed else None
    _correct(command)
    return None


def _correct(command: PublishPhotoCommand) -> None:
    """Take over what the platform says otherwise by now; results stay.

    What failed on the photo, or is under way, is done again if it has another address: the former
    one may be the reason of a failure, also of one that is still to come.
    """
    photo = Photo.objects.locked_with_album(command.photo_id)
    if photo.state == PhotoState.DELETED or (photo.told_on and photo.told_on >= command.told_on):
        return
    wanted = {name: getattr(command, name) for name in _CORRECTED}
    changes = {name: (getattr(photo, name), new) for name, new in wanted.items()}
    changes = {name: pair for name, pair in changes.items() if pair[0] != pair[1]}
    Photo.objects.filter(pk=photo.pk).update(told_on=command.told_on, **wanted)
    if not changes:
        return
    in_words = {name: [str(one or "") for one in pair] for name, pair in changes.items()}
    PhotoRepublication.objects.create(photo=photo, changes=in_words, occurred_on=command.now)
    photo.refresh_from_db(fields=_CORRECTED)
    if "image_url" in changes:
        transaction.on_commit(partial(forget_pictures, photo.pk), robust=True)
        for step in STEPS:
            if _began(photo, step) and has_work(photo, step):
                step.of(photo).start(command.now)
                photo.callback_due_on = None if step is NUMBERS else photo.callback_due_on
    tagator_service().correct_tasks(photo)
    plan_judging(photo, command.now)  # by its date, other photos are of its burst
    settle(photo)


def _began(photo: Photo, step: Step) -> bool:
    """Return whether the step failed, is worked on, or waits for its callback."""
    own = step.of(photo)
    return bool(own.failure or own.claim or (step is NUMBERS and photo.callback_due_on))


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
    # At once: numbers of other photos may rest on it.
    photo.judge_on = photo.companions_on = photo.updated_on
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
