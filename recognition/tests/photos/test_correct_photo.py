"""Correcting the numbers and persons of a photo by hand, by the commands and over the AdminApi…"""

from functools import partial
from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from foundation.messaging.models import OutboxMessage
from foundation.privacy.registry import keep_erased
from foundation.records.audit import Actor
from foundation.records.models import AuditEntry
from foundation.records.refusals import Refusal, VersionConflict
from recognition.models import PersonMerge, Photo, PhotoPerson, PhotoState, Strategy
from recognition.photos.history import explain_photo
from recognition.processing.correcting import PersonNotOnPhoto, PhotoDeleted
from recognition.processing.publishing import DeletePhotoCommand, delete_photo
from recognition.records.erased import person_name
from recognition.records.photos import PhotoNotFound
from recognition.tests.calls import judging
from recognition.tests.calls.judging import BOX, album_of, read, sent, tag, verdicts
from recognition.tests.factories import PhotoFactory

pytestmark = pytest.mark.django_db

MEG = Actor("meg", "192.0.2.1", "a-request")


correct = partial(judging.correct, by=MEG)
leave = partial(judging.leave, by=MEG)


def persons_sent(photo: Photo) -> list[list[str]]:
    messages = OutboxMessage.objects.filter(key=f"{photo.pk}/persons").order_by("pk")
    versions = [message.body["version"] for message in messages]
    assert versions == sorted(set(versions))
    return [[one["personId"] for one in message.body["persons"]] for message in messages]


def test_correction_replaces_the_numbers_and_sends_them_with_the_next_version():
    photo = read(
        album_of(Strategy.NUMBER), tag("12"), tag("13", box=BOX), tag("1Z"), tag("15", 0.1, box=BOX)
    )

    corrected = correct(photo, "013", "14", "15", reason="The bib is folded.")

    numbers = photo.numbers.order_by("value").values_list("value", "rejection", "source", "box")
    assert list(numbers) == [
        ("13", "", "Manual", BOX),
        ("14", "", "Manual", None),
        ("15", "", "Manual", BOX),  # a rejected reading has its place
        ("1Z", "NotANumber", "Provider", None),
    ]
    assert corrected.state == PhotoState.PROCESSED
    assert sent(photo) == [["12", "13"], ["13", "14", "15"]]


@pytest.mark.parametrize("act", [correct, leave])
def test_correction_of_another_version_a_deleted_or_an_unknown_photo_is_refused(act: Any):
    photo = PhotoFactory.create()
    deleted = PhotoFactory.create()
    delete_photo(DeletePhotoCommand(photo_id=deleted.pk, album_id=deleted.album_id))

    for wrong, given, refusal in (
        (photo, {"expected_version": 7}, VersionConflict),
        (deleted, {}, PhotoDeleted),
        (Photo(pk=uuid4()), {}, PhotoNotFound),
    ):
        with pytest.raises(Refusal) as refused:
            act(wrong, **given)
        assert isinstance(refused.value, refusal)

    assert not OutboxMessage.objects.exists()
    assert not AuditEntry.objects.exists()


def test_correction_removes_a_person_and_sends_the_rest():
    photo = read(album_of(), tag("12"), persons=("anna", "bob"))
    with pytest.raises(PersonNotOnPhoto) as refused:
        leave(photo, "anna", "carl")

    corrected = leave(photo, "bob", reason="A spectator.")
    again = leave(photo, "bob")

    assert refused.value.errors == {"persons.1": "carl is not on the photo."}
    assert persons_sent(photo) == [["anna", "bob"], ["bob"]]
    assert corrected.version == again.version
    entry = next(e for e in explain_photo(photo.pk).entries if e.kind == "PersonsCorrected")
    assert entry.text == "Persons corrected by meg: anna, bob → bob."
    assert AuditEntry.objects.get().changes == {"persons": [["anna", "bob"], ["bob"]]}


def test_a_removed_person_is_put_back_with_its_face_as_merges_are_now():
    album = album_of()
    read(album, tag("14"), persons=("carl",))
    photo = read(album, tag("12"), persons=("anna", "bob"))
    face = photo.persons.get(person_id="anna")
    leave(photo, "bob")

    again = leave(photo, "anna", "bob")
    leave(photo, "bob")
    PersonMerge.objects.create(album=album, person_id="anna", into="carl", merged_on=timezone.now())
    with pytest.raises(PersonNotOnPhoto):
        leave(photo, "anna", "bob")
    leave(photo, "carl", "bob")

    assert again.persons.count() == 2
    assert persons_sent(photo)[1:] == [["bob"], ["bob", "anna"], ["bob"], ["bob", "carl"]]
    back = photo.persons.get(person_id="carl")
    assert (back.box, back.confidence) == (face.box, face.confidence)
    assert [each["person_id"] for each in back.merged_from or ()] == ["anna"]


def test_who_is_erased_or_was_removed_before_photos_were_recognised_again_is_not_put_back():
    photo = read(album_of(), tag("12"), persons=("anna", "bob"))
    leave(photo, "bob")
    keep_erased([person_name(photo.album_id, "anna")])
    other = read(album_of(), tag("12"), persons=("anna", "bob"))
    leave(other, "bob")
    other.persons.all().delete()
    PhotoPerson.objects.create(photo=other, person_id="eve")
    leave(other, "eve")

    empty = read(album_of(), tag("12"), persons=("anna",))
    leave(empty)
    Photo.objects.filter(pk=empty.pk).update(persons_corrected_on=None)  # from scratch: no face

    for each in (photo, other, empty):
        with pytest.raises(PersonNotOnPhoto):
            leave(each, "anna")


BODIES: dict[str, dict[str, Any]] = {"tags": {"values": ["77"]}, "persons": {"persons": ["anna"]}}


def put(client: APIClient, photo: Photo, what: str, body: Any = None, **headers: Any) -> Any:
    path = f"/admin-api/api/v2/photos/{photo.pk}/{what}"
    return client.put(path, BODIES[what] if body is None else body, format="json", **headers)


@pytest.fixture
def photo(db: None) -> Photo:
    found = read(album_of(), tag("12"), persons=("anna", "bob"))
    found.refresh_from_db()
    return found


def test_correction_over_the_api_is_held_to_the_version_of_the_photo(caller, photo):
    client = caller("recognition.correct")
    for what, body in BODIES.items():
        photo.refresh_from_db()
        given = {**body, "reason": "Clear."}
        answer = put(client, photo, what, given, HTTP_IF_MATCH=f'"{photo.version - 1}"')
        assert (answer.status_code, answer.json()["code"]) == (409, "version-conflict")
        answer = put(client, photo, what, given, HTTP_IF_MATCH=f'"{photo.version}"')
        photo.refresh_from_db()
        assert (answer.status_code, answer["ETag"]) == (204, f'"{photo.version}"')

    assert verdicts(photo) == {"77": "accepted"}
    assert photo.persons.get().person_id == "anna"
    assert {(row.actor, row.reason) for row in AuditEntry.objects.all()} == {("ann", "Clear.")}
