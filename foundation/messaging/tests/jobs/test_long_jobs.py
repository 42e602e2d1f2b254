"""A long job…"""

import subprocess
import sys
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any
from uuid import uuid4

import pytest
from django.apps import apps
from django.conf import settings as project
from django.db import transaction
from django.utils import timezone

from foundation.messaging import jobs, tasks
from foundation.messaging.models import LongJob
from foundation.messaging.tests.play.counting_jobs import Counting, Job, new_job, posted
from foundation.messaging.tests.play.jobs import (
    due_jobs,
    go_on,
    store_portions,
    wakeups_sent,
    work_on,
)
from foundation.messaging.tests.play.other_processes import environment
from foundation.messaging.tests.play.racing import at_once
from foundation.records.texts import UNFORESEEN

pytestmark = pytest.mark.django_db

Use = Callable[..., Counting]
STUCK = """
import django, sys, time
django.setup()
from uuid import UUID
from foundation.messaging.jobs import register_job_kind, run
from foundation.messaging.models import LongJob
from foundation.messaging.tests.play.counting_jobs import Counting
def stop(job):
    if job.done == 3:
        print("in the middle", flush=True)
        time.sleep(600)
kind = Counting(stop)
register_job_kind(kind)
run(kind.name, UUID(sys.argv[1]))
"""


@pytest.fixture(autouse=True)
def use(monkeypatch: pytest.MonkeyPatch) -> Use:
    """Register the kind that counts; return how to replace it by one that does something else."""

    def register(during: Callable[[Job], Any] = lambda _: None) -> Counting:
        kind = Counting(during)
        monkeypatch.setitem(jobs.JOB_KINDS, kind.name, kind)
        return kind

    register()
    return register


def test_does_each_portion_once_and_is_finished() -> None:
    job = work_on(new_job(3))

    assert posted(job.pk) == [1, 2, 3]
    assert (job.state, job.position, job.done, job.attempts) == ("Finished", 3, 3, 0)
    assert (job.claim_id, job.next_attempt_on) == (None, None)
    assert job.finished_on is not None
    assert work_on(job).done == 3


def test_is_worked_on_once_by_several_workers(transactional_db: None) -> None:
    job = new_job(5)

    at_once(*[partial(jobs.run, job._meta.label, job.pk)] * 4)

    assert posted(job.pk) == [1, 2, 3, 4, 5]


