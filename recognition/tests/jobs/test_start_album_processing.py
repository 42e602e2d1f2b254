"""Starting AlbumPhotosProcessingJob…"""

from datetime import timedelta
from functools import partial
from typing import Any, cast
from uuid import UUID, uuid4

import pytest
from django.db import IntegrityError
from django.utils import timezone

from foundation.messaging import jobs as running
from foundation.messaging.tests.play.jobs import work_on
from foundation.messaging.tests.play.racing import at_once, race
from foundation.records.audit import Actor
from recognition.albums.commands import change_album_recognition_settings
from recognition.albums.tenants import (
    ChangeTenantRecognitionStateCommand,
    change_tenant_recognition_state,
)
from recognition.jobs.commands import (
    StartAlbumProcessingCommand,
    start_album_processing,
    start_scheduled_jobs,
)
from recognition.jobs.progress import job_progress
from recognition.models import (
    Album,
    AlbumPhotosProcessingJob,
    JobMode,
    JobState,
    Photo,
    ProcessedPhoto,
    RecognitionState,
    Strategy,
    Tenant,
)
from recognition.records.albums import AlbumNotFound
from recognition.tests.album_changes import change, settings_of
from recognition.tests.calls.processes import run_jobs
from recognition.tests.factories import AlbumFactory, PhotoFactory, TenantFactory
from recognition.tests.job_factories import (
    do_part,
    due_jobs,
    new_photos,
    run_part,
    start,
    taken_up,
    versions,
)

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


@pytest.mark.usefixtures("transactional_db", "small_parts")
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


@pytest.mark.usefixtures("transactional_db", "small_parts")
def test_does_nothing_twice_at_late_and_repeated_wakeups() -> None:
    album = AlbumFactory.create()
    photos = new_photos(album, 2)
    job = start(album)
    assert [due.pk for due in due_jobs(minutes=10)] == [job.pk]

    for _ in range(2):
        work_on(job)

    assert versions(photos) == [2, 2]
    others = new_photos(AlbumFactory.create(), 1)
    work_on(taken_up(start(others[0].album)))  # another worker has it
    assert versions(others) == [1]


@pytest.mark.usefixtures("transactional_db", "small_parts")
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


@pytest.mark.usefixtures("transactional_db", "small_parts")
@pytest.mark.parametrize("change_first", [True, False])
def test_begins_one_more_pass_or_ends_before_a_change_at_the_same_moment(change_first):
    album = AlbumFactory.create(strategy=Strategy.NUMBER)
    new_photos(album, 2)
    job = taken_up(start(album, JobMode.CHANGED))
    works = [partial(change_strategy, album.pk), partial(run_part, job)]

    race(*(works if change_first else reversed(works)))
    run_jobs()

    finished = AlbumPhotosProcessingJob.objects.filter(state=JobState.FINISHED)
    assert finished.count() == AlbumPhotosProcessingJob.objects.count() == (2 - change_first)
    assert set(Photo.objects.values_list("state", flat=True)) == {"Processed"}


def start_one(album: Album) -> Any:
    return start_album_processing(
        StartAlbumProcessingCommand(album_id=album.pk, now=timezone.now(), by=Actor("meg"))
    )


def start_due(_: Album) -> Any:
    return start_scheduled_jobs(timezone.now(), limit=10)


def change_settings(album: Album) -> Any:
    return change_strategy(album.pk)


def switch_tenant(album: Album) -> Any:
    return change_tenant_recognition_state(
        ChangeTenantRecognitionStateCommand(
            tenant_id=cast("UUID", album.tenant_id), state=RecognitionState.OFF, now=timezone.now()
        )
    )


@pytest.mark.usefixtures("transactional_db", "small_parts")
@pytest.mark.parametrize("other", [start_one, start_due, change_settings])
@pytest.mark.parametrize("tenant_first", [True, False])
def test_is_one_for_an_album_whose_tenant_is_switched_at_the_same_time(other, tenant_first):
    album = AlbumFactory.create(strategy=Strategy.NUMBER)
    new_photos(album, 2)
    first, second = (switch_tenant, other) if tenant_first else (other, switch_tenant)

    outcome = race(partial(first, album), partial(second, album))

    assert not isinstance(outcome, Exception)
    assert AlbumPhotosProcessingJob.objects.count() == 1
    assert Tenant.objects.get().recognition_state == RecognitionState.OFF


def change_strategy(album_id: UUID) -> None:
    """Change the album to a strategy that needs nothing, and leave its job to others."""
    change_album_recognition_settings(settings_of(album_id, Strategy.DISABLED))
