"""What limits leave a participant now, and whether the counters are what was rewarded."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from django.db import transaction
from prometheus_client.core import GaugeMetricFamily

from foundation.records.gauges import gauge
from programs.participants.models import Participant
from rewards.limits.budgets import BudgetUse, list_reached_budgets, use_of
from rewards.limits.counters import used_by
from rewards.limits.models import RewardLimit, RewardLimitCounter


@dataclass(frozen=True, slots=True, kw_only=True)
class Allowance:
    """A limit, and what a participant (of a budget: all together) may still get in its period."""

    limit: RewardLimit
    use: BudgetUse


@dataclass(frozen=True, slots=True, kw_only=True)
class WrongCounter:
    """A counter, and what the stored rewards and corrections of its period add up to."""

    counter: RewardLimitCounter
    counted: Decimal

    @property
    def is_more(self) -> bool:
        """Whether the counter is higher: of a budget, activities may have been erased."""
        return self.counter.used > self.counted

    def __str__(self) -> str:
        counter = self.counter
        whose = "all" if counter.limit.is_budget else str(counter.participant_id)
        when = f"since {counter.since:%Y-%m-%d %H:%M} UTC"
        return f"{counter.limit} {when}, {whose}: {counter.used:f}, rewarded {self.counted:f}"


def list_allowances(participant: Participant, now: datetime) -> Sequence[Allowance]:
    """Return the limits of the participant's program, the oldest first, with what is left."""
    limits = RewardLimit.objects.filter(program=participant.program_id).select_related("program")
    return [
        Allowance(limit=limit, use=use_of(limit, participant.pk, now))
        for limit in limits.order_by("created_on", "pk")
    ]


def list_wrong_counters() -> Iterator[WrongCounter]:
    """Yield the counters that differ from what was rewarded, of all limits.

    Each is locked while it is counted: a reward is stored with its counters in one transaction, so
    calculations may go on. Counters of a time zone that the program no longer has are left out.
    """
    rows = RewardLimitCounter.objects.order_by("limit_id", "participant_id", "since")
    for key in rows.values_list("pk", flat=True).iterator():
        if (wrong := _wrong(key)) is not None:
            yield wrong


@transaction.atomic
def _wrong(key: object) -> WrongCounter | None:
    rows = RewardLimitCounter.objects.select_for_update(of=("self",), no_key=True)
    counter = rows.select_related("limit__program").filter(pk=key).first()
    if counter is None:
        return None  # its limit was removed, or its participant erased
    limit = counter.limit
    since, before = limit.span_at(counter.since, limit.program.time_zone)
    if since != counter.since:
        return None
    who = counter.participant_id
    counted = used_by(limit, [who], since, before)[who]
    return None if counted == counter.used else WrongCounter(counter=counter, counted=counted)


# What Prometheus reads about budgets.


def budgets(now: datetime) -> list[GaugeMetricFamily]:
    """Return the used part of the budgets of which 80 percent or more are used."""
    what = "Used part of a budget in its current period, of those from 0.8 on."
    used = gauge("budget_used_ratio", what, "program", "budget")
    for limit, counter in list_reached_budgets(now):
        part = counter.used / limit.most if limit.most else 1
        used.add_metric([str(limit.program_id), str(limit.pk)], float(part))
    return [used]
