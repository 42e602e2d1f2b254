"""Starting a dry run…"""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from foundation.messaging.jobs import running
from foundation.messaging.jobs.models import LongJobState
from foundation.records.creating import IdTaken
from rewards.models import DryRunParticipant, FormulaDryRun
from rewards.tests.dry_runs.months import JUNE, a_month, finished, started
from rewards.trials.dry_runs import DryRunUnfinished

pytestmark = pytest.mark.django_db


def test_wakes_a_worker_that_has_nothing_else_to_do(
    monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    sent: list[tuple[str, dict[str, Any]]] = []
    monkeypatch.setattr(
        "celery.current_app.send_task", lambda name, **how: sent.append((name, how))
    )
    month = a_month("1")

    with django_capture_on_commit_callbacks(execute=True):
        run = started(month.formula)

    [(name, how)] = sent
    assert name == "messaging.run_job"
    assert how["kwargs"] == {"kind": "rewards.FormulaDryRun", "job_id": str(run.pk)}
    assert (how["queue"], how["priority"]) == ("maintenance", 9)


def test_refuses_a_second_of_the_formula_until_the_first_has_ended() -> None:
    month, other = a_month("1"), a_month("1")
    run = started(month.formula)
    again = started(month.formula, dry_run_id=run.pk)
    assert (again.pk, FormulaDryRun.objects.count()) == (run.pk, 1)

    with pytest.raises(IdTaken):
        started(month.formula, dry_run_id=run.pk, before=JUNE - timedelta(days=1))
    with pytest.raises(DryRunUnfinished):
        started(month.formula)
    assert FormulaDryRun.objects.get().before == JUNE
    started(other.formula)
    finished(run)

    assert started(month.formula).state == LongJobState.WAITING


def test_removes_old_runs_later_and_the_sums_of_participants_at_once() -> None:
    month = a_month("1", "2")
    old, new = (finished(started(month.formula)) for _ in range(2))
    FormulaDryRun.objects.filter(pk=old.pk).update(finished_on=timezone.now() - timedelta(days=91))
    assert DryRunParticipant.objects.count() == 4
    waiting = started(month.formula)

    running.prune(timezone.now())

    assert set(FormulaDryRun.objects.values_list("pk", flat=True)) == {new.pk, waiting.pk}
    assert not DryRunParticipant.objects.exists()
