"""That a photo was processed again is in its history…"""

from io import StringIO

import pytest
from django.core.management import call_command
from django.utils import timezone

from foundation.records.audit import Actor
from recognition.commands.photos.reprocessing import ReprocessPhotosCommand, reprocess_photos
from recognition.models import JobMode, Photo
from recognition.queries.jobs.progress import job_progress
from recognition.queries.photos.history.entries import PhotoHistoryEntry, explain_photo
from recognition.tests.calls.processes import process_photos_in, run_jobs
from recognition.tests.factories import PhotoFactory
from recognition.tests.job_factories import do_part, start, taken_up

pytestmark = pytest.mark.usefixtures("transactional_db")

AGAIN, CHANGED, FORCE = JobMode.AGAIN, JobMode.CHANGED, JobMode.FORCE


def processings(photo: Photo) -> list[PhotoHistoryEntry]:
    """Return the entries that say that the photo was processed again."""
    entries = explain_photo(photo.pk).entries
    return [entry for entry in entries if entry.kind == "Reprocessed"]


def texts(photo: Photo) -> list[str]:
    return [entry.text for entry in processings(photo)]


def choose(*photos: Photo, mode: JobMode = AGAIN) -> None:
    """Do what staff's action on chosen photos does."""
    ids = [photo.pk for photo in photos]
    reprocess_photos(
        ReprocessPhotosCommand(photo_ids=ids, mode=mode, now=timezone.now(), by=Actor("meg"))
    )


def test_processing_again_is_in_the_history_with_the_job_between_the_requests(wires):
    wires.behave("number-provider", callback={"lostRate": 1})
    photo, before = PhotoFactory.create(numbers_next_attempt_on=timezone.now()), timezone.now()
    process_photos_in(seconds=1)
    job = start(photo.album, AGAIN)
    run_jobs()
    process_photos_in(seconds=1)

    kinds = [entry.kind for entry in explain_photo(photo.pk).entries]
    request = ["RequestSent", "RequestAccepted"]
    assert kinds == ["Published", *request, "Reprocessed", *request]
    [entry] = processings(photo)
    assert entry.text == f"Taken by the job {job.pk} (Again)."
    assert entry.details == {"jobId": str(job.pk), "mode": "Again"}
    assert before < entry.occurred_on < timezone.now()


def test_processing_again_is_in_the_history_where_staff_chose_what_was_then_touched() -> None:
    photo = PhotoFactory.create(state="Processed", number_recognized=True)
    choose(photo)
    start(photo.album)
    run_jobs()
    assert processings(photo) == []

    choose(photo, mode=FORCE)

    [entry] = processings(photo)
    assert entry.text == "Chosen by meg (Force)."
    assert entry.details == {"jobId": None, "mode": "Force"}
    out = StringIO()
    call_command("explain_photo", str(photo.pk), stdout=out)
    line = f"{entry.occurred_on:%Y-%m-%d %H:%M:%S.%f} Reprocessed        Chosen by meg (Force)."
    assert line in out.getvalue().splitlines()


def test_processing_again_is_in_the_history_for_each_pass_of_one_job_in_the_mode_of_that_pass():
    photo = PhotoFactory.create()
    job = taken_up(start(photo.album, CHANGED))
    start(photo.album, FORCE)

    do_part(job)
    do_part(job)

    assert texts(photo) == [f"Taken by the job {job.pk} ({mode})." for mode in ("Changed", "Force")]
    assert job_progress(job).selected == 1
