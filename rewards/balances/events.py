"""The event that a balance changed."""

from foundation.messaging.outbox import TopicMessage
from foundation.records.formats import as_iso_text
from rewards.balances.models import BalanceOperation

BALANCE_CHANGED = "rewards.balance-changed"


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
            "occurredOn": as_iso_text(moment),
        },
        occurred_on=moment,
    )
