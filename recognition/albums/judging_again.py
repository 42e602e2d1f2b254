"""Judging an album's numbers again by its present settings and start list, when staff order it."""

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


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedAgain:
    """The list that was fetched, None without a competitor service; whether anything was read."""

    start_list: StartList | None
    is_read: bool


def judge_album_again(command: JudgeAlbumAgainCommand) -> JudgedAgain:
    """Fetch the album's start list, and judge what was read on its photos by it.

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
        is_read = PhotoNumber.objects.filter(album_id=album.pk).exists()
        deed = "Judged the numbers again" if is_read else "Fetched the start list"
        record_deed(command.by, deed, album)
        if is_read:
            rejudge_album(album, command.now)
    return JudgedAgain(start_list=found, is_read=is_read)
