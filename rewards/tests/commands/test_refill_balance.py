"""Crediting a participant."""

from decimal import Decimal
from functools import partial
from typing import Any

import pytest

from foundation.messaging.tests.play.racing import at_once
from programs.tests.factories import ParticipantFactory
from rewards.balances.commands import OperationExistsWithOtherData, refill_balance
from rewards.balances.queries import list_mismatches
from rewards.models import Balance, BalanceOperation
from rewards.tests.balances import refill

pytestmark = pytest.mark.django_db


def test_opens_the_balance_with_the_first_operation_and_adds_up():
    participant = ParticipantFactory.create()
    command = refill(participant.pk)

    refill_balance(command)

    operation = BalanceOperation.objects.get()
    assert Balance.objects.get(pk=participant.pk).amount == 10
    assert (operation.pk, operation.source_id) == (command.operation_id, command.operation_id)
    assert (operation.source, operation.type, operation.state) == ("Activity", "Refill", "Accepted")
    for amount in ("0.25", "0"):
        refill_balance(refill(participant.pk, amount=Decimal(amount)))
    assert Balance.objects.get(pk=participant.pk).amount == Decimal("10.25")
    assert BalanceOperation.objects.filter(balance=participant.pk).count() == 3


def test_credits_once_however_often_it_is_repeated():
    participant = ParticipantFactory.create()
    command = refill(participant.pk)

    for _ in range(3):
        refill_balance(command)

    assert Balance.objects.get(pk=participant.pk).amount == 10
    assert Balance.objects.get(pk=participant.pk).version == 2


def test_refuses_a_known_id_with_another_amount():
    participant, other = ParticipantFactory.create(), ParticipantFactory.create()
    refill_balance(first := refill(participant.pk))
    again = {"operation_id": first.operation_id}

    for command in (refill(participant.pk, **again, amount=Decimal(11)), refill(other.pk, **again)):
        with pytest.raises(OperationExistsWithOtherData):
            refill_balance(command)

    assert Balance.objects.get(pk=participant.pk).amount == 10
    assert not Balance.objects.filter(pk=other.pk).exists()


def test_takes_five_statements_once_the_balance_exists(django_assert_num_queries: Any):
    participant = ParticipantFactory.create()
    refill_balance(refill(participant.pk))

    # The balance, the operation in a savepoint, and the event. Two more: the test is a transaction.
    with django_assert_num_queries(5 + 2):
        refill_balance(refill(participant.pk))


@pytest.mark.django_db(transaction=True)
def test_adds_up_when_refills_race_and_repeat():
    participant = ParticipantFactory.create()
    commands = [refill(participant.pk, amount=Decimal(n)) for n in range(1, 7)] * 3

    at_once(*(partial(refill_balance, command) for command in commands))

    assert Balance.objects.get(pk=participant.pk).amount == 21
    assert list(list_mismatches()) == []
