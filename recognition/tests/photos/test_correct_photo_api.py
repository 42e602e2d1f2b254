"""PUT admin-api/…/photos/{id}/tags and …/persons…"""

from typing import Any
from uuid import uuid4

import pytest
from rest_framework.test import APIClient

from foundation.records.models import AuditEntry
from foundation.rest.tests.conftest import Caller
from recognition.models import Photo
from recognition.tests.calls.judging import album_of, read, tag, verdicts

pytestmark = pytest.mark.django_db

BODIES: dict[str, dict[str, Any]] = {"tags": {"values": ["77"]}, "persons": {"persons": ["anna"]}}
BOTH = pytest.mark.parametrize("what", list(BODIES))


def put(client: APIClient, photo: Photo, what: str, body: Any = None, **headers: Any) -> Any:
    path = f"/admin-api/api/v{headers.pop('version', 2)}/photos/{photo.pk}/{what}"
    return client.put(path, BODIES[what] if body is None else body, format="json", **headers)


@pytest.fixture
def photo(db: None) -> Photo:
    found = read(album_of(), tag("12"), persons=("anna", "bob"))
    found.refresh_from_db()
    return found


@pytest.mark.parametrize("version", [1, 2])
@pytest.mark.parametrize("role", ["recognition.manage", "recognition.correct"])
def test_corrects_a_photo(caller: Caller, photo: Photo, role: str, version: int) -> None:
    client = caller(role)

    answers = [
        put(client, photo, what, {**body, "reason": "Clear."}, version=version)
        for what, body in BODIES.items()
    ]

    photo.refresh_from_db()
    assert [answer.status_code for answer in answers] == [204, 204]
    assert answers[-1]["ETag"] == f'"{photo.version}"'
    assert verdicts(photo) == {"77": "accepted"}
    assert photo.persons.get().person_id == "anna"
    assert {(row.actor, row.reason) for row in AuditEntry.objects.all()} == {("ann", "Clear.")}


@BOTH
def test_correction_at_a_version_that_is_not_the_photo_s_is_refused(manager, photo, what):
    answer = put(manager, photo, what, HTTP_IF_MATCH=f'"{photo.version - 1}"')
    assert (answer.status_code, answer.json()["code"]) == (409, "version-conflict")
    assert verdicts(photo) == {"12": "accepted"}

    assert put(manager, photo, what, HTTP_IF_MATCH=f'"{photo.version}"').status_code == 204


@pytest.mark.parametrize(
    ("what", "body", "field"),
    [
        ("tags", {}, "values"),
        ("tags", {"values": "77"}, "values"),
        ("tags", {"values": [77]}, "values.0"),
        ("tags", {"values": ["7", "12a"]}, "values.1"),
        ("tags", {"values": ["7"] * 1001}, "values"),
        ("tags", {"values": ["7"], "reason": "x" * 501}, "reason"),
        ("persons", {}, "persons"),
        ("persons", {"persons": ["carl"]}, "persons.0"),
        ("persons", {"persons": ["a" * 201]}, "persons.0"),
    ],
)
def test_correction_by_what_cannot_be_used_is_refused(manager, photo, what, body, field):
    answer = put(manager, photo, what, body)

    assert answer.status_code == 422
    assert [error["field"] for error in answer.json()["errors"]] == [field]
    assert (verdicts(photo), photo.persons.count()) == ({"12": "accepted"}, 2)


@BOTH
def test_correction_of_no_photo_or_a_deleted_one_is_refused(manager, photo, what):
    Photo.objects.filter(pk=photo.pk).update(state="Deleted")

    assert put(manager, photo, what).json()["code"] == "photo-deleted"
    assert put(manager, Photo(pk=uuid4()), what).status_code == 404
