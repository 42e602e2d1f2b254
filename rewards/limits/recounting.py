"""Counting again what limits gave, where rewards came in that no limit has counted."""

from collections.abc import Collection
from typing import Any
from uuid import UUID

from django.db import connection

from rewards.limits.counters import used_by
from rewards.limits.models import HOLD_ALL_LIMITS, RewardLimit, RewardLimitCounter
from rewards.past_activities import NOBODY


def recount(program_ids: Collection[Any], participant_ids: Collection[UUID]) -> None:
    """Count again what limits of these programs gave to these participants, and to all together.

    Counters that are missing are counted when they are needed. Until the commit no limit is read,
    so no counter is opened without the rewards of this transaction. No budget is announced.
    """
    limits = RewardLimit.objects.filter(program__in=program_ids).select_related("program")
    if not program_ids or not limits.exists():
        return
    with connection.cursor() as cursor:
        cursor.execute(HOLD_ALL_LIMITS)
    whose = [NOBODY, *participant_ids]
    counters = RewardLimitCounter.objects.filter(limit__in=limits, participant_id__in=whose)
    for counter in counters.select_related("limit__program"):
        limit = counter.limit
        since, before = limit.span_at(counter.since, limit.program.time_zone)
        if since == counter.since:
            used = used_by(limit, [counter.participant_id], since, before)
            counter.used = used[counter.participant_id]
            RewardLimitCounter.objects.store([counter])
