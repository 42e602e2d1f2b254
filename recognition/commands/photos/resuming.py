"""What waited for a provider or a competitor service that was paused, and answers again."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q

from messaging.models import Outage
from recognition.models import NUMBERS, STEPS, Callback, CallbackState, Photo, Step
from recognition.providers.availability.asking import IS_PAUSED, pause_in_words

# Nothing waits longer for a pause that is over: times are spread over a few hours at most.
LOOK_BACK = timedelta(days=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class ResumeWaitingCommand:
    """Make due up to `limit` photos of each step, and callbacks, whose pause is over.

    Those of albums with the highest priority come first, then those that would return first.
    """

    now: datetime
    limit: int


@transaction.atomic
def resume_waiting(command: ResumeWaitingCommand) -> int:
    """Make due what still waits for a pause that is over; return how many rows that were.

    While a service is paused, what waits for it gets times that are spread, so that few of it come
    in vain. When the service answers, these times would only hold it up.
    """
    ended = Outage.objects.filter(since__isnull=False, ended_on__gt=command.now - LOOK_BACK)
    if not ended.exists():
        return 0
    paused = [pause_in_words(outage) for outage in Outage.objects.paused()]
    photos = sum(_resume_step(step, paused, command) for step in STEPS)
    return photos + _resume_callbacks(paused, command)


def _resume_step(step: Step, paused: Iterable[str], command: ResumeWaitingCommand) -> int:
    waiting = Photo.objects.filter(
        step.where(next_attempt_on__gt=command.now, claim=None), _is_over(step.failure, paused)
    )
    if step is NUMBERS:
        waiting = waiting.filter(callback_due_on=None)  # else it waits for its callback
    in_order = waiting.order_by("-album__priority", step.next_attempt_on)
    free = in_order.select_for_update(of=("self",), skip_locked=True)
    found = list(free.values_list("pk", flat=True)[: command.limit])
    return Photo.objects.filter(pk__in=found).update(**{step.next_attempt_on: command.now})


def _resume_callbacks(paused: Iterable[str], command: ResumeWaitingCommand) -> int:
    waiting = Callback.objects.filter(
        _is_over("reason_description", paused),
        state=CallbackState.STORED,
        next_attempt_on__gt=command.now,
    )
    in_order = waiting.order_by("-request__photo__album__priority", "next_attempt_on")
    free = in_order.select_for_update(of=("self",), skip_locked=True)
    found = list(free.values_list("pk", flat=True)[: command.limit])
    return Callback.objects.filter(pk__in=found).update(next_attempt_on=command.now)


def _is_over(column: str, paused: Iterable[str]) -> Q:
    """Return the condition that a stored reason is a pause, but none of those that go on."""
    condition = Q((f"{column}__contains", IS_PAUSED))
    for words in paused:
        condition &= ~Q((f"{column}__startswith", words))
    return condition
