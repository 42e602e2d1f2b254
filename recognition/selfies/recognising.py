"""Recognising a selfie: by the album's face provider at once, or by the number provider later."""

import hashlib
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

import structlog
from django.conf import settings
from django.db import transaction
from django.utils import timezone

from foundation.fetching.pictures import Image
from foundation.privacy.registry import is_erased
from foundation.records.audit import Actor, record_deed
from foundation.records.models import Creation, insert_new
from foundation.records.refusals import Conflict, Invalid, Unavailable
from recognition.providers.faces import RecognisedPerson, face_provider, provider_of, surest
from recognition.providers.failures import FinalFailure, ProcessingFailure
from recognition.providers.numbers import number_provider
from recognition.providers.pace import asking, take_slot
from recognition.providers.pictures import NotReached, fetch_image, usable_picture
from recognition.records.albums import Album
from recognition.records.erased import not_erased, person_name, selfie_name
from recognition.records.recognition_off import why_off
from recognition.records.requests import NumberRequest, RecognitionType
from recognition.records.selfies import Selfie, SelfieImage, SelfiePerson, SelfieState
from recognition.records.steps import FACES
from recognition.records.strategies import Faces, pipeline_of, recognises
from recognition.wire.number_provider import request_recognition
from recognition.wire.signed_addresses import selfie_image_url

log = structlog.get_logger(__name__)

NOT_TAKEN = "Faces cannot be recognised in this picture. Another one, as JPEG or PNG, may do."
# The same for an unknown host and one inside our network: callers do not learn which exist.
NOT_REACHED = "The image cannot be fetched: its host is not reachable from here."
AWAY = "Faces cannot be recognised now; try again."
REASONS = {
    SelfieState.AWAITING_CALLBACK: "Waiting for the number provider.",
    SelfieState.NOT_FOUND: "The picture shows no face, or no known person of the album.",
    SelfieState.RECOGNIZED: "",
}
SEARCHED = "Looked for a runner by a picture"
SHORTLY = timedelta(seconds=5)


class SelfieDiffers(Conflict):
    """There is a selfie with this id, of another album or another picture."""


class SelfieErased(Conflict):
    """The selfie with this id was erased."""


class FacesNotRecognised(Conflict):
    """No faces are recognised in this album, so a selfie cannot be compared with any."""


class ImageUnusable(Invalid):
    """The picture cannot be used."""


