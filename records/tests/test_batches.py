"""A batch of rows…"""

from collections.abc import Sequence

import pytest
from django.db import OperationalError

from records.batches import do_batch


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

    do_batch([1, 2, 3], do, given_up.append)

    assert (done, given_up) == ([1, 3], [2])


def test_is_not_at_fault_while_the_database_is_away() -> None:
    given_up: list[int] = []

    def do(rows: Sequence[int]) -> None:
        raise OperationalError("server closed the connection")

    with pytest.raises(OperationalError):
        do_batch([1, 2], do, given_up.append)
    assert given_up == []
