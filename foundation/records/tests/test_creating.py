"""Rows are written in batches, a record is inserted once…"""

from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.db import IntegrityError, OperationalError, connection
from django.utils import timezone

from foundation.records import retention
from foundation.records.audit import Actor, record_deed
from foundation.records.database import RowsFailed, backoff, do_batch, do_each
from foundation.records.models import AuditEntry, LeftOutRow, insert_new, insert_unknown
from foundation.records.retention import prune_audit


def test_batch_is_done_at_once_or_row_by_row_where_one_fails() -> None:
    done: list[list[int]] = []
    given_up: list[int] = []

    def do(rows: Sequence[int]) -> None:
        if 2 in rows:
            raise ValueError("of this row")
        done.append(list(rows))

    for batch in ([4, 5], [1, 2, 3]):
        do_batch(batch, do, lambda row, _: given_up.append(row))

    assert (done, given_up) == ([[4, 5], [1], [3]], [2])


def test_batch_is_not_at_fault_while_the_database_is_away() -> None:
    given_up: list[int] = []

    def do(rows: Sequence[int]) -> None:
        raise OperationalError("server closed the connection")

    with pytest.raises(OperationalError):
        do_batch([1, 2], do, lambda row, _: given_up.append(row))
    assert given_up == []


@pytest.mark.django_db
def test_batch_of_a_sweep_is_done_and_its_failing_row_is_shown_until_it_is_done() -> None:
    done: list[str] = []

    def do(row: str) -> None:
        if row == "b" and done.count("a") < 3:
            raise ValueError("of this row")
        done.append(row)

    for _ in range(2):
        with pytest.raises(RowsFailed, match=r"1 row of the\.sweep failed: b"):
            do_each("the.sweep", ["a", "b", "c"], do).report()
    left_out = LeftOutRow.objects.get()
    do_each("the.sweep", ["a", "b", "c"], do).report()

    assert done == ["a", "c", "a", "c", "a", "b", "c"]
    assert (left_out.what, left_out.row, left_out.times) == ("the.sweep", "b", 2)
    assert not LeftOutRow.objects.exists()


@pytest.mark.django_db
def test_batch_of_a_sweep_names_no_row_while_the_database_is_away() -> None:
    def do(row: str) -> None:
        raise OperationalError("server closed the connection")

    with pytest.raises(OperationalError):
        do_each("the.sweep", ["a", "b"], do)
    assert not LeftOutRow.objects.exists()


Insert = Callable[[Any], bool]


@pytest.mark.django_db
@pytest.mark.parametrize("insert", [insert_new, insert_unknown])
def test_inserts_a_record_whose_keys_are_free_and_hides_no_other_broken_rule(insert: Insert):
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE auth_group ADD CHECK (name <> 'refused')")

    assert insert(Group(pk=1_000_000, name="one"))
    assert not insert(Group(pk=1_000_001, name="one"))
    assert Group.objects.filter(name="one").count() == 1  # the transaction is usable
    with pytest.raises(IntegrityError, match="check constraint"):
        insert(Group(pk=1_000_002, name="refused"))


@pytest.mark.django_db
def test_deletes_old_rows_in_batches_and_says_that_some_are_left(settings, monkeypatch):
    settings.AUDIT_KEEP = timedelta(days=30)
    monkeypatch.setattr(retention, "BATCH", 2)
    now = timezone.now()
    for _ in range(5):
        record_deed(Actor("ann"), "Imported", Group)

    assert not prune_audit(now + timedelta(days=29))
    assert AuditEntry.objects.count() == 5
    assert not prune_audit(now + timedelta(days=62))  # to the end of the month
    assert not AuditEntry.objects.exists()
    monkeypatch.setattr(retention, "SECONDS", -1.0)  # time is out
    assert prune_audit(now)


@pytest.mark.django_db
def test_backoff_is_at_least_what_was_asked_for_and_at_most_the_cap():
    assert backoff(1, base=1, cap=300, at_least=40) == timedelta(seconds=40)
    assert backoff(1, base=1, cap=300, at_least=4_000) == timedelta(seconds=300)
