"""Selfies end: given up when no callback comes, and deleted after a while."""

from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.db import transaction
from django.db.models import F, QuerySet

from recognition.models import Selfie, SelfieImage, SelfieState

OVERDUE = "The number provider has not answered in time."


@dataclass(frozen=True, slots=True, kw_only=True)
class EndSelfiesCommand:
    """Give up overdue selfies; delete up to `limit` pictures, and selfies, kept long enough."""

    now: datetime
    limit: int


@transaction.atomic
def end_selfies(command: EndSelfiesCommand) -> None:
    """Give up selfies whose callback is overdue; delete old selfies, and old pictures before them.

    A late callback is still used. A selfie is deleted with its persons, its request and the
    request's callbacks.
    """
    Selfie.objects.filter(
        callback_due_on__lte=command.now, state=SelfieState.AWAITING_CALLBACK
    ).update(
        state=SelfieState.FAILED,
        reason_description=OVERDUE,
        callback_due_on=None,
        updated_on=command.now,
        version=F("version") + 1,
    )
    oldest_picture = command.now - settings.SELFIE_IMAGE_LIFETIME
    _delete(SelfieImage.objects.filter(selfie__created_on__lt=oldest_picture), command.limit)
    oldest_selfie = command.now - settings.SELFIE_KEEP_FOR
    _delete(Selfie.objects.filter(created_on__lt=oldest_selfie), command.limit)


def _delete(rows: QuerySet[SelfieImage] | QuerySet[Selfie], limit: int) -> None:
    chosen = list(rows.values_list("pk", flat=True)[:limit])
    rows.model.objects.filter(pk__in=chosen).delete()
