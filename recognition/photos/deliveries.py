"""How far a photo's persons and tags are on their way to the photo service.

Each message has the whole current set with a version that only grows, so the last version decides:
an earlier one that waits or was given up does not matter once a later one is delivered.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import (
    Case,
    CharField,
    Exists,
    IntegerField,
    OuterRef,
    Q,
    QuerySet,
    TextChoices,
    UUIDField,
    Value,
    When,
)
from django.db.models.fields.json import KT
from django.db.models.functions import Cast, Concat, Substr

from foundation.messaging.models import OutboxMessage
from foundation.messaging.queries import (
    get_next_attempt,
    given_up_for,
    messages_of,
    undelivered_of,
    waiting_for,
)
from foundation.records.texts import in_utc
from recognition.records.photos import Photo
from recognition.records.steps import PhotoState
from recognition.wire.photo_service import KINDS, PEER, result_keys

MOST = 5_000  # messages, waiting and given up, by which photos are found: 0.3 s at most
_GUID_AND_KIND = rf"^[0-9a-f]{{8}}(-[0-9a-f]{{4}}){{3}}-[0-9a-f]{{12}}/({'|'.join(KINDS)})$"


class DeliveryState(TextChoices):
    """What became of the last version of a photo's persons or tags."""

    NOT_SENT = "NotSent"
    WAITING = "Waiting"
    DELIVERED = "Delivered"
    GIVEN_UP = "GivenUp"
    WITHDRAWN = "Withdrawn"


NOT_DELIVERED = (DeliveryState.WAITING, DeliveryState.GIVEN_UP)


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultDelivery:
    """How far the persons or the tags of a photo are.

    `version`: the last one that was to be sent; 0: none was. `since`: when it was delivered, given
    up or withdrawn; of `Waiting` since when the photo service has not had the newest results; None:
    not known, because the message was deleted after its delivery. `reason`: of the last failed
    attempt, or why it was withdrawn. `next_attempt_on`: of `Waiting` alone.
    """

    kind: str
    state: DeliveryState
    version: int = 0
    since: datetime | None = None
    reason: str = ""
    next_attempt_on: datetime | None = None


def get_deliveries(photo: Photo) -> list[ResultDelivery]:
    """Return how far the persons and the tags of a photo are, in this order."""
    by_key = _by_key(messages_of(result_keys(photo.pk)))
    return [_delivery(photo, kind, by_key[f"{photo.pk}/{kind}"]) for kind in KINDS]


def states_of_undelivered(photos: Sequence[Photo]) -> Mapping[UUID, set[DeliveryState]]:
    """Return which of the photos have results that are not delivered: waiting, given up or both.

    One statement for all photos.
    """
    keys = [key for photo in photos for key in result_keys(photo.pk)]
    by_key = _by_key(undelivered_of(keys))
    states = {
        photo.pk: {
            _state(_last(photo, kind, by_key[f"{photo.pk}/{kind}"])) for kind in KINDS
        }.intersection(NOT_DELIVERED)
        for photo in photos
    }
    return {photo_id: found for photo_id, found in states.items() if found}


def photos_not_delivered() -> QuerySet[Photo]:
    """Return the photos with results that wait or were given up.

    Found from the messages, so the cost follows what is not delivered: of those that wait, the
    `MOST` due first; of those given up, the latest `MOST`.
    """
    return Photo.objects.filter(pk__in=_waiting_photos().union(_given_up_photos().values("pk")))


def count_not_delivered(album_id: UUID) -> Mapping[DeliveryState, int]:
    """Count the photos of an album with results that wait, and that were given up.

    Among the same messages as `photos_not_delivered`.
    """
    waiting = Photo.objects.filter(pk__in=_waiting_photos(), album=album_id)
    return {
        DeliveryState.WAITING: waiting.count(),
        DeliveryState.GIVEN_UP: _given_up_photos().filter(album=album_id).count(),
    }


def _waiting_photos() -> QuerySet[OutboxMessage, Any]:
    return waiting_for(PEER)[:MOST].annotate(photo_id=_PHOTO_ID).values("photo_id")


