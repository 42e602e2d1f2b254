"""Texts of an album that the system took for a banner, and that staff know to be a number."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction

from recognition.commands.photos.rejudging import plan_judging_again
from recognition.models import Album, AlbumText
from recognition.models.texts import AlbumTextNotFound
from recognition.queries.photos.repeated_texts import photos_rejecting


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawAlbumTextCommand:
    """Take a text of an album for a start number again; `actor` is who says so."""

    album_id: UUID
    text_id: UUID
    actor: str
    now: datetime


@transaction.atomic
def withdraw_album_text(command: WithdrawAlbumTextCommand) -> AlbumText:
    """Withdraw a text, and have the photos that were judged by it judged again.

    The text stays, so that it is not found again. Withdrawn once more, it stays as it is.

    :raises AlbumNotFound: no such album.
    :raises AlbumTextNotFound: the album has no such text.
    """
    album = Album.objects.get_or_refuse(command.album_id)
    text = album.texts.select_for_update().filter(pk=command.text_id).first()
    if text is None:
        raise AlbumTextNotFound
    if text.withdrawn_on is None:
        text.withdrawn_on, text.withdrawn_by = command.now, command.actor
        text.save(update_fields=["withdrawn_on", "withdrawn_by"])
        plan_judging_again(photos_rejecting(text), command.now)
    return text
