"""The counters of limits: opened, locked and raised in one order, so that none wait in a circle."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from operator import attrgetter
from typing import Any
from uuid import UUID

from django.db import transaction

from foundation.records.statements import run_statement
from rewards.limits.models import HOLD_ALL_LIMITS, Key, LimitUnit, RewardLimit, RewardLimitCounter
from rewards.past_activities import NOBODY, Rewarded, RewardedPeriod, past_activities

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
        counters.bulk_create(opened(spans, missing), ignore_conflicts=True)
    return [(spans[each.pk][0], each) for each in counters.locked(spans)]


def seen_counters(spans: Spans, changes: Changes) -> Sequence[Counted]:
    """Return the counters as they would be after these changes; nothing is locked or stored."""
    seen = RewardLimitCounter.objects.seen(spans)
    known = {each.pk for each in seen}
    counters = [*seen, *opened(spans, [key for key in spans if key not in known])]
    for (limit_id, since), participants in _by_period(each.pk for each in counters).items():
        limit, before = spans[limit_id, participants[0], since]
        changed = _summed(limit, participants, since, before, [changes])
        for each in counters:
            if (each.limit_id, each.since) == (limit_id, since):
                each.used = max(each.used + changed[each.participant_id], Decimal(0))
    return [(spans[each.pk][0], each) for each in counters]


def opened(spans: Spans, keys: Sequence[Key]) -> list[RewardLimitCounter]:
    """Return new counters with what the stored rewards of their periods used of the limits."""
    counters: list[RewardLimitCounter] = []
    for (limit_id, since), participants in _by_period(keys).items():
        limit, before = spans[limit_id, participants[0], since]
        used = used_by(limit, participants, since, before)
        counters += (
            RewardLimitCounter(limit_id=limit_id, participant_id=who, since=since, used=amount)
            for who, amount in used.items()
        )
    return sorted(counters, key=attrgetter("pk"))  # in one order: two processes may insert the same


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


def recount(program_ids: Collection[Any], participant_ids: Collection[UUID]) -> None:
    """Count again what limits of these programs gave to these participants, and to all together.

    Counters that are missing are counted when they are needed. Until the commit no limit is read,
    so no counter is opened without the rewards of this transaction. No budget is announced.
    """
    limits = RewardLimit.objects.filter(program__in=program_ids).select_related("program")
    if not program_ids or not limits.exists():
        return
    run_statement(HOLD_ALL_LIMITS)
    whose = [NOBODY, *participant_ids]
    counters = RewardLimitCounter.objects.filter(limit__in=limits, participant_id__in=whose)
    for counter in counters.select_related("limit__program"):
        limit = counter.limit
        since, before = limit.span_at(counter.since, limit.program.time_zone)
        if since == counter.since:
            used = used_by(limit, [counter.participant_id], since, before)
            counter.used = used[counter.participant_id]
            RewardLimitCounter.objects.store([counter])


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
