"""Judging an album's numbers again by its settings and start list of now, when staff order it."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction

from foundation.records.audit import Actor, record_deed
from recognition.numbers.list_changes import rejudge_album, use_list
from recognition.numbers.start_lists import StartList, ask_for_list
from recognition.records.albums import Album
from recognition.records.numbers import PhotoNumber


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeAlbumAgainCommand:
    album_id: UUID
    now: datetime
    by: Actor | None = None


def judge_album_again(command: JudgeAlbumAgainCommand) -> StartList | None:
    """Fetch the album's start list and judge what was read on its photos by it; return the list.

    Not to be called within a transaction: the competitor service is asked.

    :raises AlbumNotFound: no such album.
    :raises ProcessingFailure: the list cannot be had; nothing is judged.
    """
    album = Album.objects.with_settings().get_or_refuse(command.album_id)
    found = ask_for_list(album, command.now, is_kept=True)
    with transaction.atomic():
        album = Album.objects.locked(command.album_id)
        if found:
            use_list(album.pk, found, command.now)
        record_deed(command.by, "Judged the numbers again", album)
        if PhotoNumber.objects.filter(album_id=album.pk).exists():
            rejudge_album(album, command.now)
    return found
