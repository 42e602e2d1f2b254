"""Start lists: who is expected in an album's event, from the competitor service of its tenant.

A list is kept in the cache with its ETag; once it is older than `START_LIST_FRESH_FOR` the service
is asked whether it changed. A list that cannot be had is a processing failure: without it numbers
are neither accepted nor dropped.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

import requests
from django.conf import settings
from django.core.cache import cache
from django.utils import timezone

from recognition.failures import ProcessingFailure
from recognition.models import Album, CompetitorInstance
from recognition.wire import call, read_json

_WHO = "competitor service"
_KEPT_FOR = 7 * 24 * 3600


@dataclass(frozen=True, slots=True, kw_only=True)
class StartList:
    """The start numbers of an album as the service wrote them, and when it last confirmed them."""

    start_numbers: tuple[str, ...]
    etag: str
    checked_on: datetime


def start_list_of(album: Album) -> tuple[str, ...] | None:
    """Return the start numbers of an album; None where its tenant has no competitor service.

    :raises ProcessingFailure: the service cannot be asked or gives no list.
    """
    instance = album.tenant.competitor_instance if album.tenant else None
    if instance is None:
        return None
    key = f"start-list:{instance.pk}:{album.pk}"
    known: StartList | None = cache.get(key)
    if known and timezone.now() - known.checked_on < settings.START_LIST_FRESH_FOR:
        return known.start_numbers
    fresh = _ask(instance, album.pk, known)
    cache.set(key, fresh, _KEPT_FOR)
    return fresh.start_numbers


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
