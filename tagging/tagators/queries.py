"""A tagger's settings, and the account of the one who is signed in."""

from datetime import datetime
from decimal import Decimal
from uuid import UUID
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db.models import OuterRef, Subquery, Sum, Value

from tagging.records.history import TaskHistory
from tagging.records.tagators import Tagator, TagatorSettings
from tagging.statistics.queries import midnight


def get_tagator_settings(tagator_id: UUID) -> TagatorSettings:
    """Return how a tagger works, with the albums opened to them."""
    settings = TagatorSettings.objects.select_related("tagator")
    return settings.prefetch_related("tagator__opened_albums").get_or_refuse(tagator_id)


def get_account(tagator_id: UUID, zone: ZoneInfo, now: datetime) -> Tagator:
    """Return a tagger with `tasks_completed`, `numbers_added` and `amount` since midnight."""
    begin = midnight(now.astimezone(zone).date(), zone)
    done = TaskHistory.objects.counted().filter(tagator=OuterRef("pk"), occurred_on__gte=begin)
    by_tagator = done.order_by().values("tagator")
    sums = {"tasks_completed": "tasks", "numbers_added": "numbers", "amount": "amount"}
    tagators = Tagator.objects.select_related("settings").annotate(
        currency=Value(settings.TAGGING_CURRENCY),
        **{
            name: Subquery(by_tagator.annotate(n=Sum(column)).values("n"))
            for name, column in sums.items()
        },
    )
    tagator = tagators.get_or_refuse(tagator_id)
    for name in sums:
        vars(tagator)[name] = vars(tagator)[name] or Decimal(0)
    return tagator
