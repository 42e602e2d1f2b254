"""When the work on a dry run stops in the middle, the run…"""

from uuid import uuid4

import pytest
from django.utils import timezone

from foundation.messaging import jobs
from foundation.messaging.models import LongJobState
from foundation.messaging.tests.play.jobs import go_on
from foundation.messaging.tests.play.racing import at_once
from foundation.records.audit import Actor
from rewards.models import FormulaDryRun
from rewards.tests.dry_runs.months import a_month, finished, results_of, started
from rewards.trials.dry_runs import (
    CancelDryRunCommand,
    DryRunIsOver,
    DryRunUnfinished,
    cancel_dry_run,
)

pytestmark = pytest.mark.django_db

DISTANCES = "53917582643"
DRAFT = "distance > 4 ? 10 : 10 / (distance - 2)"


def cancelled(run: FormulaDryRun) -> FormulaDryRun:
    command = CancelDryRunCommand(dry_run_id=run.pk, by=Actor("bob"), now=timezone.now())
    return cancel_dry_run(command)


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
    late = jobs.portions(FormulaDryRun, run.pk, uuid4())
    next(late)
    go_on(FormulaDryRun, seconds=40)

    with pytest.raises(jobs.ClaimLost):
        next(late)

    run.refresh_from_db()
    assert (run.state, run.results) == (LongJobState.FINISHED, whole)


def test_is_cancelled_before_it_begins_but_not_when_it_is_finished() -> None:
    run, other = started(a_month("1").formula), finished(started(a_month("1").formula))

    first, second = cancelled(run), cancelled(run)
    with pytest.raises(DryRunIsOver):
        cancelled(other)

    assert (first.state, second.state) == (LongJobState.CANCELLED, LongJobState.CANCELLED)
    assert second.finished_on == first.finished_on
    other.refresh_from_db()
    assert other.state == LongJobState.FINISHED
