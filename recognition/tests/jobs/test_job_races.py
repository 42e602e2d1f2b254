"""At one AlbumPhotosProcessingJob at the same moment: two workers, or a change of settings."""

from collections.abc import Callable
from functools import partial
from typing import Any, cast
from uuid import UUID, uuid4

import pytest
from django.utils import timezone

from foundation.messaging.jobs import running
from foundation.messaging.tests.play.racing import at_once, race
from foundation.records.audit import Actor
from recognition.commands.albums.settings import change_album_recognition_settings
from recognition.commands.albums.tenants import (
    ChangeTenantRecognitionStateCommand,
    change_tenant_recognition_state,
)
from recognition.commands.jobs import (
    StartAlbumProcessingCommand,
    start_album_processing,
    start_scheduled_jobs,
)
from recognition.models import (
    Album,
    AlbumPhotosProcessingJob,
    JobMode,
    JobState,
    Photo,
    RecognitionState,
    Strategy,
    Tenant,
)
from recognition.queries.jobs.progress import job_progress
from recognition.tests.album_changes import change, settings_of
from recognition.tests.calls.processes import run_jobs
from recognition.tests.factories import AlbumFactory
from recognition.tests.job_factories import do_part, new_photos, run_part, start, taken_up, versions

pytestmark = pytest.mark.usefixtures("transactional_db", "small_parts")


def test_is_done_once_by_several_workers() -> None:
    album = AlbumFactory.create()
    photos = new_photos(album, 9)
    job = start(album)

    at_once(*[partial(running.run, job._meta.label, job.pk)] * 4)

    assert versions(photos) == [2] * 9
    assert AlbumPhotosProcessingJob.objects.get().state == JobState.FINISHED


def test_undoes_the_part_of_a_worker_that_another_has_overtaken() -> None:
    album = AlbumFactory.create()
    photos = new_photos(album, 5)
    late = taken_up(start(album))
    AlbumPhotosProcessingJob.objects.update(leased_until=timezone.now())
    next(running.portions(AlbumPhotosProcessingJob, late.pk, uuid4()))

    with pytest.raises(running.ClaimLost):
        run_part(late)

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


def test_ends_before_a_change_that_then_starts_another_job() -> None:
    album = AlbumFactory.create(strategy=Strategy.NUMBER)
    new_photos(album, 2)
    job = taken_up(start(album, JobMode.CHANGED))

    race(partial(run_part, job), partial(change_strategy, album.pk))
    run_jobs()

    assert AlbumPhotosProcessingJob.objects.filter(state=JobState.FINISHED).count() == 2
    assert set(Photo.objects.values_list("state", flat=True)) == {"Processed"}


def test_begins_one_more_pass_for_a_change_that_is_about_to_commit() -> None:
    album = AlbumFactory.create(strategy=Strategy.NUMBER)
    new_photos(album, 2)
    job = taken_up(start(album, JobMode.CHANGED))

    race(partial(change_strategy, album.pk), partial(run_part, job))
    run_jobs()

    assert AlbumPhotosProcessingJob.objects.get().state == JobState.FINISHED
    assert set(Photo.objects.values_list("state", flat=True)) == {"Processed"}


Act = Callable[[Album], Any]


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
