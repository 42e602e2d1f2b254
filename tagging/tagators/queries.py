"""A tagger's settings, and the account of the one who is signed in."""

from datetime import datetime
from uuid import UUID
from zoneinfo import ZoneInfo

from django.db.models import OuterRef, Subquery, Sum
from django.db.models.functions import Coalesce

from tagging.records.history import TaskHistory
from tagging.records.tagators import Tagator, TagatorSettings
from tagging.statistics.queries import midnight


def get_tagator_settings(tagator_id: UUID) -> TagatorSettings:
    """Return how a tagger works, with the albums opened to them."""
    settings = TagatorSettings.objects.select_related("tagator")
    return settings.prefetch_related("tagator__opened_albums").get_or_refuse(tagator_id)


def get_account(tagator_id: UUID, zone: ZoneInfo, now: datetime) -> Tagator:
    """Return a tagger with `tasks_completed` and `numbers_added` since midnight in a time zone."""
    begin = midnight(now.astimezone(zone).date(), zone)
    done = TaskHistory.objects.counted().filter(tagator=OuterRef("pk"), occurred_on__gte=begin)
    by_tagator = done.order_by().values("tagator")
    tagators = Tagator.objects.select_related("settings").annotate(
        tasks_completed=Coalesce(Subquery(by_tagator.annotate(n=Sum("tasks")).values("n")), 0),
        numbers_added=Coalesce(Subquery(by_tagator.annotate(n=Sum("numbers")).values("n")), 0),
    )
    return tagators.get_or_refuse(tagator_id)
