"""Withdrawing an album text: the system took it for a banner, and it is a start number."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction

from foundation.records.audit import Actor, name_of, record_deed
from recognition.numbers.models import AlbumText, AlbumTextNotFound
from recognition.numbers.texts import photos_rejecting
from recognition.records.albums import Album
from recognition.rejudging.rejudging import plan_judging_again


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
