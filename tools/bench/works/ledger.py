"""The rules that the history of tagging tasks must keep, however a run was disturbed.

Each function yields the faults that it finds.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

OPEN, ASSIGNED, COMPLETED, CANCELLED = "Open", "Assigned", "Completed", "Cancelled"

# Change → the states in which it may happen, and the state after it.
_MOVES: dict[str, tuple[Sequence[str], str]] = {
    "Created": (("",), OPEN),
    "Taken": ((OPEN,), ASSIGNED),
    "Skipped": ((ASSIGNED,), OPEN),
    "Expired": ((ASSIGNED,), OPEN),
    "Completed": ((ASSIGNED,), COMPLETED),
    "Reopened": ((COMPLETED,), ASSIGNED),
    "Cancelled": ((OPEN, ASSIGNED), CANCELLED),
}
_OF_A_WORK = ("Skipped", "Expired", "Completed", "Reopened")
ROUNDING = 0.1  # seconds: each completion's time is rounded to milliseconds


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """A row of the history, in the order in which rows were written."""

    task: str
    change: str
    work: str = ""
    tagator: str = ""
    tasks: int = 0
    numbers: int = 0
    active_seconds: Decimal = Decimal(0)
    amount: Decimal = Decimal(0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """A task at the end, and the numbers that it has."""

    task: str
    photo: str
    state: str
    work: str
    numbers: frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class EndedWork:
    """A work at the end."""

    work: str
    state: str
    tasks_total: int
    began: datetime
    finished: datetime | None


def faults_of_hands(task: Task, changes: Iterable[Change]) -> Iterator[str]:
    """A task is in one work at a time, and its changes follow each other as they may."""
    state, work = "", ""
    for change in changes:
        if change.change == "PriorityChanged":
            continue
        before, after = _MOVES[change.change]
        if state not in before:
            yield f"{task.task}: {change.change} while {state or 'not created'}"
        if change.change in _OF_A_WORK and change.work != work:
            yield f"{task.task}: {change.change} by work {change.work}, in the hands of {work}"
        state, work = after, change.work if after in (ASSIGNED, COMPLETED) else ""
    if state != task.state or (state == COMPLETED and work != task.work):
        yield f"{task.task}: {state} {work} by its history, {task.state} {task.work} by its row"


def faults_of_end(task: Task, changes: Sequence[Change]) -> Iterator[str]:
    """A task is completed once, net of reopening, with the numbers it has; or cancelled."""
    if task.state not in (COMPLETED, CANCELLED):
        yield f"{task.task}: {task.state}"
    tasks, numbers = sum(one.tasks for one in changes), sum(one.numbers for one in changes)
    wanted = (1, len(task.numbers)) if task.state == COMPLETED else (0, 0)
    if (tasks, numbers) != wanted:
        yield f"{task.task}: counts {tasks} and {numbers} numbers, wanted {wanted}"


def faults_of_work(work: EndedWork, changes: Sequence[Change]) -> Iterator[str]:
    """A work is over, had the tasks that it says, and expired only with tasks left."""
    done = Counter(change.change for change in changes)
    if work.state not in ("Completed", "Expired") or work.finished is None:
        yield f"work {work.work}: {work.state}, finished {work.finished}"
        return
    if done["Taken"] != work.tasks_total:
        yield f"work {work.work}: {done['Taken']} tasks taken, says {work.tasks_total}"
    if (work.state == "Expired") != (done["Expired"] > 0):
        yield f"work {work.work}: {work.state} with {done['Expired']} tasks expired"
    seconds = float(sum(change.active_seconds for change in changes))
    lasted = (work.finished - work.began).total_seconds() + ROUNDING
    if not 0 <= seconds <= lasted:
        yield f"work {work.work}: {seconds} s active in {lasted} s"
