"""Tagators: one, the list of them, the one who is signed in."""

from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from uuid import UUID
from zoneinfo import ZoneInfo

from django.contrib.auth.models import User
from django.db.models import QuerySet, Sum

from records.refusals import Forbidden
from tagging.models import Tagator, TagatorSettings, TaskHistory
from tagging.queries.intervals import midnight


class NotATagator(Forbidden):
    """The signed-in user is no tagator."""

    code = "not-a-tagator"


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


def list_tagators() -> QuerySet[Tagator]:
    """Return all tagators, to be filtered and ordered."""
    return Tagator.objects.all()


def get_tagator(tagator_id: UUID) -> Tagator:
    """Return a tagator.

    :raises TagatorNotFound: no such tagator.
    """
    return Tagator.objects.get_or_refuse(tagator_id)


def get_tagator_settings(tagator_id: UUID) -> TagatorSettings:
    """Return how a tagator works, with the albums opened to them.

    :raises TagatorNotFound: no such tagator.
    """
    settings = TagatorSettings.objects.select_related("tagator")
    return settings.prefetch_related("tagator__opened_albums").get_or_refuse(tagator_id)


def tagator_id_of(user: object) -> UUID:
    """Return the id of the tagator who signs in as this user.

    :raises NotATagator: the user is no tagator (staff, say, or a caller of another service).
    """
    if not isinstance(user, User):
        raise NotATagator
    return _tagator_id_of_user(user.pk)


# A user is one tagator's for ever, and every request of a tagator asks; a refusal is not kept.
@lru_cache(maxsize=10_000)
def _tagator_id_of_user(user_id: int) -> UUID:
    for tagator_id in Tagator.objects.filter(user=user_id).values_list("pk", flat=True):
        return tagator_id
    raise NotATagator


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
