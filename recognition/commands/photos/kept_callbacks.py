"""Callbacks that were given up for want of a start list, and are applied again later."""

from collections.abc import Iterable
from datetime import datetime
from uuid import UUID

from recognition.models import Callback, CallbackState, NumberRequest, Photo


def callbacks_given_up(photos: Iterable[Photo]) -> dict[UUID, UUID]:
    """Return the callbacks that were given up, by their photos' ids.

    Only callbacks of a photo's last request count: asking again wants another one.
    """
    requests = NumberRequest.objects.filter(photo__in=[photo.pk for photo in photos])
    last = requests.order_by("photo", "-created_on").distinct("photo")
    failed = Callback.objects.filter(state=CallbackState.FAILED, request__in=last.values("pk"))
    return dict(failed.order_by("received_on").values_list("request__photo", "pk"))


def apply_again(callback_ids: Iterable[UUID], now: datetime) -> None:
    """Have the callbacks applied once more, with all their attempts. Their photos are locked."""
    given_up = Callback.objects.filter(pk__in=list(callback_ids), state=CallbackState.FAILED)
    given_up.update(
        state=CallbackState.STORED, reason_description="", settled_on=None, next_attempt_on=now
    )
