"""The events that rewards publish."""

from datetime import datetime
from decimal import Decimal

from foundation.messaging.outbox import TopicMessage
from rewards.models import BalanceOperation, RewardLimit, RewardLimitCounter

BALANCE_CHANGED = "rewards.balance-changed"
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
            "since": _text(counter.since),
            "unit": limit.unit,
            "most": _whole(limit.most),
            "used": _whole(counter.used),
            "percent": percent,
            "occurredOn": _text(now),
        },
        occurred_on=now,
    )


def balance_changed(operation: BalanceOperation) -> TopicMessage:
    """Return the event of an operation that was just inserted.

    The participant is its key, so the events of a balance keep the order of its operations.
    """
    source_id, moment = operation.source_id, operation.recorded_on
    return TopicMessage(
        topic=BALANCE_CHANGED,
        key=operation.balance_id,
        subject=str(operation.balance_id),
        data={
            "participantId": str(operation.balance_id),
            "operationId": str(operation.pk),
            "type": operation.type,
            "amount": f"{operation.amount:.2f}",
            "balance": f"{operation.balance_after:.2f}",
            "source": operation.source,
            "sourceId": None if source_id is None else str(source_id),
            "occurredOn": _text(moment),
        },
        occurred_on=moment,
    )


def _text(moment: datetime) -> str:
    return moment.isoformat().replace("+00:00", "Z")


def _whole(amount: Decimal) -> int:
    return int(amount)
