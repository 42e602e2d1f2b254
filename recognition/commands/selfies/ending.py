"""Selfies end: given up when no callback comes, and deleted after a while."""

from datetime import datetime

from django.conf import settings
from django.db import transaction
from django.db.models import F, QuerySet

from recognition.models import Selfie, SelfieImage, SelfieState

OVERDUE = "The number provider has not answered in time."


@transaction.atomic
def end_selfies(now: datetime, limit: int) -> None:
    """Give up selfies whose callback is overdue; delete up to `limit` old selfies and pictures.

    A late callback is still used. A selfie is deleted with its persons, its request and the
    request's callbacks.
    """
    waiting = Selfie.objects.filter(state=SelfieState.AWAITING_CALLBACK, callback_due_on__lte=now)
    waiting.update(
        state=SelfieState.FAILED,
        reason_description=OVERDUE,
        callback_due_on=None,
        updated_on=now,
        version=F("version") + 1,
    )
    oldest_picture = now - settings.SELFIE_IMAGE_LIFETIME
    _delete(SelfieImage.objects.filter(selfie__created_on__lt=oldest_picture), limit)
    _delete(Selfie.objects.filter(created_on__lt=now - settings.SELFIE_KEEP_FOR), limit)


def _delete(rows: QuerySet[SelfieImage] | QuerySet[Selfie], limit: int) -> None:
    chosen = list(rows.values_list("pk", flat=True)[:limit])
    rows.model.objects.filter(pk__in=chosen).delete()
