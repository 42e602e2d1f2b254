"""What is used and left of limits: of budgets, which all share; and events as these are used up."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from uuid import UUID

from django.db.models import Q
from prometheus_client.core import GaugeMetricFamily

from foundation.messaging import outbox
from foundation.messaging.outbox import TopicMessage
from foundation.records.formats import as_iso_text
from foundation.records.gauges import gauge
from programs.participants.models import Participant
from rewards.limits.counters import Counted, opened, spans_of
from rewards.limits.models import RewardLimit, RewardLimitCounter
from rewards.limits.periods import EVER
from rewards.past_activities import NOBODY

BUDGET_REACHED = "rewards.budget-reached"
LEVELS = (80, 100)  # percent of a budget that are announced


def budget_reached(
    limit: RewardLimit, counter: RewardLimitCounter, percent: int, now: datetime
) -> TopicMessage:
    """Return the event that so many percent of a budget are used; the limit id is its key."""
    return TopicMessage(
        topic=BUDGET_REACHED,
        key=limit.pk,
        subject=str(limit.pk),
        data={
            "limitId": str(limit.pk),
            "marketingProgramId": str(limit.program_id),
            "activityType": limit.activity_type or None,
            "period": limit.period,
            "since": as_iso_text(counter.since),
            "unit": limit.unit,
            "most": int(limit.most),
            "used": int(counter.used),
            "percent": percent,
            "occurredOn": as_iso_text(now),
        },
        occurred_on=now,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class BudgetUse:
    """What is used and left of a limit in its current period; `before` None: no end."""

    since: datetime
    before: datetime | None
    used: Decimal
    left: Decimal


def budget_use(limit: RewardLimit, now: datetime) -> BudgetUse | None:
    """Return what is used of a budget at this moment; None: the limit is each participant's."""
    return use_of(limit, None, now) if limit.is_budget else None


def use_of(limit: RewardLimit, participant_id: UUID | None, now: datetime) -> BudgetUse:
    """Return what is used of a limit at this moment: by a participant, or of a budget by all."""
    spans = spans_of([limit], participant_id, now, limit.program.time_zone)
    [(key, (_, before))] = spans.items()
    known = RewardLimitCounter.objects.filter(pk=key).first()
    counter = known or opened(spans, [key])[0]
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
        for percent in LEVELS:
            if counter.reached < percent and counter.used * 100 >= percent * limit.most:
                outbox.post(budget_reached(limit, counter, percent, now))
                counter.reached = percent


def store(counted: Sequence[Counted], now: datetime) -> None:
    """Store what was used of counters, and announce what is reached; the caller holds the locks."""
    for limit, counter in counted:
        announce(limit, counter, now)
    RewardLimitCounter.objects.store([counter for _, counter in counted])


@dataclass(frozen=True, slots=True, kw_only=True)
class Allowance:
    """A limit, and what a participant (of a budget: all together) may still get in its period."""

    limit: RewardLimit
    use: BudgetUse


def list_allowances(participant: Participant, now: datetime) -> Sequence[Allowance]:
    """Return the limits of the participant's program, the oldest first, with what is left."""
    limits = RewardLimit.objects.filter(program=participant.program_id).select_related("program")
    return [
        Allowance(limit=limit, use=use_of(limit, participant.pk, now))
        for limit in limits.order_by("created_on", "pk")
    ]


def budgets(now: datetime) -> list[GaugeMetricFamily]:
    """Return the used part of the budgets of which 80 percent or more are used."""
    what = "Used part of a budget in its current period, of those from 0.8 on."
    used = gauge("budget_used_ratio", what, "program", "budget")
    for limit, counter in list_reached_budgets(now):
        part = counter.used / limit.most if limit.most else 1
        used.add_metric([str(limit.program_id), str(limit.pk)], float(part))
    return [used]
