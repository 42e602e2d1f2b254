"""Tagators: one, the list of them, the one who is signed in."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID
from zoneinfo import ZoneInfo

from django.db.models import Sum

from tagging.models import Tagator, TagatorSettings, TaskHistory
from tagging.queries.intervals import midnight


@dataclass(frozen=True, slots=True, kw_only=True)
class DayCount:
    """What a tagator did since midnight."""

    tasks_completed: int
    numbers_added: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TagatorAccount:
    """A tagator with their settings, and what they did today."""

    tagator: Tagator
    settings: TagatorSettings
    today: DayCount


def get_tagator_settings(tagator_id: UUID) -> TagatorSettings:
    """Return how a tagator works, with the albums opened to them.

    :raises TagatorNotFound: no such tagator.
    """
    settings = TagatorSettings.objects.select_related("tagator")
    return settings.prefetch_related("tagator__opened_albums").get_or_refuse(tagator_id)


def get_account(tagator_id: UUID, zone: ZoneInfo, now: datetime) -> TagatorAccount:
    """Return a tagator with what they did since midnight in a time zone.

    :raises TagatorNotFound: no such tagator.
    """
    settings = TagatorSettings.objects.select_related("tagator").get_or_refuse(tagator_id)
    begin = midnight(now.astimezone(zone).date(), zone)
    done = TaskHistory.objects.counted().filter(tagator_id=tagator_id, occurred_on__gte=begin)
    summed = done.aggregate(tasks=Sum("tasks"), numbers=Sum("numbers"))
    today = DayCount(tasks_completed=summed["tasks"] or 0, numbers_added=summed["numbers"] or 0)
    return TagatorAccount(tagator=settings.tagator, settings=settings, today=today)
