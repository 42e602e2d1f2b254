"""Running AlbumPhotosProcessingJob…"""

from typing import Any

import pytest
from django.utils import timezone

from foundation.messaging.tests.play.jobs import work_on
from foundation.records.plain_words import UNFORESEEN
from recognition.commands import jobs
from recognition.models import AlbumPhotosProcessingJob, JobState, Photo, PhotoState
from recognition.queries.jobs.progress import job_progress
from recognition.tests.calls.processes import run_jobs
from recognition.tests.factories import AlbumFactory, PhotoFactory
from recognition.tests.job_factories import (
    do_part,
    due_jobs,
    go_on,
    new_photos,
    start,
    taken_up,
    versions,
)

pytestmark = pytest.mark.usefixtures("transactional_db", "small_parts")


def test_takes_each_photo_once_and_counts_them() -> None:
    album = AlbumFactory.create()
    photos = new_photos(album, 7)
    job = taken_up(start(album))

    do_part(job)

    assert versions(photos) == [2, 2, 2, 1, 1, 1, 1]
    assert (job.state, job.position) == (JobState.RUNNING, str(photos[2].pk))
    assert job_progress(job).selected == 3
    run_jobs()
    assert versions(photos) == [2] * 7
    job.refresh_from_db()
    assert (job.state, job.next_attempt_on, job.reason) == ("Finished", None, "")
    assert job.finished_on is not None


def test_counts_its_photos_by_their_present_states() -> None:
    album = AlbumFactory.create()
    photos = new_photos(album, 4)
    job = start(album)
    run_jobs()
    for photo, state in zip(photos, ("Processed", "Failed", "AwaitingTagging"), strict=False):
        Photo.objects.filter(pk=photo.pk).update(state=state, numbers_next_attempt_on=None)

    job.refresh_from_db()
    done = job_progress(job)

    assert (done.selected, done.processed, done.failed, done.resting) == (4, 1, 1, 3)
    assert (done.job.state, done.is_over) == (JobState.FINISHED, False)
    Photo.objects.update(numbers_next_attempt_on=None)
    assert job_progress(job).is_over


def test_counts_each_photo_once_whatever_is_planned_for_it() -> None:
    album = AlbumFactory.create()
    job = start(album)
    for state in PhotoState:
        for planned in (None, timezone.now()):
            photo = PhotoFactory.create(album=album, state=state, faces_next_attempt_on=planned)
            for _ in range(2):  # passes
                job.processed_photos.create(photo=photo, mode="Again", taken_on=job.created_on)

    done = job_progress(job)

    assert (done.processed, done.failed, done.under_way, done.waiting) == (2, 1, 4, 5)
    assert done.selected == 12


def test_does_nothing_twice_at_late_and_repeated_wakeups() -> None:
    album = AlbumFactory.create()
    photos = new_photos(album, 2)
    job = start(album)
    assert [due.pk for due in due_jobs(minutes=10)] == [job.pk]

    for _ in range(2):
        work_on(job)

    assert versions(photos) == [2, 2]


def test_leaves_a_job_to_the_worker_that_has_it() -> None:
    album = AlbumFactory.create()
    photos = new_photos(album, 2)
    job = taken_up(start(album))

    work_on(job)

    assert versions(photos) == [1, 1]


def test_hands_a_long_job_on_to_the_next_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs.AlbumProcessing, "slice_seconds", 0)
    album = AlbumFactory.create()
    photos = new_photos(album, 4)
    job = start(album)

    work_on(job)

    assert (job.state, versions(photos)) == (JobState.RUNNING, [2, 2, 2, 1])
    assert due_jobs() == []
    monkeypatch.undo()
    run_jobs()
    assert versions(photos) == [2] * 4


def test_fails_with_the_reason_after_too_many_attempts(monkeypatch, settings):
    settings.PROCESSING_MAX_ATTEMPTS = 2
    album = AlbumFactory.create()
    new_photos(album, 1)
    start(album)

    def broken(*_: Any) -> None:
        raise ZeroDivisionError("by nothing")

    monkeypatch.setattr(jobs, "next_photo_ids", broken)
    for minutes in (1, 5):
        with pytest.raises(ZeroDivisionError):
            go_on(minutes=minutes)
    go_on(minutes=9)

    job = AlbumPhotosProcessingJob.objects.get()
    assert (job.state, job.attempts, job.next_attempt_on) == (JobState.FAILED, 2, None)
    assert job.reason == f"Failed 2 times. {UNFORESEEN}"
    assert start(album).pk != job.pk
