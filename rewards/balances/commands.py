"""Commands that change balances, by rewards and by staff, and the event that a balance changed.

Each inserts an operation. The database adds it to the balance, in the same statement, and its event
is written in the same transaction.
"""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from uuid import UUID

from django.conf import settings as site
from django.db import transaction

from foundation.messaging import outbox
from foundation.messaging.outbox import TopicMessage
from foundation.records.audit import Actor, name_of, record_change
from foundation.records.formats import as_iso_text
from foundation.records.models import Creation, insert_new
from foundation.records.refusals import REASON_LENGTH, Conflict, Invalid, NotFound
from programs.participants.models import Participant
from rewards.approvals.commands import OrderKind
from rewards.balances.models import (
    MAX_AMOUNT,
    Balance,
    BalanceOperation,
    OperationSource,
    OperationState,
    OperationType,
)
from rewards.past_activities import past_activities

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


class InvalidAmount(Invalid):
    """An amount is zero or more, less than 10^15, and has at most two decimals."""


class InvalidAdjustment(Invalid):
    """An adjustment has a reason, and an amount other than 0."""


class OperationExistsWithOtherData(Conflict):
    """The operation id belongs to an operation with other data."""


class RewardNotCredited(NotFound):
    """No reward of this activity is credited to this participant."""


class OperationIdOfActivity(Conflict):
    """The operation id is an activity's: its reward is credited under it."""


class BalanceChangedMeanwhile(Conflict):
    """The balance is not any more what it was when the adjustment was looked at."""


class BalanceOutOfRange(Conflict):
    """The balance would be less than zero, or 10^15 or more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RefillBalanceCommand:
    """`balance_id` is the participant's id. For a reward the other two ids are the activity's."""

    balance_id: UUID
    operation_id: UUID
    source: OperationSource
    source_id: UUID
    amount: Decimal
    now: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class AdjustBalanceCommand:
    """`amount` is added; a negative one is taken.

    `activity_id`: the activity whose credited reward is corrected, if there is one.
    `expected_amount`: what the balance is for who orders it; None: any.
    """

    balance_id: UUID
    operation_id: UUID
    amount: Decimal
    reason: str
    by: Actor
    now: datetime
    activity_id: UUID | None = None
    expected_amount: Decimal | None = None


@transaction.atomic
def refill_balance(command: RefillBalanceCommand) -> BalanceOperation:
    """Credit an amount to a participant, once for each operation id.

    1. Create the participant's balance if this is the first operation.
    2. Insert the operation, which the database adds to the balance, and its event. If its id
       exists: success if the data are the same, else a conflict.

    After a refusal the operation id can be used again.

    :raises InvalidAmount: negative, not finite, too large, or with more than two decimals.
    :raises ParticipantNotFound: no such participant.
    :raises OperationExistsWithOtherData: the id was used for another amount, balance or source.
    """
    _refuse_amount(command.amount)
    _open_balance(command.balance_id, command.now)
    operation = _refill(command)
    return operation if _is_recorded(operation) else _known(operation)


def credit_new_reward(command: RefillBalanceCommand) -> TopicMessage:
    """Credit a reward that the caller's transaction has set just now, as `refill_balance` does.

    No other process knows the reward yet, so an operation that has its id is a failure. Returns its
    event, which the caller posts with its own.
    """
    _refuse_amount(command.amount)
    _open_balance(command.balance_id, command.now)
    operation = _refill(command)
    operation.save(force_insert=True)
    return balance_changed(operation)


@transaction.atomic
def adjust_balance(command: AdjustBalanceCommand) -> Creation[BalanceOperation]:
    """Correct a balance by an operation of its own, once for each operation id.

    1. Lock the balance; create it if this is the first operation.
    2. If the operation's id exists: success if the data are the same, else a conflict.
    3. Check that the id is not one that a reward needs, that the reward to correct is credited, and
       that the balance stays within its range.
    4. Insert the operation, which the database adds to the balance, and its event.

    After a refusal the operation id can be used again.

    :raises InvalidAmount: not finite, too large, or with more than two decimals.
    :raises InvalidAdjustment: an amount of 0; no reason, or a reason that is too long.
    :raises ParticipantNotFound: no such participant.
    :raises OperationExistsWithOtherData: the id was used for something else.
    :raises OperationIdOfActivity: the id is an activity's.
    :raises RewardNotCredited: the activity has no credited reward of this participant.
    :raises BalanceChangedMeanwhile: it is another than `expected_amount`.
    :raises BalanceOutOfRange: less would be left than zero, or too much.
    """
    _refuse_adjustment(command)
    _open_balance(command.balance_id, command.now)
    balance = Balance.objects.locked(command.balance_id)
    wanted = _adjustment(command)
    if BalanceOperation.objects.filter(pk=wanted.pk).exists():
        return Creation(record=_known(wanted), is_new=False)
    _refuse_id_of_activity(command.operation_id)
    refuse_uncredited(command)
    if command.expected_amount not in (None, balance.amount):
        raise BalanceChangedMeanwhile
    balance_after(balance.amount, command.amount)
    if _is_recorded(wanted):
        amounts = {"amount": (balance.amount, balance.amount + command.amount)}
        record_change(command.by, "Adjusted", balance, amounts, wanted.reason)
        return Creation(record=wanted, is_new=True)
    return Creation(record=_known(wanted), is_new=False)


def _refuse_amount(amount: Decimal) -> None:
    fits = amount.is_finite() and 0 <= amount < MAX_AMOUNT and amount == round(amount, 2)
    if not fits:
        raise InvalidAmount(f"{amount} is not an amount: {InvalidAmount.__doc__}")


def _refuse_adjustment(command: AdjustBalanceCommand) -> None:
    _refuse_amount(command.amount.copy_abs())
    if command.amount == 0:
        raise InvalidAdjustment(errors={"amount": "An adjustment of 0 changes nothing."})
    if not command.reason.strip() or len(command.reason) > REASON_LENGTH:
        detail = f"A reason has 1 to {REASON_LENGTH} characters."
        raise InvalidAdjustment(errors={"reason": detail})


def _open_balance(participant_id: UUID, now: datetime) -> None:
    if not Balance.objects.filter(pk=participant_id).exists():
        Participant.objects.get_or_refuse(participant_id)
        insert_new(Balance(participant_id=participant_id, created_on=now, updated_on=now))


def _is_recorded(operation: BalanceOperation) -> bool:
    """Insert the operation and its event; return False if its id exists.

    The insert locks the balance, so a participant's events leave in the order of the operations.
    """
    if not insert_new(operation):
        return False
    outbox.post(balance_changed(operation))
    return True


def _refill(command: RefillBalanceCommand) -> BalanceOperation:
    return BalanceOperation(
        id=command.operation_id,
        balance_id=command.balance_id,
        source=command.source,
        source_id=command.source_id,
        type=OperationType.REFILL,
        state=OperationState.ACCEPTED,
        amount=command.amount,
        created_on=command.now,
    )


def _adjustment(command: AdjustBalanceCommand) -> BalanceOperation:
    return BalanceOperation(
        id=command.operation_id,
        balance_id=command.balance_id,
        source=OperationSource.ADJUSTMENT,
        source_id=command.activity_id,
        type=OperationType.ADJUSTMENT,
        state=OperationState.ACCEPTED,
        amount=command.amount,
        reason=command.reason.strip(),
        created_by=name_of(command.by),
        created_on=command.now,
    )


def _known(wanted: BalanceOperation) -> BalanceOperation:
    known = BalanceOperation.objects.get(pk=wanted.pk)
    for name in ("amount", "balance_id", "source", "source_id", "reason"):
        if getattr(known, name) != getattr(wanted, name):
            raise OperationExistsWithOtherData(
                f"Operation {known.pk} has {name} {getattr(known, name)}, "
                f"not {getattr(wanted, name)}."
            )
    return known


def _refuse_id_of_activity(operation_id: UUID) -> None:
    """Keep the id for the activity's own reward, which could not be credited otherwise."""
    try:
        past_activities().find(operation_id)
    except NotFound:
        return
    raise OperationIdOfActivity


