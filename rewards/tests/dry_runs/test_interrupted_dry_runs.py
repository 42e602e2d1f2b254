"""When the work on a dry run stops in the middle, the run…"""

import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.conf import settings as house
from django.utils import timezone

from messaging.tests.play.other_processes import environment
from messaging.tests.play.racing import at_once
from rewards import tasks
from rewards.commands.dry_runs import (
    CancelDryRunCommand,
    ClaimLost,
    DryRunIsOver,
    DryRunUnfinished,
    RunDryRunCommand,
    cancel_dry_run,
    parts_of,
    run_dry_run,
)
from rewards.models import DryRunState, FormulaDryRun
from rewards.tests.dry_runs.months import (
    a_month,
    due,
    finished,
    go_on,
    results_of,
    started,
    stored_parts,
)

DISTANCES = "53917582643"
DRAFT = "distance > 4 ? 10 : 10 / (distance - 2)"
STUCK = """
import django, sys, time
django.setup()
from uuid import UUID, uuid4
from rewards.commands.dry_runs import running
running.PART_SECONDS = 0
for part in running.parts_of(UUID(sys.argv[1]), uuid4()):
    if part.looked_at == 5:
        print("in the middle", flush=True)
        time.sleep(600)
"""


def cancelled(run: FormulaDryRun) -> FormulaDryRun:
    command = CancelDryRunCommand(dry_run_id=run.pk, actor="bob", now=timezone.now())
    return cancel_dry_run(command)


@pytest.fixture
def worker() -> Iterator[Callable[[FormulaDryRun], Any]]:
    """Return how to start a process that stops when it has stored five activities."""
    begun: list[subprocess.Popen[str]] = []

    def run(dry_run: FormulaDryRun) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [sys.executable, "-c", STUCK, str(dry_run.pk)],
            env=environment("config.settings"),
            cwd=house.BASE_DIR,
            stdout=subprocess.PIPE,
            text=True,
        )
        begun.append(process)
        return process

    yield run
    for process in begun:
        process.kill()
        process.communicate()


@pytest.mark.django_db(transaction=True)
def test_is_taken_over_from_a_killed_process_with_the_same_results(worker: Any) -> None:
    month = a_month(*DISTANCES, draft=DRAFT)
    whole = results_of(month.formula)
    run = started(month.formula)
    process = worker(run)
    assert process.stdout.readline() == "in the middle\n"

    process.kill()
    process.wait()

    run.refresh_from_db()
    assert (run.state, run.looked_at, due()) == (DryRunState.RUNNING, 5, [])
    go_on(seconds=40)
    run.refresh_from_db()
    assert (run.state, run.looked_at, run.results) == (DryRunState.FINISHED, 11, whole)


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("small_parts")
def test_is_worked_on_once_by_several_workers() -> None:
    month = a_month(*DISTANCES, draft=DRAFT)
    whole = results_of(month.formula)
    run = started(month.formula)
    command = RunDryRunCommand(dry_run_id=run.pk)

    at_once(*[partial(run_dry_run, command)] * 4)

    run.refresh_from_db()
    assert (run.state, run.looked_at, run.results) == (DryRunState.FINISHED, 11, whole)


@pytest.mark.django_db(transaction=True)
def test_is_started_once_by_several_requests() -> None:
    month = a_month("1")

    def start() -> bool:
        try:
            return started(month.formula) is not None
        except DryRunUnfinished:
            return False

    assert sorted(at_once(*[start] * 4)) == [False, False, False, True]
    assert FormulaDryRun.objects.count() == 1


@pytest.mark.django_db
@pytest.mark.usefixtures("small_parts")
def test_stores_nothing_more_of_a_worker_that_another_has_overtaken() -> None:
    month = a_month(*DISTANCES, draft=DRAFT)
    whole = results_of(month.formula)
    run = started(month.formula)
    late = parts_of(run.pk, uuid4())
    next(late)
    go_on(seconds=40)

    with pytest.raises(ClaimLost):
        next(late)

    run.refresh_from_db()
    assert (run.state, run.results) == (DryRunState.FINISHED, whole)


@pytest.mark.django_db
@pytest.mark.usefixtures("small_parts")
def test_gives_way_after_its_slice_and_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    woken: list[UUID] = []
    monkeypatch.setattr("rewards.wakeups.work_on_dry_run", woken.append)
    monkeypatch.setattr("rewards.commands.dry_runs.running.SLICE_SECONDS", 0)
    month = a_month("1", "2", "3")
    run = started(month.formula)

    looked_at = []
    while not finished(run).is_over:
        looked_at.append(run.looked_at)

    assert looked_at == [1, 2, 3]
    assert woken == [run.pk] * 3


@pytest.mark.django_db
@pytest.mark.usefixtures("small_parts")
def test_stops_at_its_next_part_when_it_is_cancelled() -> None:
    month = a_month(*DISTANCES)
    run = started(month.formula)
    parts = parts_of(run.pk, uuid4())
    next(parts)
    results = FormulaDryRun.objects.get().results

    cancelled(run)

    with pytest.raises(ClaimLost):
        next(parts)
    run.refresh_from_db()
    assert (run.state, run.looked_at, run.results) == (DryRunState.CANCELLED, 1, results)
    assert (run.reason, due(days=1)) == ("Cancelled by bob.", [])
    assert finished(run).state == DryRunState.CANCELLED


@pytest.mark.django_db
def test_is_cancelled_before_it_begins_and_a_second_time() -> None:
    run = started(a_month("1").formula)

    first, second = cancelled(run), cancelled(run)

    assert (first.state, second.state) == (DryRunState.CANCELLED, DryRunState.CANCELLED)
    assert second.finished_on == first.finished_on


@pytest.mark.django_db
def test_is_not_cancelled_when_it_is_finished() -> None:
    run = finished(started(a_month("1").formula))

    with pytest.raises(DryRunIsOver):
        cancelled(run)
    run.refresh_from_db()
    assert run.state == DryRunState.FINISHED


@pytest.mark.django_db
@pytest.mark.usefixtures("small_parts")
def test_fails_after_some_attempts_with_the_last_error(monkeypatch: pytest.MonkeyPatch) -> None:
    run = stored_parts(started(a_month("1", "2").formula), 1)
    monkeypatch.setattr("rewards.commands.dry_runs.running.thaw", broken)

    for _ in range(5):
        with pytest.raises(ZeroDivisionError):
            go_on(seconds=40)
    go_on(seconds=40)

    run.refresh_from_db()
    assert (run.state, run.looked_at) == (DryRunState.FAILED, 1)
    assert run.reason == "Failed 5 times. ZeroDivisionError: the disk is away"


@pytest.mark.django_db
def test_is_swept_once_in_a_leases_time(monkeypatch: pytest.MonkeyPatch) -> None:
    woken: list[UUID] = []
    monkeypatch.setattr("rewards.wakeups.work_on_dry_run", woken.append)
    run = started(a_month("1").formula)
    FormulaDryRun.objects.update(next_attempt_on=timezone.now())

    tasks.sweep_dry_runs_task()
    tasks.sweep_dry_runs_task()

    assert woken == [run.pk]


def broken(*_: Any) -> Any:
    raise ZeroDivisionError("the disk is away")
