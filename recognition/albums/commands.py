"""Albums as the platform creates them, and what staff set: how they are recognised, and tagged."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import Q

from foundation.records.audit import (
    CHANGED,
    Actor,
    name_of,
    record_change,
    record_deed,
    store_recorded,
)
from foundation.records.models import UNCHANGED, Unchanged
from foundation.records.refusals import Conflict, Invalid
from foundation.records.texts import counted
from recognition.jobs.commands import start_jobs
from recognition.jobs.models import JobMode
from recognition.numbers.counted_texts import photos_rejecting
from recognition.numbers.judging_again import rejudge_album
from recognition.numbers.known_texts import known_texts
from recognition.numbers.models import AlbumText, AlbumTextNotFound
from recognition.providers.models import Account, AccountSpace
from recognition.records.albums import (
    AfterChange,
    Album,
    AlbumCustomTag,
    NormalizationPolicy,
    NumberFormat,
    RecognitionState,
    Strategy,
    Tenant,
    follows,
)
from recognition.records.photos import Photo
from recognition.rejudging.rejudging import plan_judging_again
from recognition.wire.tagator_service import tagator_service

PLATFORM = Actor("the platform")  # by an event that corrects an earlier one


class FaceProviderUnusable(Invalid):
    """The face provider cannot be used as asked."""


class CustomTagInUse(Invalid):
    """Known answers have a custom tag that would be removed: taggers could not give them."""


class AlbumOfAnotherTenant(Conflict):
    """The album is of another tenant, and stays so."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateAlbumCommand:
    """`by`: who calls the API for it; None: the platform, by an event."""

    album_id: UUID
    tenant_id: UUID
    name: str
    event_date: datetime | None
    told_on: datetime
    now: datetime
    by: Actor | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeAlbumPriorityCommand:
    album_id: UUID
    priority: int
    expected_version: int | None = None
    by: Actor | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeAlbumRecognitionSettingsCommand:
    """Set the face provider of an album and how its photos are recognised.

    :param face_account_id: None: no face provider.
    :param face_space_id: None: the account's default space.
    :param strategy: None: unchanged, as are a `normalization_policy` and a
        `start_number_capacity` of None.
    :param minimum_confidence: 0 to 1; None: the site's default.
    :param number_format: None: unchanged, as is an `infer_numbers` of None.
    """

    album_id: UUID
    now: datetime
    face_account_id: UUID | None = None
    face_space_id: UUID | None = None
    strategy: Strategy | None = None
    normalization_policy: NormalizationPolicy | None = None
    start_number_capacity: int | None = None
    minimum_confidence: float | Unchanged | None = UNCHANGED
    number_format: NumberFormat | None = None
    infer_numbers: bool | None = None
    expected_version: int | None = None
    by: Actor | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeAlbumRecognitionStateCommand:
    album_id: UUID
    state: RecognitionState
    now: datetime
    expected_version: int | None = None
    by: Actor | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeAlbumCustomTagsCommand:
    album_id: UUID
    names: frozenset[str]
    expected_version: int | None = None
    by: Actor | None = None


@transaction.atomic(savepoint=False)
def create_album(command: CreateAlbumCommand) -> Album:
    """Fill in an album as the platform announced it; the newest event wins.

    If its name or date says which texts are no start numbers, what was read is judged again.

    :raises AlbumOfAnotherTenant: over the API; an event leaves the tenant as it is.
    """
    Tenant.objects.ensure(command.tenant_id)
    Album.objects.ensure(command.album_id)
    album = Album.objects.locked(command.album_id)
    if album.told_on is not None and album.told_on >= command.told_on:
        return album
    if command.by and album.tenant_id not in (None, command.tenant_id):
        raise AlbumOfAnotherTenant
    told = {"name": command.name, "event_date": command.event_date}
    changes = {name: value for name, value in told.items() if getattr(album, name) != value}
    before, known = (known_texts(name, day) for name, day in (_told(album), _told(command)))
    if before != known and Photo.objects.filter(album=album).exists():
        rejudge_album(album, command.now)
    is_correction = album.announced_on is not None
    if is_correction:
        Album.objects.filter(pk=album.pk).update(told_on=command.told_on)
        return store_recorded(command.by or PLATFORM, album, **changes)
    found = {"tenant_id": command.tenant_id, "announced_on": command.now}
    return store_recorded(command.by, album, **found, told_on=command.told_on, **told)


