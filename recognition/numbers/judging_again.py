"""Albums are judged again when a rule changes, also when the competitor service has another list.

A new list is found where the list is asked for anyway, and by a sweep over the albums of the last
days: a late entrant's number is then accepted on photos that were read before.
"""

import time
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import takewhile
from uuid import UUID

import structlog
from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef

from foundation.messaging import jobs
from foundation.records.audit import Actor, record_deed
from foundation.records.database import Swept, do_each
from recognition.numbers.models import AlbumRejudging
from recognition.numbers.normalising import NumberRules, rules_of
from recognition.numbers.start_lists import StartList, ask_for_list, start_list_of
from recognition.providers.failures import ProcessingFailure, group_of_reason
from recognition.records.albums import Album
from recognition.records.numbers import PhotoNumber
from recognition.records.photos import Photo

log = structlog.get_logger(__name__)

WATCHED_FOR = timedelta(days=14)  # after an album's last photo
SWEEP_SECONDS = 60.0  # a task that takes much longer is killed


def rejudge_album(album: Album, now: datetime) -> None:
    """Judge all numbers of an album again; a job that does so begins again.

    The caller is in a transaction and has locked the album.
    """
    AlbumRejudging.objects.filter(album=album).delete()
    jobs.wake(AlbumRejudging.objects.create(album=album, created_on=now))


def rules_of_now(album: Album, now: datetime) -> NumberRules:
    """Return an album's rules for numbers; if its start list has changed, it is judged again.

    Not to be called within a transaction: the competitor service may be asked.

    :param album: selected `with_settings`.
    :raises ProcessingFailure: the list cannot be had.
    """
    found = start_list_of(album, now)
    if found is None:
        return rules_of(album, None)
    if found.digest != album.start_list_digest:
        use_list(album.pk, found, now)
    return rules_of(album, found.start_numbers)


def check_start_lists(now: datetime) -> Swept[None]:
    """Ask for the lists, no longer fresh, of the albums with photos of the last days.

    Only where a list has been used. Of one that cannot be had the log tells. What is not asked for
    in time is left to the next sweep; in no order, so that lists which cannot be had hold up none.
    """
    until = time.monotonic() + SWEEP_SECONDS
    recent = Photo.objects.filter(album=OuterRef("pk"), created_on__gt=now - WATCHED_FOR)
    albums = (
        Album.objects.with_settings()
        .filter(Exists(recent), tenant__competitor_instance__isnull=False)
        .filter(start_list_checked_on__lte=now - settings.START_LIST_FRESH_FOR)
        .order_by("?")
    )
    in_time = takewhile(lambda _: time.monotonic() < until, albums)
    return do_each("recognition.check_start_lists", in_time, lambda album: _check(album, now))


def _check(album: Album, now: datetime) -> None:
    try:
        found = start_list_of(album, now)
    except ProcessingFailure as failure:
        # Not the details of the reason, which may quote the start list.
        reason = group_of_reason(failure.reason)
        log.warning("start_list_not_checked", album_id=str(album.pk), reason=reason)
    else:
        if found is not None:
            use_list(album.pk, found, now)


@transaction.atomic
def use_list(album_id: UUID, found: StartList, now: datetime) -> None:
    """Judge an album by this list from now on, unless it is by a later one already."""
    album = Album.objects.select_for_update(no_key=True).get(pk=album_id)
    checked_on, digest = album.start_list_checked_on, album.start_list_digest
    if checked_on is not None and found.checked_on <= checked_on:
        return
    Album.objects.filter(pk=album_id).update(
        start_list_checked_on=found.checked_on, start_list_digest=found.digest
    )
    if digest != found.digest and PhotoNumber.objects.filter(album_id=album_id).exists():
        log.info("start_list_changed", album_id=str(album_id), numbers=len(found.start_numbers))
        rejudge_album(album, now)


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
