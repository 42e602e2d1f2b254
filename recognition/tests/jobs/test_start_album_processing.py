"""Starting AlbumPhotosProcessingJob…"""

from datetime import timedelta
from functools import partial
from uuid import uuid4

import pytest
from django.db import IntegrityError
from django.utils import timezone

from foundation.messaging.jobs import running
from foundation.messaging.tests.play.racing import at_once
from recognition.models import AlbumPhotosProcessingJob, JobMode, JobState, Photo, ProcessedPhoto
from recognition.records.albums import AlbumNotFound
from recognition.tests.calls.processes import run_jobs
from recognition.tests.factories import AlbumFactory, PhotoFactory
from recognition.tests.job_factories import start

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


def test_makes_one_job_of_many_starts_at_once_as_a_constraint_demands() -> None:
    album = AlbumFactory.create()

    jobs = at_once(*[partial(start, album.pk)] * 6)

    assert len({job.pk for job in jobs}) == 1
    with pytest.raises(IntegrityError):
        AlbumPhotosProcessingJob.objects.create(album=album, mode=AGAIN)


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
