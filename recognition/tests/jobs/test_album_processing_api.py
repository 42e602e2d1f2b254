"""Processing an album again over the AdminApi…"""

from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from recognition.models import AlbumPhotosProcessingJob, Photo
from recognition.tests.calls.processes import run_jobs
from recognition.tests.factories import AlbumFactory, PhotoFactory

pytestmark = pytest.mark.usefixtures("transactional_db")


def path(album_id: Any, job_id: Any = "") -> str:
    base = f"/admin-api/api/v2/albums/{album_id}/processing"
    return f"{base}/{job_id}" if job_id else base


def post(client: APIClient, album_id: Any, body: Any = None) -> Any:
    return client.post(path(album_id), body or {}, format="json")


@pytest.mark.parametrize(
    ("body", "mode"),
    [
        ({}, "Again"),
        ({"force": False}, "Again"),
        ({"force": True}, "Force"),
        ({"force": True, "overwriteCorrections": True}, "Overwrite"),
    ],
)
def test_starts_a_job(manager, body, mode):
    album = AlbumFactory.create()

    answer, again = (post(manager, album.pk, body) for _ in range(2))

    job = AlbumPhotosProcessingJob.objects.get()
    assert (answer.status_code, answer.json()) == (202, {"jobId": str(job.pk), "corrections": 0})
    assert (job.album, job.mode) == (album, mode)
    assert again.json() == answer.json()  # it joins the job that the album has


def test_counts_the_photos_that_staff_corrected(manager: APIClient) -> None:
    album = AlbumFactory.create()
    now = timezone.now()
    PhotoFactory.create(album=album, number_recognized=True, numbers_corrected_on=now)
    PhotoFactory.create(album=album, persons_corrected_on=now)  # faces are not recognised in it
    PhotoFactory.create(album=album, state="Deleted", numbers_corrected_on=now)

    assert post(manager, album.pk, {"force": True}).json()["corrections"] == 1


def test_refuses_what_cannot_be(manager):
    for body in ({"overwriteCorrections": True}, {"force": "perhaps"}):
        answer = post(manager, AlbumFactory.create().pk, body)
        assert answer.status_code == 422
        assert answer.json()["errors"][0]["field"] == next(iter(body))
    assert post(manager, uuid4()).json()["code"] == "album-not-found"
    assert not AlbumPhotosProcessingJob.objects.exists()


def test_says_how_far_a_job_is(manager: APIClient) -> None:
    photos = [PhotoFactory.create(album=AlbumFactory.create())]
    photos += [PhotoFactory.create(album=photos[0].album) for _ in range(2)]
    job_id = post(manager, photos[0].album_id).json()["jobId"]
    queued = manager.get(path(photos[0].album_id, job_id)).json()
    run_jobs()
    for photo, state in zip(photos, ("Processed", "Failed"), strict=False):
        Photo.objects.filter(pk=photo.pk).update(state=state, numbers_next_attempt_on=None)

    answer = manager.get(path(photos[0].album_id, job_id))

    assert queued == {
        "state": "Queued",
        "selected": 0,
        "processed": 0,
        "failed": 0,
        "startedOn": None,
        "finishedOn": None,
    }
    said = answer.json()
    assert said["startedOn"].endswith("Z")
    assert said["finishedOn"] > said["startedOn"]
    del said["startedOn"], said["finishedOn"]
    assert said == {"state": "Finished", "selected": 3, "processed": 1, "failed": 1}


def test_knows_no_job_of_another_album(manager: APIClient) -> None:
    job_id = post(manager, AlbumFactory.create().pk).json()["jobId"]

    for album_id in (AlbumFactory.create().pk, uuid4()):
        answer = manager.get(path(album_id, job_id))
        assert (answer.status_code, answer.json()["code"]) == (404, "job-not-found")
