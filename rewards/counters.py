"""The counters of limits: opened, locked and raised in one order, so that none wait in a circle."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from functools import reduce
from operator import or_
from uuid import UUID

from django.db.models import Count, F, Q, Sum

from messaging import outbox
from rewards.events import budget_reached
from rewards.models import CorrectionItem, ItemState, LimitUnit, RewardLimit, RewardLimitCounter
from rewards.models.limits import EVER, LEVELS, NOBODY
from rewards.past_activities import RewardedPeriod, past_activities


@dataclass(frozen=True, slots=True, kw_only=True)
class BudgetUse:
    """What is used and left of a limit in its current period; `before` None: no end."""

    since: datetime
    before: datetime | None
    used: Decimal
    left: Decimal


Counted = tuple[RewardLimit, RewardLimitCounter]
Key = tuple[UUID, UUID, datetime]  # limit, participant or `NOBODY`, beginning of the period
Spans = Mapping[Key, tuple[RewardLimit, datetime | None]]


def spans_of(
    limits: Sequence[RewardLimit], participant_id: UUID | None, on: datetime, zone: str
) -> Spans:
    """Return the limits with the ends of their periods, by the keys of the counters.

    :param on: the moment whose period counts.
    """
    spans = {}
    for limit in limits:
        since, before = limit.span_at(on, zone)
        who = NOBODY if limit.is_budget or participant_id is None else participant_id
        spans[limit.pk, who, since] = limit, before
    return dict(sorted(spans.items()))


def locked_counters(spans: Spans) -> Sequence[Counted]:
    """Return the counters, locked in the order of their keys; open those that are missing.

    Missing ones are inserted before any is locked: a process that waits for another's insert
    holds no counter that the other one may want.
    """
    wanted = reduce(or_, (Q(pk=key) for key in spans))
    found = RewardLimitCounter.objects.filter(wanted)
    known = set(found.values_list("pk", flat=True))
    if missing := [key for key in spans if key not in known]:
        opened = [_opened(key, *spans[key]) for key in missing]
        RewardLimitCounter.objects.bulk_create(opened, ignore_conflicts=True)
    rows = found.order_by("limit_id", "participant_id", "since").select_for_update(of=("self",))
    return [(spans[each.pk][0], each) for each in rows]


def budget_use(limit: RewardLimit, now: datetime) -> BudgetUse | None:
    """Return what is used of a budget at this moment; None: the limit is each participant's."""
    return use_of(limit, None, now) if limit.is_budget else None


def use_of(limit: RewardLimit, participant_id: UUID | None, now: datetime) -> BudgetUse:
    """Return what is used of a limit at this moment: by a participant, or of a budget by all."""
    spans = spans_of([limit], participant_id, now, limit.program.time_zone)
    [(key, (_, before))] = spans.items()
    known = RewardLimitCounter.objects.filter(pk=key).first()
    counter = known or _opened(key, limit, before)
    return BudgetUse(
        since=key[2], before=before, used=counter.used, left=counter.left_of(limit.most)
    )


def list_reached_budgets(now: datetime) -> Sequence[Counted]:
    """Return the budgets of which 80 percent or more are used at this moment, the fullest first."""
    current = Q(since__gte=now - timedelta(days=32)) | Q(since=EVER)
    rows = RewardLimitCounter.objects.filter(current, participant_id=NOBODY, reached__gt=0)
    found = [(each.limit, each) for each in rows.select_related("limit__program")]
    reached = [
        (limit, each)
        for limit, each in found
        if each.used * 100 >= LEVELS[0] * limit.most
        and each.since == limit.span_at(now, limit.program.time_zone)[0]
    ]
    return sorted(reached, key=lambda each: (-each[1].used / each[0].most, str(each[0].pk)))


def announce(limit: RewardLimit, counter: RewardLimitCounter, now: datetime) -> None:
    """Post the levels of a budget that are reached now; the caller stores the counter."""
    if limit.is_budget:
        for percent in counter.levels_of(limit.most):
            outbox.post(budget_reached(limit, counter, percent, now))
            counter.reached = percent


def store(counter: RewardLimitCounter) -> None:
    """Store what was used and announced of a counter; the caller holds its lock."""
    rows = RewardLimitCounter.objects.filter(pk=counter.pk)
    rows.update(used=counter.used, reached=counter.reached)


def _opened(key: Key, limit: RewardLimit, before: datetime | None) -> RewardLimitCounter:
    """Return a new counter with what the stored rewards of its period used of the limit."""
    limit_id, who, since = key
    used = used_in(limit, period_of(limit, who, since, before))
    return RewardLimitCounter(limit_id=limit_id, participant_id=who, since=since, used=used)


def period_of(
    limit: RewardLimit, who: UUID, since: datetime, before: datetime | None
) -> RewardedPeriod:
    """Return what a counter counts; `who`: a participant, or `NOBODY` for all."""
    return RewardedPeriod(
        program_id=limit.program_id,
        activity_type=limit.activity_type,
        participant_id=None if who == NOBODY else who,
        since=since,
        before=before,
    )


def used_in(limit: RewardLimit, period: RewardedPeriod) -> Decimal:
    """Return what the stored rewards of a period and their corrections used of a limit."""
    points, activities = past_activities().rewarded(period)
    more_points, more_activities = corrected_in(period)
    is_points = limit.unit == LimitUnit.POINTS
    used = points + more_points if is_points else Decimal(activities + more_activities)
    return max(used, Decimal(0))


def corrected_in(period: RewardedPeriod) -> tuple[Decimal, int]:
    """Return by how many points, and rewarded activities, corrections changed a period."""
    optional = {
        "correction__activity_type": period.activity_type or None,
        "participant_id": period.participant_id,
        "activity_on__lt": period.before,
    }
    items = CorrectionItem.objects.filter(
        state=ItemState.APPLIED,
        correction__program=period.program_id,
        activity_on__gte=period.since,
        **{name: value for name, value in optional.items() if value is not None},
    )
    after = F("old") + F("adjusted")
    found = items.annotate(after=after).aggregate(
        points=Sum("adjusted", default=Decimal(0)),
        more=Count("pk", filter=Q(old=0, after__gt=0)),
        fewer=Count("pk", filter=Q(old__gt=0, after=0)),
    )
    return Decimal(found["points"]), found["more"] - found["fewer"]
