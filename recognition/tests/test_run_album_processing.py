"""Running AlbumPhotosProcessingJob…"""

import os
import subprocess
import sys
from collections.abc import Iterator
from datetime import timedelta
from functools import partial
from threading import Barrier
from typing import Any
from uuid import UUID

import pytest
from django.conf import settings as house
from django.db import connection
from django.utils import timezone

from recognition import tasks
from recognition.commands import running_jobs
from recognition.commands.albums import change_album_recognition_settings
from recognition.commands.running_jobs import (
    ClaimDueJobsCommand,
    DueJob,
    LeaseLost,
    RunJobCommand,
    claim_due_jobs,
    run_job,
    run_part,
)
from recognition.models import (
    AlbumPhotosProcessingJob,
    JobMode,
    JobState,
    Photo,
    ProcessedPhoto,
    Strategy,
)
from recognition.progress import job_progress
from recognition.tests.album_changes import change, settings_of
from recognition.tests.driving import run_jobs
from recognition.tests.factories import AlbumFactory
from recognition.tests.jobs_played import do_part, new_photos, start, taken_up, versions
from recognition.tests.test_races import at_once
from tagging.tests.racing import race

pytestmark = pytest.mark.usefixtures("transactional_db")


@pytest.fixture(autouse=True)
def _small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running_jobs, "PART", 3)


def due_jobs(**after: float) -> list[DueJob]:
    """Find what is due once this much time has passed."""
    now = timezone.now() + timedelta(**after)
    return claim_due_jobs(ClaimDueJobsCommand(now=now, limit=10))


def go_on(**after: float) -> None:
    """Do with due jobs what the sweep and a worker do, when so much time has passed."""
    later = timezone.now() + timedelta(**after)
    over = AlbumPhotosProcessingJob.objects.filter(leased_until__lte=later)
    over.update(leased_until=timezone.now())
    for job in due_jobs(**after):
        tasks.process_album_task(job_id=str(job.job_id))


def test_takes_each_photo_once_and_says_how_far_it_is() -> None:
    album = AlbumFactory.create()
    photos = new_photos(album, 7)
    job = taken_up(start(album))

    do_part(job)

    assert versions(photos) == [2, 2, 2, 1, 1, 1, 1]
    assert (job.state, job.cursor) == (JobState.RUNNING, photos[2].pk)
    assert job_progress(job).selected == 3
    run_jobs()
    assert versions(photos) == [2] * 7
    job.refresh_from_db()
    assert (job.state, job.next_attempt_on, job.reason_description) == ("Finished", None, "")
    assert job.finished_on is not None


def test_counts_its_photos_as_they_are_when_somebody_asks() -> None:
    album = AlbumFactory.create()
    photos = new_photos(album, 4)
    job = start(album)
    run_jobs()
    for photo, state in zip(photos, ("Processed", "Failed", "AwaitingTagging"), strict=False):
        Photo.objects.filter(pk=photo.pk).update(state=state, numbers_next_attempt_on=None)

    job.refresh_from_db()
    done = job_progress(job)

    assert (done.selected, done.processed, done.failed, done.resting) == (4, 1, 1, 3)
    assert (done.state, done.is_over) == (JobState.FINISHED, False)
    Photo.objects.update(numbers_next_attempt_on=None)
    assert job_progress(job).is_over


STUCK = """
import django, sys, time
django.setup()
from uuid import UUID
from recognition.commands import running_jobs
running_jobs.PART = 3
move_on, moves = running_jobs._move_on, []
def stuck(*args):
    moves.append(args)
    renewed = move_on(*args)
    if len(moves) == 3:
        print("in the middle", flush=True)
        time.sleep(600)
    return renewed
running_jobs._move_on = stuck
running_jobs.run_job(running_jobs.RunJobCommand(job_id=UUID(sys.argv[1])))
"""


def environment() -> dict[str, str]:
    """Return what leads another process to the servers of this test."""
    database = connection.settings_dict
    url = "postgres://{USER}:{PASSWORD}@{HOST}:{PORT}/{NAME}".format_map(
        {**database, "HOST": str(database["HOST"]).replace("/", "%2F")}
    )
    return {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "SECRET_KEY": house.SECRET_KEY,
        "DATABASE_URL": url,
        "REDIS_URL": house.REDIS_URL,
    }


@pytest.fixture
def worker() -> Iterator[Any]:
    """Return how to start a process that stops in the middle of the third part of a job."""
    started: list[subprocess.Popen[str]] = []

    def run(job: AlbumPhotosProcessingJob) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [sys.executable, "-c", STUCK, str(job.pk)],
            env=environment(),
            cwd=house.BASE_DIR,
            stdout=subprocess.PIPE,
            text=True,
        )
        started.append(process)
        return process

    yield run
    for process in started:
        process.kill()
        process.communicate()


def test_goes_on_behind_the_last_part_when_its_process_is_killed(worker: Any) -> None:
    album = AlbumFactory.create()
    photos = new_photos(album, 10)
    job = start(album)
    process = worker(job)
    assert process.stdout.readline() == "in the middle\n"

    process.kill()
    process.wait()

    assert versions(photos) == [2] * 6 + [1] * 4
    assert due_jobs() == []
    go_on(minutes=4)
    assert versions(photos) == [2] * 10
    job.refresh_from_db()
    assert (job.state, ProcessedPhoto.objects.count()) == (JobState.FINISHED, 10)


