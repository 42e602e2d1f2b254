"""Selfies end: given up when no callback comes, and deleted after a while."""

from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.db import transaction
from django.db.models import F, QuerySet

from recognition.models import Selfie, SelfieImage, SelfieState

OVERDUE = "The number provider has not answered in time."


@dataclass(frozen=True, slots=True, kw_only=True)
class FailOverdueSelfiesCommand:
    """Give up the selfies whose callback is overdue."""

    now: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class ForgetSelfiesCommand:
    """Delete up to `limit` pictures, and as many selfies, that were kept long enough."""

    now: datetime
    limit: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SelfiesForgotten:
    """How many pictures and how many selfies were deleted."""

    images: int
    selfies: int


def fail_overdue_selfies(command: FailOverdueSelfiesCommand) -> int:
    """Give up selfies whose callback is overdue; return how many. A late answer is still used."""
    return Selfie.objects.filter(
        callback_due_on__lte=command.now, state=SelfieState.AWAITING_CALLBACK
    ).update(
        state=SelfieState.FAILED,
        reason_description=OVERDUE,
        callback_due_on=None,
        updated_on=command.now,
        version=F("version") + 1,
    )


@transaction.atomic
def forget_selfies(command: ForgetSelfiesCommand) -> SelfiesForgotten:
    """Delete pictures that no provider will fetch any more, and old selfies.

    A selfie is deleted with its persons, its request and the request's callbacks.
    """
    pictures = SelfieImage.objects.filter(
        selfie__created_on__lt=command.now - settings.SELFIE_IMAGE_LIFETIME
    )
    selfies = Selfie.objects.filter(created_on__lt=command.now - settings.SELFIE_KEEP_FOR)
    return SelfiesForgotten(
        images=_delete(pictures, command.limit), selfies=_delete(selfies, command.limit)
    )


def _delete(rows: QuerySet[SelfieImage] | QuerySet[Selfie], limit: int) -> int:
    chosen = list(rows.values_list("pk", flat=True)[:limit])
    rows.model.objects.filter(pk__in=chosen).delete()
    return len(chosen)