@pytest.mark.process
def test_of_a_killed_process_goes_on_behind_its_last_portion(transactional_db: None) -> None:
    job = new_job(5)
    process = subprocess.Popen(
        [sys.executable, "-c", STUCK, str(job.pk)],
        env=environment("config.settings"),
        cwd=project.BASE_DIR,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "in the middle\n"

    process.kill()
    process.communicate()

    job.refresh_from_db()
    assert (job.state, job.done, posted(job.pk)) == ("Running", 2, [1, 2])
    assert due_jobs(Job) == []
    go_on(Job, seconds=40)
    job.refresh_from_db()
    assert (job.state, posted(job.pk)) == ("Finished", [1, 2, 3, 4, 5])


def test_stores_nothing_of_a_process_whose_lease_ended_before_the_portion() -> None:
    job = new_job(3)
    late = jobs.portions(Job, job.pk, uuid4())
    next(late)
    Job.objects.update(next_attempt_on=timezone.now())
    store_portions(job, 1)

    with pytest.raises(jobs.ClaimLost):
        next(late)

    assert posted(job.pk) == [1, 2]


def taken(_: Job) -> None:
    Job.objects.update(claim_id=uuid4())


def swept(_: Job) -> None:
    due_jobs(Job, minutes=10)


@pytest.mark.parametrize("during", [taken, swept])
def test_stores_nothing_of_a_portion_whose_claim_is_taken_or_that_a_sweep_gives_up(use, during):
    job = new_job(3)
    use(during)

    with pytest.raises(jobs.ClaimLost):
        store_portions(job, 1)

    job.refresh_from_db()
    assert (job.done, posted(job.pk)) == (0, [])


def test_is_left_to_the_process_that_claimed_it_when_it_was_created() -> None:
    claim_id = uuid4()
    with transaction.atomic():
        job = new_job(3)
        jobs.claim(Job, job.pk, claim_id)

    assert work_on(job).done == 0
    assert [each.done for each in jobs.portions(Job, job.pk, claim_id)] == [1, 2, 3]


def test_frees_its_worker_after_a_slice_and_queues_itself_again(use: Use) -> None:
    use().slice_seconds = 0.0
    job = new_job(3)

    done = []
    with wakeups_sent() as sent:
        while not work_on(job).is_over:
            done.append((job.done, job.claim_id))

    assert done == [(1, None), (2, None)]
    assert [wakeup["job_id"] for wakeup in sent] == [str(job.pk)] * 2


def test_wakes_a_worker_after_the_commit(django_capture_on_commit_callbacks: Any) -> None:
    with wakeups_sent() as sent, django_capture_on_commit_callbacks(execute=True):
        job = new_job()
        jobs.wake(job)
        before = list(sent)

    assert before == []
    [wakeup] = sent
    assert (wakeup["queue"], wakeup["priority"]) == ("maintenance", jobs.LAST)
    tasks.run_job(kind=wakeup["kind"], job_id=wakeup["job_id"])
    job.refresh_from_db()
    assert job.is_over


def test_whose_wakeup_was_lost_is_swept_once_in_a_leases_time() -> None:
    job = new_job()
    assert due_jobs(Job, seconds=5) == []
    Job.objects.update(next_attempt_on=timezone.now())

    with wakeups_sent() as sent:
        tasks.sweep_jobs()
        tasks.sweep_jobs()

    assert [wakeup["job_id"] for wakeup in sent] == [str(job.pk)]
    assert [each.pk for each in due_jobs(Job, seconds=40)] == [job.pk]


def test_is_found_by_one_of_several_sweeps(transactional_db: None) -> None:
    new_job()

    found = at_once(*[partial(due_jobs, Job, seconds=20)] * 4)

    assert sorted(map(len, found)) == [0, 0, 0, 1]


def test_fails_with_the_reason_after_too_many_attempts(use: Use) -> None:
    job = store_portions(new_job(3), 1)
    use(lambda _: 1 / 0)

    for _ in range(3):
        with pytest.raises(ZeroDivisionError):
            go_on(Job, minutes=1)
    go_on(Job, minutes=1)

    job.refresh_from_db()
    assert (job.state, job.done, posted(job.pk)) == ("Failed", 1, [1])
    assert job.reason == f"Failed 3 times. {UNFORESEEN}"
    assert (job.next_attempt_on, job.finished_on is None) == (None, False)


def test_counts_its_attempts_from_the_last_portion_done(use: Use) -> None:
    job = new_job(3)
    use(lambda job: job.done == 1 and 1 / 0)
    with pytest.raises(ZeroDivisionError):
        work_on(job)
    use()

    go_on(Job, minutes=1)

    job.refresh_from_db()
    assert (job.state, job.attempts, job.reason) == ("Finished", 0, "")


def test_stops_at_its_next_portion_when_it_is_cancelled() -> None:
    job = new_job(3)
    portions = jobs.portions(Job, job.pk, uuid4())
    next(portions)

    jobs.cancel(Job, job.pk, "bob", timezone.now())

    with pytest.raises(jobs.ClaimLost):
        next(portions)
    work_on(job)
    assert (job.state, job.done, job.reason) == ("Cancelled", 1, "Cancelled by bob.")
    assert (posted(job.pk), due_jobs(Job, days=1)) == ([1], [])


def test_that_is_finished_is_not_cancelled() -> None:
    job = work_on(new_job(1))

    jobs.cancel(Job, job.pk, "bob", timezone.now())

    job.refresh_from_db()
    assert (job.state, job.reason) == ("Finished", "")


def test_is_deleted_long_after_its_end() -> None:
    old, new, waiting = work_on(new_job(1)), work_on(new_job(1)), new_job(1)
    Job.objects.filter(pk=old.pk).update(finished_on=timezone.now() - timedelta(days=31))

    tasks.prune_jobs()

    assert set(Job.objects.values_list("pk", flat=True)) == {new.pk, waiting.pk}


def test_has_a_kind_for_each_of_its_models() -> None:
    models = {model._meta.label for model in apps.get_models() if issubclass(model, LongJob)}

    assert models == jobs.JOB_KINDS.keys()


def test_that_is_gone_is_ignored(use: Use) -> None:
    worked_on: list[Job] = []
    use(worked_on.append)

    tasks.run_job(kind=Job._meta.label, job_id=str(uuid4()))

    assert worked_on == []
