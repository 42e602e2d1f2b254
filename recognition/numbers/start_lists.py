"""Start lists: who is expected in an album's event, from the competitor service of its tenant.

A list is cached with its ETag, and confirmed by one process at a time. `docs/recognition.md` says
what happens while the service is down. Without the list no number is accepted or dropped.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

import requests
import structlog
from django.conf import settings
from django.core.cache import cache

from foundation.records.refusals import errors_by_place
from recognition.numbers.competitor_services import (
    WHO,
    answer_of,
    competitor_service,
    service_id_of,
    service_of,
)
from recognition.numbers.normalising import NumbersNotAccepted, comparable, rules_of
from recognition.providers.failures import FinalFailure, Postponed, ProcessingFailure
from recognition.providers.http_client import read_json
from recognition.providers.models import CompetitorInstance
from recognition.providers.pace import is_paused
from recognition.records.albums import Album
from recognition.records.erased import not_erased, number_name

log = structlog.get_logger(__name__)

_KEPT_FOR = 7 * 24 * 3600
_MOST_KEPT_HERE = 16
_LEFT_ALONE = 5  # seconds for which no process asks a service that was down


class NotAtHand(Exception):
    """The start list is not known, or no longer fresh."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StartList:
    """The start numbers of an album, made comparable, and when the service last confirmed them.

    `digest`: in hexadecimal, the same for lists with the same numbers in whatever order.
    """

    start_numbers: tuple[str, ...]
    digest: str
    etag: str
    checked_on: datetime

    def is_fresh(self, now: datetime) -> bool:
        """Return whether it is used without asking."""
        return bool(now - self.checked_on < settings.START_LIST_FRESH_FOR)

    def is_bearable(self, now: datetime) -> bool:
        """Return whether it is used while the service cannot be asked."""
        bearable = settings.START_LIST_FRESH_FOR + settings.START_LIST_STALE_FOR
        return bool(now - self.checked_on < bearable)


_kept_here: dict[str, StartList] = {}


def start_list_of(album: Album, now: datetime) -> StartList | None:
    """Return the start list of an album; None where its tenant has no competitor service.

    Not to be called within a transaction: the service may be asked.

    :raises ProcessingFailure: it cannot be had, or no reading can match any of its entries.
    """
    instance = service_of(album)
    if instance is None:
        return None
    known = _known(instance.pk, album, now)
    if known and known.is_fresh(now):
        found = known
    elif known and known.is_bearable(now):
        found = _confirmed(instance, album.pk, known, now)
    else:
        found = _asked(instance, album.pk, known, now)
    if not _is_usable(album, found):
        raise ProcessingFailure(without_usable(found))
    return found


def ask_for_list(album: Album, now: datetime, *, is_kept: bool) -> StartList | None:
    """Ask the competitor service for the list, however fresh the known one is.

    Not to be called within a transaction.

    :param is_kept: False: it is looked at, and photos are judged by the known one as before.
    :raises ProcessingFailure: it cannot be had, or no reading can match any of its entries.
    """
    instance = service_of(album)
    if instance is None:
        return None
    known = cache.get(_key(instance.pk, album.pk))
    found = _asked(instance, album.pk, known, now, is_kept=is_kept)
    if not _is_usable(album, found):
        raise ProcessingFailure(without_usable(found))
    return found


def start_numbers_of(album: Album, now: datetime) -> tuple[str, ...] | None:
    """Return the numbers of `start_list_of`."""
    found = start_list_of(album, now)
    return found.start_numbers if found else None


def list_at_hand(album: Album, now: datetime) -> tuple[str, ...] | None:
    """Return the start numbers of an album without asking the service."""
    instance_id = service_id_of(album)
    if instance_id is None:
        return None
    known = _known(instance_id, album, now)
    if known is None or not known.is_fresh(now) or not _is_usable(album, known):
        raise NotAtHand
    return known.start_numbers


def _is_usable(album: Album, known: StartList) -> bool:
    return bool(rules_of(album, known.start_numbers).start_list)


def without_usable(known: StartList) -> str:
    """Return in words why a list is none, which has no entry that a reading can match."""
    if not known.start_numbers:
        return f"The {WHO} answered with a start list without numbers."
    first = known.start_numbers[0][:40]
    return f"The {WHO} answered with a start list without a usable number: its first is {first}."


def kept_list(album: Album) -> StartList | None:
    """Return the list that was fetched last, fresh or not, without asking the service."""
    instance_id = service_id_of(album)
    found: StartList | None = cache.get(_key(instance_id, album.pk)) if instance_id else None
    return found


def _known(instance_id: UUID, album: Album, now: datetime) -> StartList | None:
    """Return the cached list; this process keeps a few fresh ones, since they are long."""
    key = _key(instance_id, album.pk)
    kept = _kept_here.get(key)
    if kept is not None and kept.is_fresh(now) and not _is_replaced(kept, album):
        return kept
    known: StartList | None = cache.get(key)
    if known is not None:
        if len(_kept_here) >= _MOST_KEPT_HERE:
            _kept_here.clear()
        _kept_here[key] = known
    return known


