"""In the history of tagging tasks …: the proof must find every fault."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from decimal import Decimal

import pytest

from tools.bench.works.ledger import (
    Change,
    EndedWork,
    Task,
    faults_of_end,
    faults_of_hands,
    faults_of_work,
)

BEGAN = datetime(2026, 5, 17, 9, 30, tzinfo=UTC)
DONE = Task(task="t", photo="p", state="Completed", work="w", numbers=frozenset({"7"}))
WORK = EndedWork(
    work="w", state="Completed", tasks_total=1, began=BEGAN, finished=BEGAN + timedelta(minutes=1)
)
COMPLETED = Change(task="t", change="Completed", work="w", tasks=1, numbers=1)
REOPENED = Change(task="t", change="Reopened", work="w", tasks=-1, numbers=-1)


def changes(*names: str) -> Iterator[Change]:
    """Make changes in work `w`, or in that after a colon."""
    for name in names:
        change, _, work = name.partition(":")
        yield Change(task="t", change=change, work=work or "w")


@pytest.mark.parametrize(
    "names",
    [
        ("Created", "Taken", "Completed"),
        ("Created", "Taken:v", "Expired:v", "PriorityChanged", "Taken", "Completed"),
        ("Created", "Taken:v", "Skipped:v", "Taken", "Completed", "Reopened", "Completed"),
    ],
)
def test_a_task_that_goes_from_hand_to_hand_is_good(names):
    assert not list(faults_of_hands(DONE, changes(*names)))


@pytest.mark.parametrize(
    "names",
    [
        ("Created", "Taken", "Taken", "Completed"),
        ("Created", "Taken:v", "Taken", "Completed"),
        ("Created", "Taken:v", "Completed"),
        ("Created", "Taken", "Completed", "Completed"),
        ("Created", "Taken", "Completed", "Expired"),
        ("Created", "Taken", "Cancelled"),
        ("Created", "Taken"),
        ("Taken", "Completed"),
    ],
)
def test_a_task_that_was_in_two_hands_or_none_is_found(names):
    assert list(faults_of_hands(DONE, changes(*names)))


def test_a_task_that_is_not_finished_or_counts_otherwise_than_once_with_its_numbers_is_found():
    assert not list(faults_of_end(DONE, [COMPLETED, REOPENED, COMPLETED]))
    assert list(faults_of_end(replace(DONE, state="Open"), []))
    assert list(faults_of_end(DONE, [COMPLETED, COMPLETED]))
    assert list(faults_of_end(DONE, [COMPLETED, REOPENED]))
    assert list(faults_of_end(replace(DONE, state="Cancelled"), [COMPLETED]))
    assert list(faults_of_end(DONE, [replace(COMPLETED, numbers=2)]))


def test_a_work_that_is_over_is_good():
    assert not list(faults_of_work(WORK, list(changes("Taken", "Completed"))))


@pytest.mark.parametrize(
    ("state", "names"),
    [
        ("Active", ("Taken", "Completed")),
        ("Completed", ("Taken", "Taken", "Completed")),
        ("Completed", ("Taken", "Expired")),
        ("Expired", ("Taken", "Completed")),
    ],
)
def test_a_work_with_another_end_than_its_tasks_is_found(state, names):
    assert list(faults_of_work(replace(WORK, state=state), list(changes(*names))))


def test_a_work_with_more_active_time_than_it_lasted_is_found():
    done = replace(COMPLETED, active_seconds=Decimal(62))

    assert list(faults_of_work(WORK, [*changes("Taken"), done]))
