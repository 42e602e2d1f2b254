"""The database keeps each balance the sum of its operations: it…"""

import uuid
from collections.abc import Callable
from datetime import timedelta
from decimal import Decimal

import pytest
from django.db import DatabaseError, IntegrityError, connection, transaction

from programs.tests.factories import ParticipantFactory
from rewards.balances.commands import refill_balance
from rewards.balances.queries import list_mismatches
from rewards.models import Balance, BalanceOperation, RewardFormula, RewardLimit
from rewards.tests.factories import active_formula, limited, refill

pytestmark = pytest.mark.django_db

NEW = (
    "INSERT INTO rewards_balanceoperation (id, balance_id, source, source_id, type, state, amount,"
    " reason, created_by, created_on) VALUES (%s, %s, 'Activity', %s, 'Refill', 'Accepted', 7, '',"
    " '', now())"
)


def credited() -> BalanceOperation:
    return refill_balance(refill(ParticipantFactory.create().pk))


def insert(balance_id: uuid.UUID) -> None:
    with connection.cursor() as cursor:
        cursor.execute(NEW, [uuid.uuid4(), balance_id, uuid.uuid4()])


REWRITES: dict[str, Callable[[BalanceOperation], object]] = {
    "amount": lambda each: BalanceOperation.objects.filter(pk=each.pk).update(amount=11),
    "reason": lambda each: BalanceOperation.objects.filter(pk=each.pk).update(created_by="eve"),
    "deletion": lambda each: BalanceOperation.objects.filter(pk=each.pk)._raw_delete("default"),
    "balance": lambda each: Balance.objects.filter(pk=each.balance_id).update(amount=11),
    "participant": lambda each: Balance.objects.filter(pk=each.balance_id).update(
        participant=ParticipantFactory.create()
    ),
    "new balance": lambda _: Balance.objects.create(
        participant=ParticipantFactory.create(), amount=Decimal(1)
    ),
}


@pytest.mark.parametrize("name", REWRITES)
def test_refuses_to_rewrite(name: str):
    operation = credited()

    with (
        pytest.raises(DatabaseError, match=r"append-only|alone|keeps|is zero"),
        transaction.atomic(),
    ):
        REWRITES[name](operation)

    assert Balance.objects.get(pk=operation.balance_id).amount == 10
    assert list(list_mismatches()) == []


def test_adds_an_operation_that_no_command_made():
    """As writers of the release before insert it, who know nothing of two columns."""
    operation = credited()

    insert(operation.balance_id)

    newest = BalanceOperation.objects.exclude(pk=operation.pk).get()
    assert Balance.objects.get(pk=operation.balance_id).amount == newest.balance_after == 17
    assert newest.recorded_on > operation.recorded_on
    assert list(list_mismatches()) == []


def test_refuses_an_operation_without_a_balance():
    participant = ParticipantFactory.create()

    with pytest.raises(IntegrityError, match="no balance"), transaction.atomic():
        insert(participant.pk)

    assert not BalanceOperation.objects.exists()


@pytest.mark.parametrize(
    "fields",
    [
        {"type": "Adjustment"},
        {"source_id": None},
        {"amount": Decimal(-1)},
        {"reason": "Because."},
        {"source": "Adjustment", "type": "Adjustment"},
        {"source": "Adjustment", "type": "Adjustment", "reason": "Because."},
        {"source": "Gift"},
        {"state": "Planned"},
    ],
    ids=lambda fields: "-".join(fields),
)
def test_refuses_an_operation_that_is_neither_refill_nor_adjustment(fields: dict[str, object]):
    operation = credited()
    refill_of_it = {"source": "Activity", "source_id": uuid.UUID(int=1), "type": "Refill"}
    wanted = {**refill_of_it, "state": "Accepted", "amount": Decimal(1), **fields}

    with pytest.raises(IntegrityError, match="operation_"), transaction.atomic():
        BalanceOperation.objects.create(
            id=uuid.UUID(int=2), balance_id=operation.balance_id, **wanted
        )

    assert Balance.objects.get(pk=operation.balance_id).amount == 10


def test_refuses_a_change_whose_operation_was_not_inserted():
    """The trigger has added the amount by the time when the id is found to be taken."""
    operation = credited()
    again = NEW + " ON CONFLICT DO NOTHING"

    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(again, [operation.pk, operation.balance_id, operation.pk])
        with pytest.raises(DatabaseError, match="alone"), transaction.atomic():
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        transaction.set_rollback(True)

    assert Balance.objects.get(pk=operation.balance_id).amount == 10


def test_has_the_balance_after_each_operation_of_one_statement():
    operation = credited()
    rows = [
        BalanceOperation(
            id=uuid.UUID(int=n),
            balance_id=operation.balance_id,
            source="Activity",
            source_id=uuid.UUID(int=n),
            type="Refill",
            state="Accepted",
            amount=n,
        )
        for n in (1, 2, 3)
    ]

    made = BalanceOperation.objects.bulk_create(rows)

    assert [each.balance_after for each in made] == [11, 13, 16]
    assert operation.recorded_on < made[0].recorded_on < made[1].recorded_on < made[2].recorded_on
    assert Balance.objects.get(pk=operation.balance_id).updated_on == made[2].recorded_on


def test_records_later_than_before_whatever_the_clock_says():
    operation = credited()
    ahead = operation.recorded_on + timedelta(days=1)
    with connection.cursor() as cursor:
        cursor.execute("UPDATE rewards_balance SET updated_on = %s", [ahead])

    later = refill_balance(refill(operation.balance_id))

    assert later.recorded_on == ahead + timedelta(microseconds=1)


def test_name_every_column_of_a_limit():
    added = limited()

    [limit] = RewardLimit.objects.holding(added.program_id, "SportActivity")

    # Without `*`: a prepared statement would fail as soon as a migration adds a column.
    assert limit.get_deferred_fields() == set()
    assert (limit, limit.version) == (added, 1)


def test_name_the_columns_of_a_formula_that_decisions_use(django_assert_num_queries):
    active = active_formula()

    with django_assert_num_queries(1):
        [(formula, revision_id)] = RewardFormula.objects.deciding(
            active.program_id, "SportActivity"
        )
        used = formula.name, formula.valid_from, formula.valid_until, revision_id

    assert used == (active.name, None, None, active.active_revision_id)