def _is_replaced(kept: StartList, album: Album) -> bool:
    """Return whether the album is judged by a later list that has other numbers."""
    later = (
        album.start_list_checked_on is not None and album.start_list_checked_on > kept.checked_on
    )
    return later and album.start_list_digest != kept.digest


def forget_lists() -> None:
    """Forget the lists that this process keeps; those of the cache stay."""
    _kept_here.clear()


def _confirmed(
    instance: CompetitorInstance, album_id: UUID, known: StartList, now: datetime
) -> StartList:
    """Ask whether a list changed, one process at a time; where that fails, use it as it is."""
    lock = f"{_key(instance.pk, album_id)}:lock"
    lock_seconds = settings.START_LIST_TIMEOUT + _LEFT_ALONE
    if is_paused(competitor_service(instance), now) or not cache.add(lock, True, lock_seconds):
        return known
    try:
        # Read again: another process may have asked between our read and the lock.
        latest: StartList = cache.get(_key(instance.pk, album_id), known)
        confirmed = latest if latest.is_fresh(now) else _asked(instance, album_id, latest, now)
    except Postponed as failure:
        # The lock is kept for a while: photos do not wait for a service that hangs.
        log.warning("start_list_stale", album_id=str(album_id), reason=failure.reason)
        return known
    except ProcessingFailure:
        cache.delete(lock)
        raise
    cache.delete(lock)
    return confirmed


def _asked(
    instance: CompetitorInstance,
    album_id: UUID,
    known: StartList | None,
    now: datetime,
    *,
    is_kept: bool = True,
) -> StartList:
    try:
        answer = answer_of(instance, album_id, known.etag if known else "", now)
    except FinalFailure as failure:  # a list may be entered later; without it nothing is decided
        raise ProcessingFailure(failure.reason, retry_after=failure.retry_after) from failure
    unchanged = known if answer.status_code == requests.codes.not_modified else None
    numbers = unchanged.start_numbers if unchanged else _numbers(answer, album_id)
    asked = StartList(
        start_numbers=numbers,
        digest=hashlib.sha256("\n".join(sorted(set(numbers))).encode()).hexdigest(),
        etag=answer.headers.get("ETag", unchanged.etag if unchanged else ""),
        checked_on=now,
    )
    if is_kept:
        names_key = _names_key(instance.pk, album_id)
        if unchanged:
            cache.touch(names_key, _KEPT_FOR)
        else:
            cache.set(names_key, _names(answer), _KEPT_FOR)
        cache.set(_key(instance.pk, album_id), asked, _KEPT_FOR)
    return asked


def forget_list(album_id: UUID) -> None:
    """Delete the cached list of an album; other processes forget theirs as it grows old."""
    forget_lists()
    instances = CompetitorInstance.objects.filter(tenants__albums=album_id)
    for key in (_key, _names_key):
        cache.delete_many([key(pk, album_id) for pk in instances.values_list("pk", flat=True)])


def names_of(album: Album) -> Mapping[str, str]:
    """Return the names by number that came with the list which was fetched last."""
    instance_id = service_id_of(album)
    if instance_id is None:
        return {}
    found: Mapping[str, str] = cache.get(_names_key(instance_id, album.pk), {})
    return found


def _key(instance_id: UUID, album_id: UUID) -> str:
    return f"start-list:{instance_id}:{album_id}"


def _names_key(instance_id: UUID, album_id: UUID) -> str:
    return f"start-names:{instance_id}:{album_id}"


def _names(answer: requests.Response) -> dict[str, str]:
    """Return the names that the service gives beside the numbers, if any."""
    body: Any = read_json(WHO, answer)
    names = body.get("names") if isinstance(body, dict) else None
    if not isinstance(names, dict):
        return {}
    return {
        comparable(number): name[:200] for number, name in names.items() if isinstance(name, str)
    }


def _numbers(answer: requests.Response, album_id: UUID) -> tuple[str, ...]:
    """Return the list's numbers without those that are erased in the album."""
    body: Any = read_json(WHO, answer)
    numbers = body.get("startNumbers") if isinstance(body, dict) else None
    if not isinstance(numbers, list):
        raise ProcessingFailure(f"The {WHO} answered without startNumbers.")
    for place, number in enumerate(numbers, start=1):
        if not isinstance(number, str) or not comparable(number):
            text = json.dumps(number, ensure_ascii=False)
            shown = text if len(text) <= 40 else f"{text[:39]}…"
            raise ProcessingFailure(
                f"The {WHO} answered with a start list that cannot be used: "
                f"item {place} of {len(numbers)} is {shown}, not a number as text."
            )
    numbers = [comparable(number) for number in numbers]
    album = Album.objects.filter(pk=album_id, has_erasures=True).first()
    return tuple(not_erased(album, numbers, number_name, str) if album else numbers)


def refuse_erased_numbers(album: Album, values: Sequence[str], field: str) -> None:
    """Refuse numbers that people type again; call it in the transaction that would store them.

    The reason does not say that they are erased: an erasure names no person.

    :param field: the name of the field that has the values.
    :raises NumbersNotAccepted: one of them is erased in the album.
    """
    left = not_erased(album, values, number_name, str)
    if wrong := errors_by_place(field, values, left, "{} is not accepted in this album."):
        raise NumbersNotAccepted(errors=wrong)
