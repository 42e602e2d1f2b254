"""The counters of limits: opened, locked and raised in one order, so that none wait in a circle."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from operator import attrgetter
from typing import Any, Self
from uuid import UUID
from zoneinfo import ZoneInfo

from django.db.models import Q

from foundation.messaging import outbox
from foundation.messaging.outbox import TopicMessage
from foundation.records.formats import as_iso_text
from programs.readers import plain
from rewards.limits.models import (
    EVER,
    LEVELS,
    Key,
    LimitPeriod,
    LimitScope,
    LimitUnit,
    RewardLimit,
    RewardLimitCounter,
)
from rewards.past_activities import NOBODY, Rewarded, RewardedPeriod, past_activities

# Why limits left less of a reward than its formula gave: as JSON with the reward, and in words.


_WHOSE = {
    LimitPeriod.DAY: "this day's",
    LimitPeriod.WEEK: "this week's",
    LimitPeriod.MONTH: "this month's",
    LimitPeriod.PROGRAM: "the program's",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class LimitCut:
    """A limit as it was when it left less than a reward: `left` of `most`, as texts.

    `begins`: the first day of the period in the program's time zone; empty: the whole program.
    """

    limit_id: str
    scope: str
    activity_type: str
    period: str
    unit: str
    most: str
    left: str
    begins: str = ""

    @classmethod
    def of(cls, limit: RewardLimit, counter: RewardLimitCounter, zone: str) -> Self:
        is_ever = limit.period == LimitPeriod.PROGRAM
        begins = "" if is_ever else f"{counter.since.astimezone(ZoneInfo(zone)):%Y-%m-%d}"
        return cls(
            limit_id=str(limit.pk),
            scope=limit.scope,
            activity_type=limit.activity_type,
            period=limit.period,
            unit=limit.unit,
            most=plain(limit.most),
            left=plain(counter.left_of(limit.most)),
            begins=begins,
        )

    def __str__(self) -> str:
        """Say what was left: `8 were left of this week's 50 points for each participant`."""
        left = f"{self.left} were left of" if self.left != "0" else "nothing was left of"
        what = f"{_WHOSE[LimitPeriod(self.period)]} {self.most} {LimitUnit(self.unit).label}"
        kind = f", {self.activity_type} only" if self.activity_type else ""
        begins = f" (from {self.begins})" if self.begins else ""
        return f"{left} {what} for {LimitScope(self.scope).label}{kind}{begins}"


def as_details(reward: Decimal, cuts: Sequence[LimitCut]) -> dict[str, Any]:
    """Return what is stored with a reward that limits cut; nothing, if none did."""
    if not cuts:
        return {}
    return {"beforeLimits": plain(reward), "limits": [asdict(cut) for cut in cuts]}


def cuts_of(details: Mapping[str, Any]) -> Sequence[LimitCut]:
    """Return the limits that cut a stored reward, the strictest first."""
    return [LimitCut(**stored) for stored in details.get("limits", ())]


def before_limits(details: Mapping[str, Any]) -> str:
    """Return a stored reward as it was before limits cut it; empty: there is none."""
    text: str = details.get("beforeLimits") or details.get("reward", "")
    return text


def sentences_of(reward: str, before: str, cuts: Sequence[LimitCut]) -> Iterator[str]:
    """Yield what the limits did: `8 of 26: 8 were left of this week's 50 points …`."""
    for number, cut in enumerate(cuts):
        yield f"Also, {cut}." if number else f"{reward} of {before}: {cut}."


# The event that a budget is used to some percent.


BUDGET_REACHED = "rewards.budget-reached"


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


Counted = tuple[RewardLimit, RewardLimitCounter]
# By how many points, and rewarded activities, others changed what was rewarded in a period.
Changes = Callable[[RewardedPeriod], Mapping[UUID, Rewarded]]
_CHANGES: list[Changes] = []


def register_changes(changes: Changes) -> None:
    """Let what others than formulas credit count in limits; `apps.py` does, at start-up."""
    _CHANGES.append(changes)


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
    counters = RewardLimitCounter.objects
    known = counters.known(spans)
    if missing := [key for key in spans if key not in known]:
        counters.bulk_create(_opened(spans, missing), ignore_conflicts=True)
    return [(spans[each.pk][0], each) for each in counters.locked(spans)]


def seen_counters(spans: Spans, changes: Changes) -> Sequence[Counted]:
    """Return the counters as they would be after these changes; nothing is locked or stored."""
    seen = RewardLimitCounter.objects.seen(spans)
    known = {each.pk for each in seen}
    counters = [*seen, *_opened(spans, [key for key in spans if key not in known])]
    for (limit_id, since), participants in _by_period(each.pk for each in counters).items():
        limit, before = spans[limit_id, participants[0], since]
        changed = _summed(limit, participants, since, before, [changes])
        for each in counters:
            if (each.limit_id, each.since) == (limit_id, since):
                each.used = max(each.used + changed[each.participant_id], Decimal(0))
    return [(spans[each.pk][0], each) for each in counters]


def budget_use(limit: RewardLimit, now: datetime) -> BudgetUse | None:
    """Return what is used of a budget at this moment; None: the limit is each participant's."""
    return use_of(limit, None, now) if limit.is_budget else None


