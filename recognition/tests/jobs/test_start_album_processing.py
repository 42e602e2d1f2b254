"""Starting AlbumPhotosProcessingJob…"""

from datetime import timedelta
from functools import partial
from uuid import uuid4

import pytest
from django.db import IntegrityError
from django.utils import timezone

from foundation.messaging import jobs as running
from foundation.messaging.tests.play.racing import at_once
from recognition.jobs.commands import start_scheduled_jobs
from recognition.models import AlbumPhotosProcessingJob, JobMode, JobState, Photo, ProcessedPhoto
from recognition.records.albums import AlbumNotFound
from recognition.tests.calls.processes import run_jobs
from recognition.tests.factories import AlbumFactory, PhotoFactory, TenantFactory
from recognition.tests.job_factories import start, taken_up

pytestmark = pytest.mark.usefixtures("transactional_db")

SCHEDULED, CHANGED, AGAIN, FORCE, OVERWRITE = JobMode


@pytest.mark.parametrize("state", [JobState.QUEUED, JobState.RUNNING])
def test_queues_a_job_or_joins_the_unfinished_one(state: JobState) -> None:
    with pytest.raises(AlbumNotFound):
        start(uuid4())
    album = AlbumFactory.create()
    first = start(album)
    assert (first.state, first.mode, first.started_on) == (JobState.QUEUED, AGAIN, None)
    assert first.next_attempt_on is not None
    AlbumPhotosProcessingJob.objects.update(state=state)

    assert start(album).pk == first.pk
    assert AlbumPhotosProcessingJob.objects.get().again_mode == ""
    run_jobs()
    assert start(album).pk != first.pk  # it has finished


@pytest.mark.parametrize(
    ("present", "asked", "again"),
    [
        (SCHEDULED, [SCHEDULED], ""),
        (SCHEDULED, [CHANGED], CHANGED),
        (CHANGED, [SCHEDULED], ""),
        (CHANGED, [CHANGED], CHANGED),
        (CHANGED, [AGAIN], AGAIN),
        (CHANGED, [FORCE, CHANGED], FORCE),
        (AGAIN, [SCHEDULED], ""),
        (AGAIN, [CHANGED], CHANGED),
        (AGAIN, [AGAIN], ""),
        (AGAIN, [FORCE], FORCE),
        (FORCE, [CHANGED], CHANGED),
        (FORCE, [AGAIN], ""),
        (FORCE, [FORCE], ""),
    ],
)
def test_a_running_job_makes_one_more_pass_for_the_strongest_mode(present, asked, again):
    album = AlbumFactory.create()
    taken_up(start(album, present))
    for mode in asked:
        job = start(album, mode)
    assert (job.mode, job.again_mode) == (present, again)


def test_makes_one_job_of_many_starts_at_once_as_a_constraint_demands() -> None:
    album = AlbumFactory.create()

    jobs = at_once(*[partial(start, album.pk)] * 6)

    assert len({job.pk for job in jobs}) == 1
    with pytest.raises(IntegrityError):
        AlbumPhotosProcessingJob.objects.create(album=album, mode=AGAIN)


def scheduled() -> list[AlbumPhotosProcessingJob]:
    """Do what beat does, and return the jobs that there are then."""
    start_scheduled_jobs(timezone.now(), limit=10)
    return list(AlbumPhotosProcessingJob.objects.all())


def test_by_the_schedule_takes_albums_with_unattended_photos() -> None:
    stranded = PhotoFactory.create()
    PhotoFactory.create(album__state="Off")
    PhotoFactory.create(album__tenant=TenantFactory.create(recognition_state="Off"))
    PhotoFactory.create(state="Processed")
    PhotoFactory.create(state="Deleted")
    PhotoFactory.create(numbers_next_attempt_on=timezone.now())
    PhotoFactory.create(state="AwaitingTagging", tagging_task_id=uuid4())
    PhotoFactory.create(state="AwaitingCallback", callback_due_on=timezone.now())

    [job] = scheduled()

    assert (job.album_id, job.mode) == (stranded.album_id, SCHEDULED)


def test_by_the_schedule_tries_again_what_used_up_its_attempts_a_day_ago() -> None:
    for attempts, hours in [(8, 25), (8, 23), (1, 25)]:
        PhotoFactory.create(
            state="Failed",
            number_failure="It broke.",
            number_attempts=attempts,
            updated_on=timezone.now() - timedelta(hours=hours),
        )

    assert len(scheduled()) == 1
    run_jobs()

    due = Photo.objects.exclude(numbers_next_attempt_on=None).get()
    assert (due.state, due.number_attempts, due.number_failure) == ("Failed", 0, "")


def test_removes_jobs_that_ended_long_ago() -> None:
    PhotoFactory.create()
    old, new = start(Photo.objects.get().album), start(AlbumFactory.create())
    run_jobs()
    AlbumPhotosProcessingJob.objects.filter(pk=old.pk).update(
        finished_on=timezone.now() - timedelta(days=31)
    )
    assert ProcessedPhoto.objects.count() == 1

    running.prune(timezone.now())

    assert AlbumPhotosProcessingJob.objects.get().pk == new.pk
    assert not ProcessedPhoto.objects.exists()
