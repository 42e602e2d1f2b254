"""Sweeping: claim photos and callbacks that are due, resume those that waited for a pause."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

from django.conf import settings
from django.db import transaction
from django.db.models import Q, QuerySet

from foundation.messaging.models import Outage
from recognition.providers.pace import IS_PAUSED, pause_in_words
from recognition.records.photos import Photo
from recognition.records.requests import Callback, CallbackState
from recognition.records.state import describe_claimed
from recognition.records.steps import NUMBERS, STEPS, Step

# Nothing waits longer for a pause that is over: times are spread over a few hours at most.
LOOK_BACK = timedelta(days=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """The right to work on some steps of a photo; `priority` is its album's."""

    photo_id: UUID
    claim_id: UUID
    priority: int


@transaction.atomic
def claim_due_photos(now: datetime, limit: int) -> list[Claim]:
    """Claim up to `limit` photos with steps that are due, in the order of `lock_due`."""
    photos = Photo.objects.lock_due(now, limit)
    claim = uuid4()
    Photo.objects.filter(pk__in=[photo.pk for photo in photos]).claim_steps(
        claim, now + settings.PROCESSING_LEASE, next_attempt_on__lte=now
    )
    failed = [photo.pk for photo in photos if photo.face_failure or photo.number_failure]
    if failed:
        describe_claimed(failed)
    return [
        Claim(photo_id=photo.pk, claim_id=claim, priority=photo.album.priority) for photo in photos
    ]


@transaction.atomic
def claim_due_callbacks(now: datetime, limit: int) -> list[Callback]:
    """Claim up to `limit` callbacks that no process has applied in time, as `lock_due` orders."""
    claimed = Callback.objects.lock_due(now, limit)
    Callback.objects.filter(pk__in=[callback.pk for callback in claimed]).update(
        next_attempt_on=now + settings.PROCESSING_LEASE
    )
    return claimed


@transaction.atomic
def resume_waiting(now: datetime, limit: int) -> int:
    """Make due what still waits for a pause that is over; return how many rows that were.

    Up to `limit` photos of each step, and callbacks: those of albums with the highest priority
    first. What waits for a pause has times that are spread, so that little of it comes in vain;
    when the service answers again, these times would only cause delay.
    """
    ended = Outage.objects.filter(since__isnull=False, ended_on__gt=now - LOOK_BACK)
    if not ended.exists():
        return 0
    paused = [pause_in_words(outage) for outage in Outage.objects.paused()]
    photos = sum(_resume_step(step, paused, now, limit) for step in STEPS)
    return photos + _resume_callbacks(paused, now, limit)


def _resume_step(step: Step, paused: Iterable[str], now: datetime, limit: int) -> int:
    waiting = Photo.objects.filter(
        step.where(next_attempt_on__gt=now, claim=None), _is_over(step.failure, paused)
    )
    if step is NUMBERS:
        waiting = waiting.filter(callback_due_on=None)  # else it waits for its callback
    in_order = waiting.order_by("-album__priority", step.next_attempt_on)
    found = _lock_free(in_order, limit)
    return Photo.objects.filter(pk__in=found).update(**{step.next_attempt_on: now})


def _resume_callbacks(paused: Iterable[str], now: datetime, limit: int) -> int:
    waiting = Callback.objects.filter(
        _is_over("reason_description", paused), state=CallbackState.STORED, next_attempt_on__gt=now
    )
    in_order = waiting.order_by("-request__photo__album__priority", "next_attempt_on")
    found = _lock_free(in_order, limit)
    return Callback.objects.filter(pk__in=found).update(next_attempt_on=now)


def _lock_free(rows: QuerySet[Any], limit: int) -> list[UUID]:
    free = rows.select_for_update(of=("self",), skip_locked=True)
    return list(free.values_list("pk", flat=True)[:limit])


def _is_over(column: str, paused: Iterable[str]) -> Q:
    """Return the condition that a stored reason is a pause, but none of those that go on."""
    condition = Q((f"{column}__contains", IS_PAUSED))
    for words in paused:
        condition &= ~Q((f"{column}__startswith", words))
    return condition
