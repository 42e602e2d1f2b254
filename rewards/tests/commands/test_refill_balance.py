"""Crediting a participant, and correcting a balance…"""

import uuid
from decimal import Decimal
from functools import partial
from typing import Any

import pytest

from foundation.messaging.models import OutboxMessage
from foundation.messaging.tests.play.racing import at_once, or_code
from foundation.records.refusals import Refusal
from programs.tests.factories import ParticipantFactory
from rewards.balances.commands import (
    BALANCE_CHANGED,
    BalanceOutOfRange,
    InvalidAdjustment,
    InvalidAmount,
    OperationExistsWithOtherData,
    adjust_balance,
    refill_balance,
)
from rewards.balances.queries import list_mismatches
from rewards.models import Balance, BalanceOperation
from rewards.tests.factories import adjustment, credited, refill

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


def events() -> list[dict[str, Any]]:
    return [
        row.body for row in OutboxMessage.objects.filter(destination=BALANCE_CHANGED).order_by("pk")
    ]


def test_with_the_operation_and_the_balance_after_it():
    reward = credited("10")
    taken = adjust_balance(adjustment(reward.balance_id, activity_id=reward.pk)).record

    row = OutboxMessage.objects.filter(destination=BALANCE_CHANGED).order_by("pk")[1]
    assert row.body == {
        "participantId": str(reward.balance_id),
        "operationId": str(taken.pk),
        "type": "Adjustment",
        "amount": "-3.00",
        "balance": "7.00",
        "source": "Adjustment",
        "sourceId": str(reward.pk),
        "occurredOn": taken.recorded_on.isoformat().replace("+00:00", "Z"),
    }
    assert (row.key, row.attributes["subject"]) == (str(reward.balance_id),) * 2
    assert [event["balance"] for event in events()] == ["10.00", "7.00"]


def test_once_however_often_the_command_is_repeated_and_not_if_it_is_refused():
    participant_id = credited("10").balance_id
    command, correction = refill(participant_id), adjustment(participant_id)
    for _ in range(2):
        refill_balance(command)
        adjust_balance(correction)
    for refused in (refill(participant_id, operation_id=command.operation_id, amount=Decimal(1)),
                    refill(participant_id, amount=Decimal(-1))):  # fmt: skip
        with pytest.raises(Refusal):
            refill_balance(refused)
    with pytest.raises(Refusal):
        adjust_balance(adjustment(participant_id, "-100"))

    assert [event["balance"] for event in events()] == ["10.00", "20.00", "17.00"]


@pytest.mark.django_db(transaction=True)
def test_once_for_each_operation_in_their_order_when_many_race():
    participant_id = credited("10").balance_id
    commands = [refill(participant_id, amount=Decimal(number)) for number in range(4)]

    def run(number: int) -> None:
        for command in commands[number:] + commands[:number]:
            refill_balance(command)

    at_once(*(partial(run, number) for number in range(4)))

    operations = BalanceOperation.objects.order_by("recorded_on")
    assert [(event["operationId"], event["balance"]) for event in events()] == [
        (str(each.pk), f"{each.balance_after}") for each in operations
    ]
    assert len(operations) == 5


@pytest.mark.parametrize(("amount", "after"), [("-3.25", "6.75"), ("5", "15"), ("-10", "0")])
def test_adjusting_adds_one_operation_with_its_reason_and_who_made_it(amount: str, after: str):
    reward = credited()
    command = adjustment(reward.balance_id, amount, activity_id=reward.pk)

    made = [adjust_balance(command) for _ in range(3)]

    found = BalanceOperation.objects.get(pk=made[0].record.pk)
    assert [each.is_new for each in made] == [True, False, False]
    assert (found.source, found.type, found.source_id) == ("Adjustment", "Adjustment", reward.pk)
    assert (found.reason, found.created_by) == ("Measured twice.", "ann")
    assert Balance.objects.get(pk=reward.balance_id).amount == Decimal(after)
    assert BalanceOperation.objects.get(pk=reward.pk).amount == 10


@pytest.mark.parametrize(
    "other",
    [{"amount": Decimal(-4)}, {"reason": "Another."}, {"activity_id": uuid.uuid4()}, "reward"],
)
def test_adjusting_refuses_a_known_id_with_other_data_or_that_of_a_reward(other: Any):
    reward = credited()
    adjust_balance(first := adjustment(reward.balance_id))
    given = {"operation_id": first.operation_id, **({} if other == "reward" else other)}
    if other == "reward":
        given = {"operation_id": reward.pk}

    with pytest.raises(OperationExistsWithOtherData):
        adjust_balance(adjustment(reward.balance_id, **given))

    assert Balance.objects.get(pk=reward.balance_id).amount == 7


@pytest.mark.parametrize(
    ("amount", "refusal"),
    [
        ("-10.01", BalanceOutOfRange),
        ("999999999999990", BalanceOutOfRange),
        ("0", InvalidAdjustment),
        ("-0.001", InvalidAmount),
        ("-1e15", InvalidAmount),
        ("NaN", InvalidAmount),
        ("-Infinity", InvalidAmount),
    ],
)
def test_adjusting_refuses_an_amount_and_leaves_the_id_free(amount: str, refusal: type[Refusal]):
    reward = credited()
    refused = adjustment(reward.balance_id, amount)

    with pytest.raises(refusal):
        adjust_balance(refused)

    assert Balance.objects.get(pk=reward.balance_id).amount == 10
    adjust_balance(adjustment(reward.balance_id, "1", operation_id=refused.operation_id))
    assert Balance.objects.get(pk=reward.balance_id).amount == 11


@pytest.mark.parametrize("reason", ["", " \n", "x" * 2001], ids=["empty", "blank", "long"])
def test_adjusting_needs_a_reason(reason: str):
    reward = credited()

    with pytest.raises(InvalidAdjustment) as refused:
        adjust_balance(adjustment(reward.balance_id, reason=reason))

    assert list(refused.value.errors) == ["reason"]
    assert Balance.objects.get(pk=reward.balance_id).amount == 10


@pytest.mark.django_db(transaction=True)
def test_adjusting_never_takes_more_than_there_is_when_they_race():
    reward = credited()
    commands = [adjustment(reward.balance_id, "-6") for _ in range(4)]

    came_to = at_once(*(or_code(partial(adjust_balance, command)) for command in commands))

    assert [each for each in came_to if isinstance(each, str)] == ["balance-out-of-range"] * 3
    assert Balance.objects.get(pk=reward.balance_id).amount == 4
    assert list(list_mismatches()) == []
