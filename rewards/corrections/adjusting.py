"""Balances adjusted by what a correction found, many in one transaction, within limits."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from decimal import Decimal
from functools import partial
from typing import Self
from uuid import UUID

from foundation.messaging import outbox
from rewards.balances.commands import balance_changed
from rewards.balances.models import MAX_AMOUNT, Balance
from rewards.corrections.comparing import credited_of, foreseen_in
from rewards.corrections.models import CorrectionItem, ItemState, RewardCorrection, store_decided
from rewards.limits.budgets import store
from rewards.limits.counters import Counted, Spans, locked_counters, seen_counters, spans_of
from rewards.limits.models import Key, LimitUnit, RewardLimit, RewardLimitCounter

CHANGED = "The reward was adjusted or credited again since the preview."
OUT_OF_RANGE = "The balance would be less than zero, or 10^15 or more."
LEFT = "Limits leave {left:.0f} of {wanted}."
NOTHING_LEFT = "Limits leave nothing of it."


class CorrectedLimits:
    """The counters of limits for a portion of a correction, locked at once in one order.

    A raised reward takes from the limits what they leave, a lowered one gives back: the counters
    stay what the stored rewards and corrections add up to.
    """

    def __init__(self, keys: Mapping[UUID, Sequence[Key]], counted: Sequence[Counted]) -> None:
        self._keys = keys
        self._counted = {(each.limit_id, each.participant_id, each.since): (limit, each)
                         for limit, each in counted}  # fmt: skip

    @classmethod
    def locked(cls, correction: RewardCorrection, items: Sequence[CorrectionItem]) -> Self:
        """Lock the counters of these items; a program without limits is done with one lookup."""
        keys, spans = _spans_of(correction, items)
        return cls(keys, locked_counters(spans) if spans else [])

    @classmethod
    def foreseen(cls, correction: RewardCorrection, items: Sequence[CorrectionItem]) -> Self:
        """Take the counters as they would be after the items that are stored by now; lock none."""
        keys, spans = _spans_of(correction, items)
        changes = partial(foreseen_in, correction=correction)
        return cls(keys, seen_counters(spans, changes) if spans else [])

    def left_of(self, item: CorrectionItem) -> Decimal:
        """Return how much of an item's difference may be adjusted."""
        wanted = item.new - item.old
        if wanted <= 0:
            return wanted
        return min([wanted, *(_left_of_raise(item, *each) for each in self._of(item))])

    def count(self, item: CorrectionItem, granted: Decimal) -> None:
        """Count what is adjusted of an item."""
        for limit, counter in self._of(item):
            change = limit.taken_by(item.old + granted) - limit.taken_by(item.old)
            counter.used = max(counter.used + change, Decimal(0))

    def store(self, now: datetime) -> None:
        """Store the counters, and announce what they reach."""
        if self._counted:
            store(list(self._counted.values()), now)

    def _of(self, item: CorrectionItem) -> Sequence[Counted]:
        return [self._counted[key] for key in self._keys.get(item.activity_id, ())]


def _spans_of(
    correction: RewardCorrection, items: Sequence[CorrectionItem]
) -> tuple[Mapping[UUID, Sequence[Key]], Spans]:
    """Return the keys of counters by activity, and all spans in the order of their keys."""
    limits = RewardLimit.objects.holding(correction.program_id, correction.activity_type)
    if not limits:
        return {}, {}
    zone = limits[0].time_zone  # type: ignore[attr-defined]  # `holding` reads it with the limit
    of_items = {
        item.activity_id: spans_of(limits, item.participant_id, item.activity_on, zone)
        for item in items
    }
    merged = {key: span for each in of_items.values() for key, span in each.items()}
    return {pk: list(each) for pk, each in of_items.items()}, dict(sorted(merged.items()))


def foresee(correction: RewardCorrection, items: Sequence[CorrectionItem]) -> None:
    """Note what limits would leave of new items, in their order, if they were adjusted now."""
    limits = CorrectedLimits.foreseen(correction, items)
    for item in items:
        item.foreseen = limits.left_of(item)
        limits.count(item, item.foreseen)
        if item.foreseen != item.difference:
            item.reason = LEFT.format(left=item.foreseen, wanted=item.difference)


def _left_of_raise(
    item: CorrectionItem, limit: RewardLimit, counter: RewardLimitCounter
) -> Decimal:
    wanted = item.new - item.old
    is_counted = limit.unit == LimitUnit.ACTIVITIES and item.old  # rewarded already
    return wanted if is_counted else limit.leaves(wanted, counter.used)


def adjust(correction: RewardCorrection, items: Sequence[CorrectionItem], now: datetime) -> None:
    """Adjust the balances by these items, in the caller's transaction.

    1. Lock the counters of limits, then the balances, each in one order.
    2. Refuse what was credited or adjusted since the preview, and what leaves a balance's range.
    3. Insert the operations, which the database adds to the balances, and their events.
    """
    limits = CorrectedLimits.locked(correction, items)
    amounts = _locked_balances(items)
    credited = credited_of([item.activity_id for item in items])
    for item in items:
        known = credited.get(item.activity_id)
        is_same = known is not None and not known.by_hand and known.amount == item.old
        _decide(item, CHANGED if not is_same else "", amounts, limits)
    limits.store(now)
    outbox.post(*map(balance_changed, store_decided(correction, items, now)))


def refuse(items: Sequence[CorrectionItem], reason: str) -> None:
    """Refuse items that could not be adjusted."""
    for item in items:
        item.state, item.adjusted, item.reason = ItemState.REFUSED, None, reason
    CorrectionItem.objects.bulk_update(items, ["state", "adjusted", "reason"])


def _decide(
    item: CorrectionItem, refusal: str, amounts: dict[UUID, Decimal], limits: CorrectedLimits
) -> None:
    """Decide how much of an item is adjusted, and count it in the balances and limits."""
    balance = amounts.get(item.participant_id, Decimal(0))
    granted = limits.left_of(item)
    if not refusal and not 0 <= balance + granted < MAX_AMOUNT:
        refusal = OUT_OF_RANGE
    if not refusal and not granted:
        refusal = NOTHING_LEFT
    if refusal:
        item.state, item.adjusted, item.reason = ItemState.REFUSED, None, refusal
        return
    amounts[item.participant_id] = balance + granted
    limits.count(item, granted)
    item.state, item.adjusted, item.reason = ItemState.APPLIED, granted, ""
    if granted != item.difference:
        item.reason = LEFT.format(left=granted, wanted=item.difference)


def _locked_balances(items: Sequence[CorrectionItem]) -> dict[UUID, Decimal]:
    ids = {item.participant_id for item in items}
    rows = Balance.objects.filter(pk__in=ids).order_by("pk").select_for_update(no_key=True)
    return dict(rows.values_list("pk", "amount"))
