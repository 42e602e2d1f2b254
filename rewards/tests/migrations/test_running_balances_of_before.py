"""The migrations that give operations their running balances, over rows of the release before."""

from collections import defaultdict
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from programs.models import Participant
from programs.tests.factories import ParticipantFactory
from rewards.commands.balances import refill_balance
from rewards.models import Balance, BalanceOperation
from rewards.queries import list_broken_chains, list_mismatches
from rewards.tests.balances import refill

pytestmark = pytest.mark.django_db(transaction=True)
BEFORE, BETWEEN = "0006_dry_run_budgets", "0007_running_balances"
NOON = datetime(2026, 5, 17, 12, tzinfo=UTC)
SECOND = timedelta(seconds=1)
_BALANCE = """
INSERT INTO rewards_balance (participant_id, amount, version, created_on, updated_on)
VALUES (%s, 0, 1, %s, %s)
"""
_OPERATION = """
INSERT INTO rewards_balanceoperation (id, balance_id, source, source_id, type, state, amount,
    reason, created_by, created_on)
VALUES (%s, %s, 'Activity', %s, 'Refill', 'Accepted', %s, '', '', %s)
"""


def migrate(name: str) -> None:
    MigrationExecutor(connection).migrate([("rewards", name)])


@pytest.fixture
def _of_before() -> Iterator[None]:
    """Have the tables as the release before; at the end, whatever happens, those of today."""
    migrate(BEFORE)
    yield
    executor = MigrationExecutor(connection)
    executor.migrate(executor.loader.graph.leaf_nodes())


def execute(statement: str, given: list[Any]) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement, given)


def opened(participant: Participant) -> UUID:
    execute(_BALANCE, [participant.pk, NOON, NOON])
    return participant.pk


def credited(balance_id: UUID, amount: int, on: datetime) -> None:
    operation_id = uuid4()
    execute(_OPERATION, [operation_id, balance_id, operation_id, amount, on])


def today() -> None:
    executor = MigrationExecutor(connection)
    executor.migrate(executor.loader.graph.leaf_nodes())


@pytest.mark.usefixtures("_of_before")
def test_fill_them_in_the_order_of_creation_also_within_a_second():
    people = [opened(each) for each in ParticipantFactory.create_batch(3)]
    for place in range(30):
        # Of the first all at one moment, of the second two each, of the third one each.
        for who, step in zip(people, (30, 2, 1), strict=True):
            credited(who, place + 1, NOON + place // step * SECOND)
    migrate(BETWEEN)
    credited(people[0], 1000, NOON - SECOND)  # a process of the release before, beside the filling

    today()

    found: dict[UUID, list[BalanceOperation]] = defaultdict(list)
    for operation in BalanceOperation.objects.order_by("balance_id", "recorded_on"):
        found[operation.balance_id].append(operation)
    for who, operations in found.items():
        old = [each for each in operations if each.amount < 1000]
        total = Decimal(0)
        for each in old:
            total += each.amount
            late = each.created_on - each.recorded_on
            assert timedelta(0) <= late <= timedelta(microseconds=len(old))
            assert each.balance_after == total
        assert [each.pk for each in old] == [
            each.pk for each in sorted(old, key=lambda one: (one.created_on, one.pk))
        ]
        moments = [each.recorded_on for each in operations]
        assert len(set(moments)) == len(moments)
        assert moments[-1] <= Balance.objects.get(pk=who).updated_on
    assert [len(found[who]) for who in people] == [31, 30, 30]
    assert found[people[0]][-1].balance_after == 465 + 1000
    assert not list_mismatches().exists()
    assert list(list_broken_chains()) == []


@pytest.mark.usefixtures("_of_before")
def test_leave_balances_that_credits_go_on_with():
    who = opened(ParticipantFactory.create())
    credited(who, 7, NOON)

    today()
    operation = refill_balance(refill(who))

    assert operation.balance_after == 17
    assert list(list_broken_chains()) == []
