"""When the work on a dry run stops in the middle, the run…"""

import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any
from uuid import uuid4

import pytest
from django.conf import settings as project
from django.utils import timezone

from foundation.messaging.jobs import running
from foundation.messaging.jobs.models import LongJobState
from foundation.messaging.tests.play.jobs import go_on, store_portions
from foundation.messaging.tests.play.other_processes import environment
from foundation.messaging.tests.play.racing import at_once
from foundation.records.audit import Actor
from foundation.records.plain_words import UNFORESEEN
from rewards.models import FormulaDryRun
from rewards.tests.dry_runs.months import a_month, due, finished, results_of, started
from rewards.trials.dry_runs import (
    CancelDryRunCommand,
    DryRunIsOver,
    DryRunUnfinished,
    cancel_dry_run,
)

pytestmark = pytest.mark.django_db

DISTANCES = "53917582643"
DRAFT = "distance > 4 ? 10 : 10 / (distance - 2)"
STUCK = """
import django, sys, time
django.setup()
from uuid import UUID, uuid4
from foundation.messaging.jobs import running
from rewards.trials import dry_runs
from rewards.models import FormulaDryRun
dry_runs.PORTION_SECONDS = 0
for part in running.portions(FormulaDryRun, UUID(sys.argv[1]), uuid4()):
    if part.done == 5:
        print("in the middle", flush=True)
        time.sleep(600)
"""


def cancelled(run: FormulaDryRun) -> FormulaDryRun:
    command = CancelDryRunCommand(dry_run_id=run.pk, by=Actor("bob"), now=timezone.now())
    return cancel_dry_run(command)


@pytest.fixture
def worker() -> Iterator[Callable[[FormulaDryRun], Any]]:
    """Return how to start a process that stops when it has stored five activities."""
    begun: list[subprocess.Popen[str]] = []

    def run(dry_run: FormulaDryRun) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [sys.executable, "-c", STUCK, str(dry_run.pk)],
            env=environment("config.settings"),
            cwd=project.BASE_DIR,
            stdout=subprocess.PIPE,
            text=True,
        )
        begun.append(process)
        return process

    yield run
    for process in begun:
        process.kill()
        process.communicate()


@pytest.mark.process
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
    assert (run.state, run.done, due()) == (LongJobState.RUNNING, 5, [])
    go_on(FormulaDryRun, seconds=40)
    run.refresh_from_db()
    assert (run.state, run.done, run.results) == (LongJobState.FINISHED, 11, whole)


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("small_parts")
def test_is_worked_on_once_by_several_workers() -> None:
    month = a_month(*DISTANCES, draft=DRAFT)
    whole = results_of(month.formula)
    run = started(month.formula)

    at_once(*[partial(running.run, run._meta.label, run.pk)] * 4)

    run.refresh_from_db()
    assert (run.state, run.done, run.results) == (LongJobState.FINISHED, 11, whole)


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


@pytest.mark.usefixtures("small_parts")
def test_stores_nothing_more_of_a_worker_that_another_has_overtaken() -> None:
    month = a_month(*DISTANCES, draft=DRAFT)
    whole = results_of(month.formula)
    run = started(month.formula)
    late = running.portions(FormulaDryRun, run.pk, uuid4())
    next(late)
    go_on(FormulaDryRun, seconds=40)

    with pytest.raises(running.ClaimLost):
        next(late)

    run.refresh_from_db()
    assert (run.state, run.results) == (LongJobState.FINISHED, whole)


@pytest.mark.usefixtures("small_parts")
def test_stops_at_its_next_part_when_it_is_cancelled() -> None:
    month = a_month(*DISTANCES)
    run = started(month.formula)
    parts = running.portions(FormulaDryRun, run.pk, uuid4())
    next(parts)
    results = FormulaDryRun.objects.get().results

    cancelled(run)

    with pytest.raises(running.ClaimLost):
        next(parts)
    run.refresh_from_db()
    assert (run.state, run.done, run.results) == (LongJobState.CANCELLED, 1, results)
    assert (run.reason, due(days=1)) == ("Cancelled by bob.", [])
    assert finished(run).state == LongJobState.CANCELLED


def test_is_cancelled_before_it_begins_but_not_when_it_is_finished() -> None:
    run, other = started(a_month("1").formula), finished(started(a_month("1").formula))

    first, second = cancelled(run), cancelled(run)
    with pytest.raises(DryRunIsOver):
        cancelled(other)

    assert (first.state, second.state) == (LongJobState.CANCELLED, LongJobState.CANCELLED)
    assert second.finished_on == first.finished_on
    other.refresh_from_db()
    assert other.state == LongJobState.FINISHED


@pytest.mark.usefixtures("small_parts")
def test_fails_after_some_attempts_with_the_last_error(monkeypatch: pytest.MonkeyPatch) -> None:
    run = store_portions(started(a_month("1", "2").formula), 1)
    monkeypatch.setattr("rewards.trials.dry_runs.thaw", broken)

    for _ in range(5):
        with pytest.raises(ZeroDivisionError):
            go_on(FormulaDryRun, seconds=40)
    go_on(FormulaDryRun, seconds=40)

    run.refresh_from_db()
    assert (run.state, run.done) == (LongJobState.FAILED, 1)
    assert run.reason == f"Failed 5 times. {UNFORESEEN}"


def broken(*_: Any) -> Any:
    raise ZeroDivisionError("the disk is away")
