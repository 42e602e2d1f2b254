"""Stored activities for rewards: tries and dry runs of formulas read them."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any
from uuid import UUID

import structlog
from django.db.models import Count, QuerySet, Sum

from activities.records.models import Activity, ActivityChange, ActivityHistory
from activities.types import ActivityKind, InvalidOperation, kind_of
from foundation.messaging.jobs import RowPosition, rows_after
from foundation.records.texts import UNFORESEEN
from programs.tasks.segments import participants_of
from rewards.past_activities import (
    ActivityPeriod,
    PastActivity,
    Rewarded,
    RewardedPeriod,
    StoredReward,
    rewarded_by,
)

log = structlog.get_logger(__name__)

# Without a model's instance a row is read in half the time.
_FIELDS = ("id", "participant_id", "created_on", "reward", "data")


class StoredActivities:
    """The stored activities, as formulas see them."""

    def count(self, period: ActivityPeriod) -> int:
        return _of(period).count()

    def page(
        self, period: ActivityPeriod, after: RowPosition | None, limit: int
    ) -> Sequence[PastActivity]:
        return _read(period.activity_type, rows_after(_of(period), after)[:limit])

    def newest(self, program_id: UUID, activity_type: str, limit: int) -> Sequence[PastActivity]:
        rows = Activity.objects.filter(marketing_program=program_id, type=activity_type)
        return _read(activity_type, rows.order_by("-created_on", "pk")[:limit])

    def rewarded(self, period: RewardedPeriod) -> Mapping[UUID, Rewarded]:
        names = ("marketing_program", "type", "participant", "created_on")
        activities = Activity.objects.filter(reward__gt=0, **period.where(*names))
        found = activities.values(who=period.who)
        points = Sum("reward", default=Decimal(0))
        return rewarded_by(found.annotate(points=points, activities=Count("pk")))

    def stored_rewards(self, activity_ids: Sequence[UUID]) -> Mapping[UUID, StoredReward]:
        rows = ActivityHistory.objects.filter(
            activity__in=activity_ids, change=ActivityChange.REWARD_SET
        ).values_list(
            "activity_id", "details__formulaId", "details__beforeLimits", "details__inputs"
        )
        return {
            pk: StoredReward(
                formula_id=UUID(formula_id) if formula_id else None,
                before_limits=Decimal(before) if before else None,
                inputs=inputs or {},
            )
            for pk, formula_id, before, inputs in rows
        }

    def in_words(self, activity_ids: Sequence[UUID]) -> Mapping[UUID, str]:
        rows = Activity.objects.filter(pk__in=activity_ids).values_list("pk", "type", "data")
        return {pk: kind_of(name).in_words(data) for pk, name, data in rows}

    def find(self, activity_id: UUID) -> PastActivity:
        activity = Activity.objects.get_or_refuse(activity_id)
        row = {name: getattr(activity, name) for name in _FIELDS}
        return _past(kind_of(activity.type), row)


def _of(period: ActivityPeriod) -> QuerySet[Activity]:
    found = Activity.objects.filter(
        marketing_program=period.program_id,
        type=period.activity_type,
        created_on__gte=period.since,
        created_on__lt=period.before,
    )
    if period.activity_ids is not None:
        found = found.filter(pk__in=period.activity_ids)
    if period.participant_ids is not None:
        return found.filter(participant__in=period.participant_ids)
    if period.segment is not None:
        return found.filter(participant__in=participants_of(period.program_id, period.segment))
    return found


def _read(activity_type: str, rows: QuerySet[Activity]) -> list[PastActivity]:
    kind = kind_of(activity_type)
    return [_past(kind, row) for row in rows.values(*_FIELDS)]


def _past(kind: ActivityKind, row: Mapping[str, Any]) -> PastActivity:
    """Return an activity; one whose data no longer suit its type has no variables."""
    try:
        values = kind.read(row["data"])
        variables, why_not = kind.variables_of(values), kind.why_not_calculated(values)
    except InvalidOperation as fault:
        variables, why_not = {}, f"its data cannot be read: {fault.detail}"
    # A fault of ours is this activity's: the others are read.
    except Exception:
        log.exception("activity_not_read", activity_id=str(row["id"]))
        variables, why_not = {}, f"its data cannot be read: {UNFORESEEN}"
    return PastActivity(
        activity_id=row["id"],
        participant_id=row["participant_id"],
        created_on=row["created_on"],
        variables=variables,
        why_not_calculated=why_not,
        reward=row["reward"],
    )