def use_of(limit: RewardLimit, participant_id: UUID | None, now: datetime) -> BudgetUse:
    """Return what is used of a limit at this moment: by a participant, or of a budget by all."""
    spans = spans_of([limit], participant_id, now, limit.program.time_zone)
    [(key, (_, before))] = spans.items()
    known = RewardLimitCounter.objects.filter(pk=key).first()
    counter = known or _opened(spans, [key])[0]
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


def store(counted: Sequence[Counted], now: datetime) -> None:
    """Store what was used of counters, and announce what is reached; the caller holds the locks."""
    for limit, counter in counted:
        announce(limit, counter, now)
    RewardLimitCounter.objects.store([counter for _, counter in counted])


def _opened(spans: Spans, keys: Sequence[Key]) -> list[RewardLimitCounter]:
    """Return new counters with what the stored rewards of their periods used of the limits."""
    opened: list[RewardLimitCounter] = []
    for (limit_id, since), participants in _by_period(keys).items():
        limit, before = spans[limit_id, participants[0], since]
        used = used_by(limit, participants, since, before)
        opened += (
            RewardLimitCounter(limit_id=limit_id, participant_id=who, since=since, used=amount)
            for who, amount in used.items()
        )
    return sorted(opened, key=attrgetter("pk"))  # in one order: two processes may insert the same


def _by_period(keys: Iterable[Key]) -> Mapping[tuple[UUID, datetime], Sequence[UUID]]:
    """Return whose counters there are of each limit and period."""
    whose: defaultdict[tuple[UUID, datetime], list[UUID]] = defaultdict(list)
    for limit_id, who, since in keys:
        whose[limit_id, since].append(who)
    return whose


def used_by(
    limit: RewardLimit, whose: Sequence[UUID], since: datetime, before: datetime | None
) -> Mapping[UUID, Decimal]:
    """Return what the stored rewards of a period and their corrections used of a limit.

    :param whose: participants; of a budget `NOBODY`, for all together.
    """
    sources = [past_activities().rewarded, *_CHANGES]
    used = _summed(limit, whose, since, before, sources)
    return {who: max(amount, Decimal(0)) for who, amount in used.items()}


def _summed(
    limit: RewardLimit,
    whose: Sequence[UUID],
    since: datetime,
    before: datetime | None,
    sources: Sequence[Changes],
) -> Mapping[UUID, Decimal]:
    """Return what these sources add up to in a period, in the unit of the limit."""
    period = RewardedPeriod(
        program_id=limit.program_id,
        activity_type=limit.activity_type,
        participants=() if limit.is_budget else whose,
        since=since,
        before=before,
    )
    found = [each(period) for each in sources]
    sums = {who: [each[who] for each in found if who in each] for who in whose}
    if limit.unit == LimitUnit.POINTS:
        return {who: sum((each.points for each in of), Decimal(0)) for who, of in sums.items()}
    return {who: Decimal(sum(each.activities for each in of)) for who, of in sums.items()}