def refuse_uncredited(command: AdjustBalanceCommand) -> None:
    """Refuse to correct the reward of an activity that has none of this participant.

    :raises RewardNotCredited: it is another participant's, or not credited.
    """
    if command.activity_id is None:
        return
    credit = BalanceOperation.objects.filter(
        pk=command.activity_id, balance=command.balance_id, source=OperationSource.ACTIVITY
    )
    if not credit.exists():
        raise RewardNotCredited(
            f"No reward of activity {command.activity_id} is credited to this participant."
        )


def balance_after(before: Decimal, amount: Decimal) -> Decimal:
    """Return what a balance is after an adjustment.

    :raises BalanceOutOfRange: it would be less than zero, or too much.
    """
    after = before + amount
    if not 0 <= after < MAX_AMOUNT:
        raise BalanceOutOfRange(f"The balance is {before:f}; it would be {after:f}.")
    return after


# Adjustments above an amount, as orders that need a second person.


def _in_words(order: AdjustBalanceCommand) -> str:
    change = "taken from" if order.amount < 0 else "added to"
    return f"{abs(order.amount):,f} is {change} the balance of {order.balance_id}: {order.reason}"


ADJUSTMENT = OrderKind(
    command=AdjustBalanceCommand,
    do=adjust_balance,
    role="rewards.adjust",
    readers=("rewards.read", "rewards.adjust"),
    words=_in_words,
    about=lambda order: Participant.objects.get_or_refuse(order.balance_id),
    changes=lambda approval: (Balance, approval.participant_id),
    needs=lambda order: abs(order.amount) > site.ADJUSTMENT_NEEDS_ANOTHER_ABOVE,
)
