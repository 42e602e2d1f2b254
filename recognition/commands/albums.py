"""What staff decide about albums and tenants."""

from dataclasses import dataclass
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils import timezone

from messaging.refusals import NotFound
from recognition.commands.jobs import start_jobs
from recognition.models import (
    Account,
    AccountSpace,
    Album,
    JobMode,
    NormalizationPolicy,
    Photo,
    RecognitionState,
    Strategy,
    Tenant,
)
from recognition.tagator_service import tagator_service


class AccountSpaceUnknown(NotFound):
    """The account has no such space, or no default one to stand in."""

    code = "account-space-not-found"


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeAlbumPriorityCommand:
    """Set the priority of an album, 0 to 100, higher first."""

    album_id: UUID
    priority: int
    expected_version: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeAlbumRecognitionSettingsCommand:
    """Set how an album's photos are recognised.

    No `face_account_id`: by no face provider. No `face_space_id`: in the account's default space.
    """

    album_id: UUID
    strategy: Strategy
    normalization_policy: NormalizationPolicy
    start_number_capacity: int
    face_account_id: UUID | None = None
    face_space_id: UUID | None = None
    expected_version: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeAlbumRecognitionStateCommand:
    """Switch recognition on or off for an album."""

    album_id: UUID
    state: RecognitionState
    expected_version: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeTenantRecognitionStateCommand:
    """Switch recognition on or off for a tenant."""

    tenant_id: UUID
    state: RecognitionState


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
    """Set how an album's photos are recognised; a job sees to those it matters to.

    :raises AlbumNotFound: no such album.
    :raises AccountNotFound: no such face-provider account.
    :raises AccountSpaceUnknown: the account has no such space.
    :raises VersionConflict: the album changed since `expected_version`.
    """
    album = Album.objects.locked(command.album_id, command.expected_version)
    space = _space(command.face_account_id, command.face_space_id)
    album.store(
        face_account=space.account if space else None,
        face_space=space,
        strategy=command.strategy,
        normalization_policy=command.normalization_policy,
        start_number_capacity=command.start_number_capacity,
    )
    _reconsider(album)
    return album


@transaction.atomic
def change_album_recognition_state(command: ChangeAlbumRecognitionStateCommand) -> Album:
    """Switch recognition on or off for an album; a job sees to its photos.

    :raises AlbumNotFound: no such album.
    :raises VersionConflict: the album changed since `expected_version`.
    """
    album = Album.objects.locked(command.album_id, command.expected_version)
    if album.state == command.state:
        return album
    _reconsider(album)
    return album.store(state=command.state)


@transaction.atomic
def change_tenant_recognition_state(command: ChangeTenantRecognitionStateCommand) -> Tenant:
    """Switch recognition on or off for a tenant; jobs see to its albums.

    :raises TenantNotFound: no such tenant.
    """
    tenant = Tenant.objects.locked(command.tenant_id)
    if tenant.recognition_state == command.state:
        return tenant
    unsettled = Photo.objects.unsettled().filter(album=OuterRef("pk"))
    _reconsider(*tenant.albums.filter(Exists(unsettled)))
    return tenant.store(recognition_state=command.state)


def _space(account_id: UUID | None, space_id: UUID | None) -> AccountSpace | None:
    if account_id is None:
        return None
    account = Account.objects.get_or_refuse(account_id)
    wanted = {"pk": space_id} if space_id else {"is_default": True}
    space = account.spaces.select_related("account").filter(**wanted).first()
    if space is None:
        raise AccountSpaceUnknown
    return space


def _reconsider(*albums: Album) -> None:
    """Have a job follow up the change; the change itself keeps the album, or its tenant, locked."""
    start_jobs(albums, JobMode.CHANGED, timezone.now())
