"""A batch of rows…"""

from collections.abc import Sequence

import pytest
from django.db import OperationalError

from foundation.records.database import RowsFailed, do_batch, do_each
from foundation.records.models import LeftOutRow


def test_is_done_at_once() -> None:
    done: list[list[int]] = []

    do_batch([1, 2, 3], lambda rows: done.append(list(rows)), print)

    assert done == [[1, 2, 3]]


def test_in_which_one_fails_is_done_row_by_row() -> None:
    done: list[int] = []
    given_up: list[int] = []

    def do(rows: Sequence[int]) -> None:
        if 2 in rows:
            raise ValueError("of this row")
        done.extend(rows)

    do_batch([1, 2, 3], do, lambda row, _: given_up.append(row))

    assert (done, given_up) == ([1, 3], [2])


def test_is_not_at_fault_while_the_database_is_away() -> None:
    given_up: list[int] = []

    def do(rows: Sequence[int]) -> None:
        raise OperationalError("server closed the connection")

    with pytest.raises(OperationalError):
        do_batch([1, 2], do, lambda row, _: given_up.append(row))
    assert given_up == []


@pytest.mark.django_db
def test_of_a_sweep_is_done_and_its_failing_row_is_shown_until_it_is_done() -> None:
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
def test_of_a_sweep_names_no_row_while_the_database_is_away() -> None:
    def do(row: str) -> None:
        raise OperationalError("server closed the connection")

    with pytest.raises(OperationalError):
        do_each("the.sweep", ["a", "b"], do)
    assert not LeftOutRow.objects.exists()
