"""How an album is recognised: its priority, its recognition settings, on or off."""

from dataclasses import dataclass
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from recognition.commands.jobs import rejudge_album, start_jobs
from recognition.models import (
    Account,
    AccountSpace,
    Album,
    JobMode,
    NormalizationPolicy,
    RecognitionState,
    Strategy,
)
from recognition.providers.tagator_service import tagator_service
from records.refusals import Invalid
from records.versioned import UNCHANGED, Unchanged


class FaceProviderUnusable(Invalid):
    """The face provider cannot be used as asked."""

    code = "face-provider-unusable"


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeAlbumPriorityCommand:
    """Set the priority of an album, 0 to 100, higher first."""

    album_id: UUID
    priority: int
    expected_version: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeAlbumFaceProviderCommand:
    """Set the face provider of an album, and nothing else.

    No `face_account_id`: no face provider. No `face_space_id`: the account's default space.
    """

    album_id: UUID
    face_account_id: UUID | None = None
    face_space_id: UUID | None = None
    expected_version: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeAlbumRecognitionSettingsCommand(ChangeAlbumFaceProviderCommand):
    """Set the face provider of an album and how its photos are recognised.

    No policy, no capacity: it stays as it is. No strategy: only the face provider is set.

    :param minimum_confidence: 0 to 1; None: the site's default; left out: it stays as it is.
    """

    strategy: Strategy | None = None
    normalization_policy: NormalizationPolicy | None = None
    start_number_capacity: int | None = None
    minimum_confidence: float | Unchanged | None = UNCHANGED


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeAlbumRecognitionStateCommand:
    """Switch recognition on or off for an album."""

    album_id: UUID
    state: RecognitionState
    expected_version: int | None = None


@transaction.atomic
def change_album_priority(command: ChangeAlbumPriorityCommand) -> Album:
    """Set the priority of an album and of its open tagging tasks.

    :raises AlbumNotFound: no such album.
    :raises VersionConflict: the album changed since `expected_version`.
    """
    album = Album.objects.locked(command.album_id, command.expected_version)
    if album.priority == command.priority:
        return album
    tagator_service().change_priority(album.pk, command.priority)
    return album.store(priority=command.priority)


@transaction.atomic
def change_album_recognition_settings(command: ChangeAlbumRecognitionSettingsCommand) -> Album:
    """Set how an album's photos are recognised; a job brings the photos in line.

    With another minimum of confidence, numbers that are known are judged again as they were read.

    :raises AlbumNotFound: no such album.
    :raises AccountNotFound: no such face-provider account.
    :raises FaceProviderUnusable: it is switched off, or has no such space to use.
    :raises VersionConflict: the album changed since `expected_version`.
    """
    if command.strategy is None:
        return change_album_face_provider(command)
    album = Album.objects.locked(command.album_id, command.expected_version)
    minimum = command.minimum_confidence
    return _store_settings(
        album,
        _space(command.face_account_id, command.face_space_id),
        minimum_confidence=album.minimum_confidence if minimum is UNCHANGED else minimum,
        strategy=command.strategy,
        normalization_policy=command.normalization_policy or album.normalization_policy,
        start_number_capacity=command.start_number_capacity or album.start_number_capacity,
    )


@transaction.atomic
def change_album_face_provider(command: ChangeAlbumFaceProviderCommand) -> Album:
    """Set the face provider of an album; a job brings the photos in line.

    The refusals are those of `change_album_recognition_settings`.
    """
    album = Album.objects.locked(command.album_id, command.expected_version)
    return _store_settings(album, _space(command.face_account_id, command.face_space_id))


@transaction.atomic
def change_album_recognition_state(command: ChangeAlbumRecognitionStateCommand) -> Album:
    """Switch recognition on or off for an album; a job brings the photos in line.

    :raises AlbumNotFound: no such album.
    :raises VersionConflict: the album changed since `expected_version`.
    """
    album = Album.objects.locked(command.album_id, command.expected_version)
    if album.state == command.state:
        return album
    start_jobs([album], JobMode.CHANGED, timezone.now())
    return album.store(state=command.state)


def _space(account_id: UUID | None, space_id: UUID | None) -> AccountSpace | None:
    """Return the space to use; its account is locked, so it stays switched on until the commit."""
    if account_id is None:
        return None
    account = Account.objects.select_for_update(no_key=True).get_or_refuse(account_id)
    if not account.is_active:
        raise FaceProviderUnusable(errors={"provider_id": "The account is switched off."})
    wanted = {"pk": space_id} if space_id else {"is_default": True}
    space = account.spaces.filter(**wanted).first()
    if space is None:
        which = "such space" if space_id else "default space: name one"
        raise FaceProviderUnusable(errors={"provider_space_id": f"The account has no {which}."})
    if not space.is_active:
        raise FaceProviderUnusable(errors={"provider_space_id": "The space is switched off."})
    return space


def _store_settings(album: Album, face_space: AccountSpace | None, **settings: object) -> Album:
    """Store the settings that differ, if any do, and start a job that follows the change."""
    settings["face_account_id"] = face_space.account_id if face_space else None
    settings["face_space_id"] = face_space.pk if face_space else None
    changes = {name: value for name, value in settings.items() if getattr(album, name) != value}
    if not changes:
        return album
    now = timezone.now()
    if "minimum_confidence" in changes:
        rejudge_album(album, now)
    if changes.keys() != {"minimum_confidence"}:
        start_jobs([album], JobMode.CHANGED, now)
    return album.store(**changes)