class RecogniserAway(Unavailable):
    """The provider that recognises faces in this album cannot be asked now."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RecogniseSelfieCommand:
    """Recognise the picture at an address, or the one in `image`, among an album's persons.

    `by`: the member of staff, or the service, that looks for someone; None for participants.
    """

    selfie_id: UUID
    album_id: UUID
    now: datetime
    image_url: str = ""
    image: bytes = b""
    by: Actor | None = None

    @property
    def image_digest(self) -> str:
        return hashlib.sha256(self.image).hexdigest() if self.image else ""


def recognise_selfie(command: RecogniseSelfieCommand) -> Creation[Selfie]:
    """Recognise a selfie; the same command again changes nothing.

    :raises AlbumNotFound: no such album.
    :raises SelfieDiffers: the id is taken by another selfie.
    :raises SelfieErased: it was that of a selfie that was erased.
    :raises FacesNotRecognised: the album recognises no faces, or recognition is off.
    :raises ImageUnusable: the picture cannot be fetched, or is not a usable image.
    :raises RecogniserAway: the provider cannot be asked now; nothing is stored.
    """
    known = Selfie.objects.filter(pk=command.selfie_id).first()
    if known is not None:
        return _repeated(known, command)
    _refuse_erased(command.selfie_id)
    album = Album.objects.with_settings().get_or_refuse(command.album_id)
    if (why := why_off(album)) or not recognises(album, FACES):
        raise FacesNotRecognised(why)
    image = _picture(command)
    if pipeline_of(album).faces is Faces.NUMBER_PROVIDER:
        return _ask_number_provider(command, image)
    return _ask_face_provider(command, album, image)


def _repeated(known: Selfie, command: RecogniseSelfieCommand) -> Creation[Selfie]:
    kept = (known.album_id, known.image_url, known.image_digest)
    if kept != (command.album_id, command.image_url, command.image_digest):
        raise SelfieDiffers
    return Creation(record=known, is_new=False)


def _picture(command: RecogniseSelfieCommand) -> Image:
    try:
        content = command.image or fetch_image(command.image_url).content
        return usable_picture(content)
    except NotReached as failure:
        _log_refusal(command, failure)
        raise _unusable(command, NOT_REACHED) from failure
    except ProcessingFailure as failure:
        raise _unusable(command, failure.reason) from failure


def _unusable(command: RecogniseSelfieCommand, why: str) -> ImageUnusable:
    return ImageUnusable(why, {"image" if command.image else "image_url": why})


def _ask_face_provider(
    command: RecogniseSelfieCommand, album: Album, image: Image
) -> Creation[Selfie]:
    if album.face_account is None:
        raise FacesNotRecognised
    try:
        provider = face_provider(album.face_account, album.face_space)
        with asking(provider_of(album.face_account), command.now):
            found = provider.search(image)
    except ProcessingFailure as failure:
        raise _refusal(command, failure) from failure
    with transaction.atomic():
        # Read again: an erasure may have begun while the provider searched. One that begins later
        # waits for this transaction, and finds the selfie.
        asked = Album.objects.get_or_refuse(album.pk)
        persons = not_erased(asked, found, person_name, lambda person: person.person_id)
        selfie = _selfie(command, state_for(persons))
        is_new = _insert(selfie)
        if is_new:
            store_persons(selfie, persons)
            _note_search(command, selfie)
    return _created(selfie, command, is_new)


def _ask_number_provider(command: RecogniseSelfieCommand, image: Image) -> Creation[Selfie]:
    selfie = _selfie(command, SelfieState.AWAITING_CALLBACK)
    request = NumberRequest(selfie=selfie, type=RecognitionType.FACE, created_on=command.now)
    stored = SelfieImage(selfie=selfie, content=image.content, content_type=image.content_type)
    with transaction.atomic():
        is_new = _insert(selfie)
        if is_new:
            stored.save(force_insert=True)
            request.save(force_insert=True)
            _note_search(command, selfie)
    if is_new:
        _send(request, selfie, command)
    return _created(selfie, command, is_new)


def _insert(selfie: Selfie) -> bool:
    """Insert the selfie; return whether it is new. It may have been erased meanwhile."""
    _refuse_erased(selfie.pk)
    return insert_new(selfie)


def _refuse_erased(selfie_id: UUID) -> None:
    if is_erased(*selfie_name(selfie_id)):
        raise SelfieErased


def _send(request: NumberRequest, selfie: Selfie, command: RecogniseSelfieCommand) -> None:
    """Send the request outside a transaction: the provider may fetch the picture at once."""
    try:
        with asking(number_provider(), command.now):
            take_slot(number_provider())
            provider_id = request_recognition(request, selfie_image_url(selfie.pk))
    except ProcessingFailure as failure:
        if _withdraw(selfie):
            raise _refusal(command, failure) from failure
    else:
        NumberRequest.objects.filter(pk=request.pk).update(
            provider_request_id=provider_id, accepted_on=timezone.now()
        )


def _note_search(command: RecogniseSelfieCommand, selfie: Selfie) -> None:
    """Write who looked for someone by their face; not the picture, nor whom it found."""
    record_deed(command.by, SEARCHED, selfie, {"album": (None, command.album_id)})


def state_for(persons: Collection[RecognisedPerson]) -> SelfieState:
    return SelfieState.RECOGNIZED if persons else SelfieState.NOT_FOUND


def store_persons(selfie: Selfie, persons: Collection[RecognisedPerson]) -> None:
    """Store the selfie's persons; of a person found twice, the finding of higher confidence."""
    SelfiePerson.objects.bulk_create(
        SelfiePerson(selfie=selfie, person_id=found.person_id, confidence=found.confidence)
        for found in surest(persons)
    )


@transaction.atomic
def _withdraw(selfie: Selfie) -> bool:
    """Delete the selfie, unless a callback came already; return whether it was deleted.

    A callback can come although the request failed here: only the provider's 202 was lost.
    """
    locked = Selfie.objects.select_for_update().filter(pk=selfie.pk)
    waiting = locked.filter(state=SelfieState.AWAITING_CALLBACK)
    return waiting.exists() and bool(Selfie.objects.filter(pk=selfie.pk).delete())


def _selfie(command: RecogniseSelfieCommand, state: SelfieState) -> Selfie:
    waits = state is SelfieState.AWAITING_CALLBACK
    return Selfie(
        pk=command.selfie_id,
        album_id=command.album_id,
        image_url=command.image_url,
        image_digest=command.image_digest,
        state=state,
        reason_description=REASONS[state],
        callback_due_on=command.now + settings.SELFIE_OVERDUE_AFTER if waits else None,
        created_on=command.now,
        updated_on=command.now,
    )


def _created(selfie: Selfie, command: RecogniseSelfieCommand, is_new: bool) -> Creation[Selfie]:
    if is_new:
        return Creation(record=selfie, is_new=True)
    # The same command, running at the same time, inserted it first.
    return _repeated(Selfie.objects.get_or_refuse(selfie.pk), command)


def _refusal(
    command: RecogniseSelfieCommand, failure: ProcessingFailure
) -> ImageUnusable | RecogniserAway:
    """Return the refusal for the caller; the reason names our services and is only logged."""
    _log_refusal(command, failure)
    if isinstance(failure, FinalFailure):
        return _unusable(command, NOT_TAKEN)
    return RecogniserAway(AWAY, failure.retry_after or SHORTLY)


def _log_refusal(command: RecogniseSelfieCommand, failure: ProcessingFailure) -> None:
    log.warning("selfie_refused", selfie_id=str(command.selfie_id), reason=failure.reason)