def test_by_force_clears_each_photo_once_though_killed(worker: Any) -> None:
    album = AlbumFactory.create()
    photos = new_photos(album, 10, state="Processed", number_recognized=True)
    process = worker(start(album, JobMode.FORCE))
    assert process.stdout.readline() == "in the middle\n"

    process.kill()
    process.wait()
    go_on(minutes=4)

    assert versions(photos) == [2] * 10
    assert Photo.objects.filter(number_recognized=False, tags_outdated=True).count() == 10


def test_takes_a_hint_at_any_age_and_any_number_of_times() -> None:
    album = AlbumFactory.create()
    photos = new_photos(album, 2)
    job = start(album)
    assert [due.job_id for due in due_jobs(minutes=10)] == [job.pk]

    for _ in range(2):
        tasks.process_album_task(job_id=str(job.pk))

    assert versions(photos) == [2, 2]


def test_leaves_a_job_to_the_worker_that_has_it() -> None:
    album = AlbumFactory.create()
    photos = new_photos(album, 2)
    job = taken_up(start(album))

    tasks.process_album_task(job_id=str(job.pk))

    assert versions(photos) == [1, 1]


def test_lets_one_of_two_workers_with_the_same_hint_have_it() -> None:
    album = AlbumFactory.create()
    photos = new_photos(album, 9)
    command = RunJobCommand(job_id=start(album).pk)

    at_once(*[partial(run_job, command)] * 4)

    assert versions(photos) == [2] * 9
    assert AlbumPhotosProcessingJob.objects.get().state == JobState.FINISHED


def test_undoes_the_part_of_a_worker_that_another_has_overtaken() -> None:
    album = AlbumFactory.create()
    photos = new_photos(album, 5)
    job = taken_up(start(album))
    lease = job.leased_until
    assert lease is not None
    barrier = Barrier(2)

    def part() -> bool:
        barrier.wait()
        try:
            return run_part(job.pk, lease) is not None
        except LeaseLost:
            return False

    assert sorted(at_once(part, part)) == [False, True]
    assert versions(photos) == [2, 2, 2, 1, 1]


def test_sees_a_change_of_settings_that_comes_while_a_part_is_done() -> None:
    album = AlbumFactory.create(strategy=Strategy.NUMBER)
    new_photos(album, 7)
    job = taken_up(start(album, JobMode.CHANGED))

    do_part(job)
    change(album, Strategy.DISABLED)

    assert set(Photo.objects.values_list("state", "numbers_next_attempt_on")) == {
        ("Processed", None)
    }
    job.refresh_from_db()
    assert (job.state, job.again_mode) == (JobState.FINISHED, "")
    assert job_progress(job).selected == 7


def test_makes_way_for_a_change_that_meets_its_end() -> None:
    album = AlbumFactory.create(strategy=Strategy.NUMBER)
    new_photos(album, 2)
    job = taken_up(start(album, JobMode.CHANGED))
    lease: Any = job.leased_until

    race(partial(run_part, job.pk, lease), partial(change_strategy, album.pk))
    run_jobs()

    assert AlbumPhotosProcessingJob.objects.filter(state=JobState.FINISHED).count() == 2
    assert set(Photo.objects.values_list("state", flat=True)) == {"Processed"}


def test_begins_one_more_pass_for_a_change_that_is_about_to_commit() -> None:
    album = AlbumFactory.create(strategy=Strategy.NUMBER)
    new_photos(album, 2)
    job = taken_up(start(album, JobMode.CHANGED))
    lease: Any = job.leased_until

    race(partial(change_strategy, album.pk), partial(run_part, job.pk, lease))
    run_jobs()

    assert AlbumPhotosProcessingJob.objects.get().state == JobState.FINISHED
    assert set(Photo.objects.values_list("state", flat=True)) == {"Processed"}


def change_strategy(album_id: UUID) -> None:
    """Change the album to a strategy that needs nothing, and leave its job to others."""
    change_album_recognition_settings(settings_of(album_id, Strategy.DISABLED))


def test_hands_a_long_job_on_to_the_next_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running_jobs, "RUN_SECONDS", 0)
    album = AlbumFactory.create()
    photos = new_photos(album, 4)
    job = start(album)

    run_job(RunJobCommand(job_id=job.pk))

    job.refresh_from_db()
    assert (job.state, versions(photos)) == (JobState.RUNNING, [1] * 4)
    assert due_jobs() == []
    monkeypatch.undo()
    run_jobs()
    assert versions(photos) == [2] * 4


def test_fails_with_the_reason_when_it_breaks_off_again_and_again(
    monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    settings.PROCESSING_MAX_ATTEMPTS = 2
    album = AlbumFactory.create()
    new_photos(album, 1)
    start(album)

    def broken(*_: Any) -> None:
        raise ZeroDivisionError("by nothing")

    monkeypatch.setattr(running_jobs, "reconsider_photos", broken)
    for minutes in (1, 5):
        with pytest.raises(ZeroDivisionError):
            go_on(minutes=minutes)
    go_on(minutes=9)

    job = AlbumPhotosProcessingJob.objects.get()
    assert (job.state, job.attempts, job.next_attempt_on) == (JobState.FAILED, 2, None)
    assert job.reason_description == "Broke off 2 times. ZeroDivisionError: by nothing"
    assert start(album).pk != job.pk
