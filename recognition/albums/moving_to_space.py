"""Moving the albums of an account, or of a space, to another space, so that it can be stopped."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet

from foundation.messaging import jobs as running
from foundation.messaging.jobs import JobKind
from foundation.records.audit import Actor, name_of, record_deed
from foundation.records.refusals import Conflict, Invalid
from foundation.records.texts import counted
from recognition.accounts.commands import (
    ChangeAccountActiveStateCommand,
    ChangeAccountSpaceActiveStateCommand,
    change_account_active_state,
    change_account_space_active_state,
)
from recognition.accounts.queries import albums_of
from recognition.albums.commands import (
    ChangeAlbumRecognitionSettingsCommand,
    FaceProviderUnusable,
    change_album_recognition_settings,
)
from recognition.jobs.models import AlbumsMove
from recognition.providers.models import Account, AccountSpace


class AlbumsMoveUnderWay(Conflict):
    """The albums of this account are being moved already."""


class AlbumsMoveToItself(Invalid):
    """The albums use this space already: choose one that stays switched on."""


class AlbumsNotMoved(Conflict):
    """Some albums could not be moved: what they use stays switched on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveAlbumsCommand:
    """Move all albums of an account, or of one space of it, to another space; then switch it off.

    :param space_id: None: all spaces of the account.
    """

    account_id: UUID
    to_space_id: UUID
    now: datetime
    space_id: UUID | None = None
    by: Actor | None = None


@transaction.atomic
def move_albums(command: MoveAlbumsCommand) -> AlbumsMove:
    """Start the job that moves the albums one by one, and switches off what they used.

    Albums that begin to use it meanwhile are moved too.

    :raises AccountNotFound: no such account.
    :raises AccountSpaceNotFound: no such space.
    :raises AlbumsMoveToItself: the albums would stay in what is to be switched off.
    :raises AlbumsMoveUnderWay: a job moves the account's albums already.
    :raises FaceProviderUnusable: the account or the space to move to is switched off.
    """
    account = Account.objects.locked(command.account_id)
    space = _space(account, command.space_id)
    to_space = AccountSpace.objects.select_related("account").get_or_refuse(command.to_space_id)
    if to_space == space or (space is None and to_space.account_id == account.pk):
        raise AlbumsMoveToItself
    if not (to_space.is_active and to_space.account.is_active):
        raise FaceProviderUnusable(errors={"provider_space_id": "It is switched off."})
    if account.moves.unfinished().exists():
        raise AlbumsMoveUnderWay
    job = AlbumsMove.objects.create(
        account=account,
        space=space,
        to_space=to_space,
        total=albums_of(account.pk, command.space_id).count(),
        started_by=name_of(command.by),
        created_on=command.now,
    )
    stopped = space or account
    goal = f"{to_space.account} / {to_space}"
    moved = {"albums": (str(stopped), goal), "is_active": (stopped.is_active, False)}
    record_deed(command.by, "Moved the albums", stopped, moved)
    running.wake(job)
    return job


def _space(account: Account, space_id: UUID | None) -> AccountSpace | None:
    of_account = AccountSpace.objects.filter(account=account)
    return of_account.get_or_refuse(space_id) if space_id else None


class AlbumsMoving(JobKind[AlbumsMove]):
    """Moves an album in each portion: a portion locks no second album, so none waits for two.

    Its position are the albums that could not be moved: with one of them the job fails in the end.
    """

    model = AlbumsMove

    def jobs(self) -> QuerySet[AlbumsMove]:
        return AlbumsMove.objects.select_related("to_space")

    def portion(self, job: AlbumsMove, now: datetime) -> bool:
        failed = job.position or []
        albums = albums_of(job.account_id, job.space_id).exclude(pk__in=failed).order_by("pk")
        found = list(albums.values_list("pk", flat=True)[:1])
        if not found:
            _refuse_failed(failed)
            _switch_off(job)
            return False
        left_out = self.do_rows(job, found, lambda some: _move(job, some, now))
        job.position = [*failed, *map(str, left_out)]
        job.done += len(found) - len(left_out)
        return True


def _move(job: AlbumsMove, album_ids: Sequence[UUID], now: datetime) -> None:
    for album_id in album_ids:
        change_album_recognition_settings(
            ChangeAlbumRecognitionSettingsCommand(
                album_id=album_id,
                now=now,
                face_account_id=job.to_space.account_id,
                face_space_id=job.to_space_id,
            )
        )


def _refuse_failed(failed: Sequence[str]) -> None:
    if failed:
        albums = counted(len(failed), "album")
        raise AlbumsNotMoved(f"{albums} could not be moved: what they use stays switched on.")


def _switch_off(job: AlbumsMove) -> None:
    """Switch off what no album uses any more; if one does again, the job is tried again."""
    if job.space_id is None:
        change_account_active_state(
            ChangeAccountActiveStateCommand(account_id=job.account_id, is_active=False)
        )
        return
    change_account_space_active_state(
        ChangeAccountSpaceActiveStateCommand(
            account_id=job.account_id, account_space_id=job.space_id, is_active=False
        )
    )
