"""Commands that change balances."""

from dataclasses import dataclass
from decimal import Decimal
from uuid import UUID

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from programs.models import Participant
from records.refusals import Conflict, Invalid
from records.writing import insert_new
from rewards.models import (
    MAX_AMOUNT,
    Balance,
    BalanceOperation,
    OperationSource,
    OperationState,
    OperationType,
)


class InvalidAmount(Invalid):
    """An amount is zero or more and has at most two decimals."""

    code = "invalid-amount"


class OperationExistsWithOtherData(Conflict):
    """The operation id belongs to an operation with other data."""

    code = "operation-exists-with-other-data"


@dataclass(frozen=True, slots=True, kw_only=True)
class RefillBalanceCommand:
    """`balance_id` is the participant's id. For a reward the other two ids are the activity's."""

    balance_id: UUID
    operation_id: UUID
    source: OperationSource
    source_id: UUID
    amount: Decimal


@transaction.atomic
def refill_balance(command: RefillBalanceCommand) -> BalanceOperation:
    """Credit an amount to a participant, once for each operation id.

    1. Create the participant's balance if this is the first operation.
    2. Insert the operation. If its id exists: success if the data are the same, else a conflict.
    3. If the operation is new, change the balance in one update.

    After a refusal the operation id can be used again.

    :raises InvalidAmount: negative, not finite, too large, or with more than two decimals.
    :raises ParticipantNotFound: no such participant.
    :raises OperationExistsWithOtherData: the id was used for another amount, balance or source.
    """
    _refuse_amount(command.amount)
    _open_balance(command.balance_id)
    operation = _operation(command)
    if not insert_new(operation):
        return _known_operation(command)
    Balance.objects.filter(pk=command.balance_id).update(
        amount=F("amount") + command.amount, version=F("version") + 1, updated_on=timezone.now()
    )
    return operation


def _refuse_amount(amount: Decimal) -> None:
    fits = amount.is_finite() and 0 <= amount < MAX_AMOUNT and amount == round(amount, 2)
    if not fits:
        raise InvalidAmount(f"{amount} is not an amount: {InvalidAmount.__doc__}")


def _open_balance(participant_id: UUID) -> None:
    if not Balance.objects.filter(pk=participant_id).exists():
        Participant.objects.get_or_refuse(participant_id)
        insert_new(Balance(participant_id=participant_id))


def _operation(command: RefillBalanceCommand) -> BalanceOperation:
    return BalanceOperation(
        id=command.operation_id,
        balance_id=command.balance_id,
        source=command.source,
        source_id=command.source_id,
        type=OperationType.REFILL,
        state=OperationState.ACCEPTED,
        amount=command.amount,
    )


def _known_operation(command: RefillBalanceCommand) -> BalanceOperation:
    known = BalanceOperation.objects.get(pk=command.operation_id)
    wanted = _operation(command)
    for name in ("amount", "balance_id", "source", "source_id"):
        if getattr(known, name) != getattr(wanted, name):
            raise OperationExistsWithOtherData(
                f"Operation {known.pk} has {name} {getattr(known, name)}, "
                f"not {getattr(wanted, name)}."
            )
    return known