def _given_up_photos() -> QuerySet[Photo]:
    """Return the photos whose last version was given up."""
    given_up = given_up_for(PEER)[:MOST].annotate(photo_id=_PHOTO_ID).values("photo_id")
    newest = Q()
    for kind in KINDS:
        sent = (
            given_up_for(PEER)
            .annotate(sent=_VERSION)
            .filter(
                key=Concat(Cast(OuterRef("pk"), CharField()), Value(f"/{kind}")),
                sent__gte=OuterRef(f"{kind}_version"),
            )
        )
        newest |= Q(Exists(sent))
    return Photo.objects.filter(newest, pk__in=given_up)


def photos_sent_since(moment: datetime) -> set[UUID]:
    """Return the photos whose results were delivered since a moment.

    Messages are deleted `OUTBOX_KEEP_DELIVERED` after their delivery.
    """
    sent = OutboxMessage.objects.filter(destination=PEER, delivered_on__gte=moment)
    return set(sent.annotate(photo_id=_PHOTO_ID).values_list("photo_id", flat=True)) - {None}


def delivery_in_words(photo: Photo, delivery: ResultDelivery) -> str:
    """Return in words what became of the last version of the persons or tags."""
    version, since = f"Version {delivery.version}", _time(delivery.since)
    reason = f" {delivery.reason}" if delivery.reason else ""
    match delivery.state:
        case DeliveryState.NOT_SENT:
            return "Nothing was to be sent yet."
        case DeliveryState.WAITING:
            failed = f" The last attempt failed:{reason}" if reason else ""
            again = f"next attempt at {_time(delivery.next_attempt_on)}."
            return f"Not delivered: {version.lower()} has waited since {since}; {again}{failed}"
        case DeliveryState.GIVEN_UP:
            return f"Not delivered: {version.lower()} was given up at {since}.{reason}"
        case DeliveryState.WITHDRAWN:
            return f"{version} was withdrawn at {since}.{reason}"
    if delivery.since:
        return f"{version} was delivered at {since}."
    ended = "delivered or withdrawn" if photo.state == PhotoState.DELETED else "delivered"
    return f"{version} was {ended}."


_PHOTO_ID = Case(
    When(key__regex=_GUID_AND_KIND, then=Cast(Substr("key", 1, 36), UUIDField())),
    output_field=UUIDField(),
)
_VERSION = Cast(KT("body__version"), IntegerField())


def _by_key(messages: Iterable[OutboxMessage]) -> Mapping[str, list[OutboxMessage]]:
    found: defaultdict[str, list[OutboxMessage]] = defaultdict(list)
    for message in messages:
        found[message.key].append(message)
    return found


def _last(photo: Photo, kind: str, messages: Sequence[OutboxMessage]) -> OutboxMessage | None:
    """Return the message with the photo's last version; None: it was delivered and deleted."""
    version = getattr(photo, f"{kind}_version")
    found = messages[-1] if messages else None
    return found if found and found.body.get("version", 0) >= version else None


def _state(last: OutboxMessage | None) -> DeliveryState:
    if last is None or last.delivered_on:
        return DeliveryState.DELIVERED
    if last.withdrawn_on:
        return DeliveryState.WITHDRAWN
    return DeliveryState.GIVEN_UP if last.dead_on else DeliveryState.WAITING


def _delivery(photo: Photo, kind: str, messages: Sequence[OutboxMessage]) -> ResultDelivery:
    version, last = getattr(photo, f"{kind}_version"), _last(photo, kind, messages)
    if not version:
        return ResultDelivery(kind=kind, state=DeliveryState.NOT_SENT)
    state = _state(last)
    if last is None:
        return ResultDelivery(kind=kind, state=state, version=version)
    if state is DeliveryState.WAITING:
        first = next(each for each in messages if _state(each) is DeliveryState.WAITING)
        attempt = get_next_attempt(first)  # the later ones are sent after it
        return ResultDelivery(
            kind=kind,
            state=state,
            version=version,
            since=first.created_on,
            reason=attempt.reason,
            next_attempt_on=attempt.on,
        )
    return ResultDelivery(
        kind=kind,
        state=state,
        version=version,
        since=last.delivered_on or last.withdrawn_on or last.dead_on,
        reason="" if last.delivered_on else last.reason,
    )


def _time(moment: datetime | None) -> str:
    return in_utc(moment) if moment else ""
