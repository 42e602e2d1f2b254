"""Adjusting balances by what a correction found, many in one transaction."""

from collections.abc import Sequence
from datetime import datetime
from decimal import Decimal
from uuid import UUID

from foundation.messaging import outbox
from rewards.commands.limiting import CorrectedLimits
from rewards.correcting import credited_of
from rewards.events import balance_changed
from rewards.models import MAX_AMOUNT, Balance, CorrectionItem, ItemState, RewardCorrection
from rewards.models.corrections_sql import store_decided

CHANGED = "The reward was adjusted or credited again since the preview."
OUT_OF_RANGE = "The balance would be less than zero, or 10^15 or more."
NOTHING_LEFT = "Limits leave nothing of it."


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
        item.reason = f"Limits left {granted:f} of {item.difference}."


def _locked_balances(items: Sequence[CorrectionItem]) -> dict[UUID, Decimal]:
    ids = {item.participant_id for item in items}
    rows = Balance.objects.filter(pk__in=ids).order_by("pk").select_for_update(no_key=True)
    return dict(rows.values_list("pk", "amount"))
