"""admin-api/…/albums/{id}/persons/{id}/merge and split…"""

from uuid import uuid4

import pytest

from foundation.messaging.tests.play.jobs import finish_jobs
from foundation.records.models import AuditEntry
from foundation.rest.tests.conftest import Caller
from recognition.models import Album, PersonMerge, PersonReassignment
from recognition.tests.calls.judging import album_of, read
from recognition.tests.factories import AlbumFactory

pytestmark = pytest.mark.django_db

ANNAS = ("anna", "ann")


@pytest.fixture
def album(db: None) -> Album:
    return album_of()


def address(album: Album, person_id: str, what: str, version: int = 2) -> str:
    return f"/admin-api/api/v{version}/albums/{album.pk}/persons/{person_id}/{what}"


@pytest.mark.parametrize("version", [1, 2])
@pytest.mark.parametrize("role", ["recognition.manage", "recognition.correct"])
def test_says_how_far_it_is(caller: Caller, album: Album, version: int, role: str):
    client = caller(role)
    read(album, persons=("a/b c", "anna"))

    answer = client.post(
        address(album, "a%2Fb%20c", "merge", version), {"into": "anna"}, format="json"
    )

    job = PersonReassignment.objects.get()
    assert (answer.status_code, answer.json()) == (202, {"personId": "anna", "jobId": str(job.pk)})
    at = f"/admin-api/api/v{version}/albums/{album.pk}/person-jobs/{job.pk}"
    assert client.get(at).json()["state"] == "Waiting"
    finish_jobs(PersonReassignment)
    ended = client.get(at).json()
    assert (ended["state"], ended["total"], ended["done"]) == ("Finished", 1, 1)
    assert AuditEntry.objects.get().actor == "ann"

    answer = client.post(address(album, "a%2Fb%20c", "split", version))
    assert (answer.status_code, answer.json()["personId"]) == (202, "a/b c")


def test_is_refused_where_it_cannot_be(manager, caller, anybody, album):
    read(album, persons=ANNAS)
    other = AlbumFactory.create()
    for client, at, body, status in (
        (anybody, address(album, "ann", "merge"), {"into": "anna"}, 401),
        (caller("tagging.manage", username="bob"), address(album, "ann", "merge"), {}, 403),
        (manager, address(album, "ann", "merge"), {}, 422),
        (manager, address(album, "ann", "merge"), {"into": 7}, 422),
        (manager, address(album, "ann", "merge"), {"into": "ann"}, 422),
        (manager, address(album, "ann", "merge"), {"into": "carl"}, 422),
        (manager, address(album, "carl", "merge"), {"into": "ann"}, 404),
        (manager, address(other, "ann", "merge"), {"into": "anna"}, 404),
        (manager, address(album, "carl", "split"), None, 404),
        (manager, address(Album(pk=uuid4()), "ann", "split"), None, 404),
    ):
        answer = client.post(at, body, format="json")
        assert answer.status_code == status, (at, body, answer.content)
    unknown = f"/admin-api/api/v2/albums/{other.pk}/person-jobs/{uuid4()}"
    assert manager.get(unknown).json()["code"] == "person-job-not-found"
    assert not PersonMerge.objects.exists()
