"""Start lists: who is expected in an album's event, from the competitor service of its tenant.

A list is kept in the cache with its ETag. Once it is older than `START_LIST_FRESH_FOR` the service
is asked whether it changed, by one process at a time; the others go on with the list that is known.
While the service is down that list is used for `START_LIST_STALE_FOR` more. After that, and where
the service says no, the list cannot be had: a processing failure, because without it numbers are
neither accepted nor dropped.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

import requests
import structlog
from django.conf import settings
from django.core.cache import cache
from django.utils import timezone

from recognition.failures import ProcessingFailure
from recognition.models import Album, CompetitorInstance
from recognition.wire import call, read_json

log = structlog.get_logger(__name__)

_WHO = "competitor service"
_KEPT_FOR = 7 * 24 * 3600
_PAUSE = 5  # seconds that nobody asks a service that was down


@dataclass(frozen=True, slots=True, kw_only=True)
class StartList:
    """The start numbers of an album as the service wrote them, and when it last confirmed them."""

    start_numbers: tuple[str, ...]
    etag: str
    checked_on: datetime

    def is_fresh(self) -> bool:
        """Say whether it is used without asking."""
        return timezone.now() - self.checked_on < settings.START_LIST_FRESH_FOR

    def is_bearable(self) -> bool:
        """Say whether it is used while the service cannot be asked."""
        bearable = settings.START_LIST_FRESH_FOR + settings.START_LIST_STALE_FOR
        return bool(timezone.now() - self.checked_on < bearable)


def start_list_of(album: Album) -> tuple[str, ...] | None:
    """Return the start numbers of an album; None where its tenant has no competitor service.

    :raises ProcessingFailure: the service cannot be asked or gives no list.
    """
    instance = album.tenant.competitor_instance if album.tenant else None
    if instance is None:
        return None
    key = f"start-list:{instance.pk}:{album.pk}"
    known: StartList | None = cache.get(key)
    if known and known.is_fresh():
        return known.start_numbers
    if known and known.is_bearable() and not _may_ask(key):
        return known.start_numbers
    return _revalidated(instance, album.pk, known, key).start_numbers


def _may_ask(key: str) -> bool:
    """Say whether it is this process's turn; the turn ends with the answer, or by itself."""
    return bool(cache.add(_turn(key), True, settings.START_LIST_TIMEOUT + _PAUSE))


def _turn(key: str) -> str:
    return f"{key}:turn"


def _revalidated(
    instance: CompetitorInstance, album_id: UUID, known: StartList | None, key: str
) -> StartList:
    try:
        fresh = _ask(instance, album_id, known)
    except ProcessingFailure as failure:
        if not failure.away or known is None or not known.is_bearable():
            cache.delete(_turn(key))
            raise
        # The turn is kept for a while: no photo is to wait for a service that hangs.
        log.warning("start_list_stale", album_id=str(album_id), reason=failure.reason)
        return known
    cache.set(key, fresh, _KEPT_FOR)
    cache.delete(_turn(key))
    return fresh


def _ask(instance: CompetitorInstance, album_id: UUID, known: StartList | None) -> StartList:
    try:
        answer = call(
            _WHO,
            "GET",
            f"{instance.base_url.rstrip('/')}/api/v1/albums/{album_id}/start-list",
            token=instance.token,
            timeout=settings.START_LIST_TIMEOUT,
            headers={"If-None-Match": known.etag} if known and known.etag else {},
        )
    except ProcessingFailure as failure:
        failure.permanent = False  # a list may be entered later; without it nothing is decided
        raise
    unchanged = known is not None and answer.status_code == requests.codes.not_modified
    return StartList(
        start_numbers=known.start_numbers if known and unchanged else _numbers(answer),
        etag=answer.headers.get("ETag", known.etag if known and unchanged else ""),
        checked_on=timezone.now(),
    )


def _numbers(answer: requests.Response) -> tuple[str, ...]:
    body: Any = read_json(_WHO, answer)
    numbers = body.get("startNumbers") if isinstance(body, dict) else None
    if not isinstance(numbers, list):
        raise ProcessingFailure(f"The {_WHO} answered without startNumbers.")
    return tuple(str(number) for number in numbers)
