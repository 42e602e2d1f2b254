"""Correcting a balance."""

import uuid
from decimal import Decimal
from typing import Any

import pytest

from foundation.messaging.tests.play.racing import at_once
from foundation.records.refusals import Refusal
from rewards.balances.commands import (
    AdjustBalanceCommand,
    BalanceOutOfRange,
    InvalidAdjustment,
    InvalidAmount,
    OperationExistsWithOtherData,
    adjust_balance,
)
from rewards.balances.queries import list_mismatches
from rewards.models import Balance, BalanceOperation
from rewards.tests.balances import adjustment, credited

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("amount", "after"), [("-3.25", "6.75"), ("5", "15"), ("-10", "0")])
def test_adds_one_operation_with_its_reason_and_who_made_it(amount: str, after: str):
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
def test_refuses_a_known_id_with_other_data_or_that_of_a_reward(other: Any):
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
def test_refuses_an_amount_and_leaves_the_id_free(amount: str, refusal: type[Refusal]):
    reward = credited()
    refused = adjustment(reward.balance_id, amount)

    with pytest.raises(refusal):
        adjust_balance(refused)

    assert Balance.objects.get(pk=reward.balance_id).amount == 10
    adjust_balance(adjustment(reward.balance_id, "1", operation_id=refused.operation_id))
    assert Balance.objects.get(pk=reward.balance_id).amount == 11


@pytest.mark.parametrize("reason", ["", " \n", "x" * 2001], ids=["empty", "blank", "long"])
def test_needs_a_reason(reason: str):
    reward = credited()

    with pytest.raises(InvalidAdjustment) as refused:
        adjust_balance(adjustment(reward.balance_id, reason=reason))

    assert list(refused.value.errors) == ["reason"]
    assert Balance.objects.get(pk=reward.balance_id).amount == 10


def outcome(command: AdjustBalanceCommand) -> str:
    try:
        adjust_balance(command)
    except Refusal as refusal:
        return refusal.code
    return "done"


@pytest.mark.django_db(transaction=True)
def test_never_takes_more_than_there_is_when_they_race():
    reward = credited()
    commands = [adjustment(reward.balance_id, "-6") for _ in range(4)]

    came_to = at_once(*(lambda command=command: outcome(command) for command in commands))

    assert sorted(came_to) == ["balance-out-of-range"] * 3 + ["done"]
    assert Balance.objects.get(pk=reward.balance_id).amount == 4
    assert list(list_mismatches()) == []