def _told(by: Album | CreateAlbumCommand) -> tuple[str, datetime | None]:
    return by.name, by.event_date


@transaction.atomic
def change_album_priority(command: ChangeAlbumPriorityCommand) -> Album:
    """Set the priority of an album and of its open tagging tasks: 0 to 100, higher first.

    :raises AlbumNotFound: no such album.
    :raises VersionConflict: the album changed since `expected_version`.
    """
    album = Album.objects.locked(command.album_id, command.expected_version)
    if album.priority == command.priority:
        return album
    tagator_service().change_priority(album.pk, command.priority)
    return store_recorded(command.by, album, priority=command.priority)


@transaction.atomic
def change_album_recognition_settings(command: ChangeAlbumRecognitionSettingsCommand) -> Album:
    """Set how an album's photos are recognised; a job applies the change to its photos.

    What follows a change of each setting says `AFTER_CHANGE`.

    :raises AlbumNotFound: no such album.
    :raises AccountNotFound: no such face-provider account.
    :raises FaceProviderUnusable: it is switched off, or has no such space to use.
    :raises VersionConflict: the album changed since `expected_version`.
    """
    album = Album.objects.locked(command.album_id, command.expected_version)
    changes = changed_settings(command, album)
    if not changes:
        return album
    if follows(AfterChange.JUDGING, changes):
        rejudge_album(album, command.now)
    if follows(AfterChange.JOB, changes):
        start_jobs([album], JobMode.CHANGED, command.now, name_of(command.by))
    _keep_former_faces(album, changes)
    return store_recorded(command.by, album, **changes)


def _keep_former_faces(album: Album, changes: Mapping[str, object]) -> None:
    """Keep who has recognised faces until now, if others do from now on."""
    space_id, former = album.face_space_id, album.former_face_spaces
    if "face_space_id" in changes and space_id is not None and space_id not in former:
        album.former_face_spaces = [*former, space_id]
        album.save(update_fields=["former_face_spaces"])
    if "strategy" in changes and album.strategy == Strategy.FACE_NUMBER:
        album.formerly_by_number_provider = True
        album.save(update_fields=["formerly_by_number_provider"])


@transaction.atomic
def change_album_recognition_state(command: ChangeAlbumRecognitionStateCommand) -> Album:
    """Switch recognition on or off for an album; a job applies the change to its photos.

    :raises AlbumNotFound: no such album.
    :raises VersionConflict: the album changed since `expected_version`.
    """
    album = Album.objects.locked(command.album_id, command.expected_version)
    if album.state == command.state:
        return album
    start_jobs([album], JobMode.CHANGED, command.now, name_of(command.by))
    return store_recorded(command.by, album, state=command.state)


@transaction.atomic
def change_album_custom_tags(command: ChangeAlbumCustomTagsCommand) -> Album:
    """Set the tags that taggers may put on photos beside numbers; a change is a new version.

    :raises AlbumNotFound: no such album.
    :raises CustomTagInUse: a known answer has one that would be removed.
    :raises VersionConflict: the album changed since `expected_version`.
    """
    album = Album.objects.locked(command.album_id, command.expected_version)
    known = set(album.custom_tags.values_list("name", flat=True))
    if known == command.names:
        return album
    _refuse_tags_in_use(album.pk, known - command.names)
    album.custom_tags.exclude(name__in=command.names).delete()
    AlbumCustomTag.objects.bulk_create(
        AlbumCustomTag(album=album, name=name) for name in sorted(command.names - known)
    )
    record_change(command.by, CHANGED, album, {"custom_tags": (known, command.names)})
    return album.store()


