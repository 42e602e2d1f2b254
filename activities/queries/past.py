"""Stored activities for rewards: the playground and the dry run of formulas read them."""

from collections.abc import Sequence
from uuid import UUID

from django.db.models import Q, QuerySet

from activities.models import Activity
from activities.types import kind_of
from rewards.past_activities import PAGE, PastActivity, Period


class StoredActivities:
    """The activities of this house, as formulas see them."""

    def count(self, period: Period) -> int:
        return _of(period).count()

    def page(self, period: Period, after: PastActivity | None) -> Sequence[PastActivity]:
        rows = _of(period)
        if after is not None:
            on = after.created_on
            later = Q(created_on__gt=on) | Q(created_on=on, pk__gt=after.activity_id)
            rows = rows.filter(later, created_on__gte=on)
        return [_past(activity) for activity in rows.order_by("created_on", "pk")[:PAGE]]

    def newest(self, program_id: UUID, activity_type: str, limit: int) -> Sequence[PastActivity]:
        rows = Activity.objects.filter(marketing_program=program_id, type=activity_type)
        return [_past(activity) for activity in rows.order_by("-created_on", "pk")[:limit]]

    def find(self, activity_id: UUID) -> PastActivity:
        return _past(Activity.objects.get_or_refuse(activity_id))


def _of(period: Period) -> QuerySet[Activity]:
    return Activity.objects.filter(
        marketing_program=period.program_id,
        type=period.activity_type,
        created_on__gte=period.since,
        created_on__lt=period.before,
    )


def _past(activity: Activity) -> PastActivity:
    kind = kind_of(activity.type)
    values = kind.read(activity.data)
    return PastActivity(
        activity_id=activity.pk,
        participant_id=activity.participant_id,
        created_on=activity.created_on,
        variables=kind.variables_of(values),
        why_not_calculated=kind.why_not_calculated(values),
        reward=activity.reward,
    )