def _refuse_tags_in_use(album_id: UUID, removed: Collection[str]) -> None:
    if photo_ids := tagator_service().known_answers_with(album_id, removed):
        tags = ", ".join(sorted(removed))
        answers = counted(len(photo_ids), "known answer")
        first = f"Change or unmark {'it' if len(photo_ids) == 1 else 'them'} first"
        said = f"{tags}: {answers} with it, the first of photo {photo_ids[0]}."
        raise CustomTagInUse(errors={"custom_tags": f"{said} {first}."})


def changed_settings(
    command: ChangeAlbumRecognitionSettingsCommand, album: Album
) -> dict[str, object]:
    """Return the fields of the album that the command changes, in a transaction.

    :raises AccountNotFound: no such face-provider account.
    :raises FaceProviderUnusable: it is switched off, or has no such space to use.
    """
    wanted = {**_wanted_faces(command), **_wanted_reading(command)}
    return {name: value for name, value in wanted.items() if getattr(album, name) != value}


def _wanted_faces(command: ChangeAlbumRecognitionSettingsCommand) -> dict[str, object]:
    space = _space(command.face_account_id, command.face_space_id)
    return {
        "face_account_id": space.account_id if space else None,
        "face_space_id": space.pk if space else None,
    }


def _space(account_id: UUID | None, space_id: UUID | None) -> AccountSpace | None:
    """Return the space to use; its account is locked, so it stays switched on until the commit."""
    if account_id is None:
        return None
    account = Account.objects.select_for_update(no_key=True).get_or_refuse(account_id)
    if not account.is_active:
        raise FaceProviderUnusable(errors={"provider_id": "The account is switched off."})
    space = account.spaces.filter(Q(pk=space_id) if space_id else Q(is_default=True)).first()
    if space is None:
        which = "such space" if space_id else "default space: name one"
        raise FaceProviderUnusable(errors={"provider_space_id": f"The account has no {which}."})
    if not space.is_active:
        raise FaceProviderUnusable(errors={"provider_space_id": "The space is switched off."})
    return space


def _wanted_reading(command: ChangeAlbumRecognitionSettingsCommand) -> dict[str, object]:
    given = {
        "strategy": command.strategy,
        "normalization_policy": command.normalization_policy,
        "start_number_capacity": command.start_number_capacity,
        "number_format": command.number_format,
        "infer_numbers": command.infer_numbers,
    }
    wanted: dict[str, object] = {name: value for name, value in given.items() if value is not None}
    if command.minimum_confidence is not UNCHANGED:
        wanted["minimum_confidence"] = command.minimum_confidence
    return wanted


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawAlbumTextCommand:
    album_id: UUID
    text_id: UUID
    now: datetime
    by: Actor | None = None


@transaction.atomic
def withdraw_album_text(command: WithdrawAlbumTextCommand) -> AlbumText:
    """Withdraw a text, and judge again the photos on which it was rejected.

    The row stays, so that the text is not found again. A repeat changes nothing.

    :raises AlbumNotFound: no such album.
    :raises AlbumTextNotFound: the album has no such text.
    """
    album = Album.objects.get_or_refuse(command.album_id)
    text = album.texts.select_for_update().filter(pk=command.text_id).first()
    if text is None:
        raise AlbumTextNotFound
    if text.withdrawn_on is None:
        text.withdrawn_on, text.withdrawn_by = command.now, name_of(command.by)
        text.save(update_fields=["withdrawn_on", "withdrawn_by"])
        record_deed(command.by, "Withdrew a text", album, {"text": (text.in_words(), None)})
        plan_judging_again(photos_rejecting(text), command.now)
    return text
