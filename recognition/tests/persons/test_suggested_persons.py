"""Who a face may be, beside the person that it is stored as…"""

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from foundation.messaging.models import OutboxMessage
from foundation.messaging.tests.play.jobs import finish_jobs
from foundation.privacy.tests.play.erasing import erased
from recognition.erasing.ordering import erase_person
from recognition.merging.merging import MergePersonsCommand, merge_persons
from recognition.models import (
    Album,
    PersonReassignment,
    Photo,
    PhotoState,
    Strategy,
    SuggestedPerson,
)
from recognition.persons.queries import list_persons
from recognition.tests.calls.callbacks import address, payload_of, post
from recognition.tests.calls.judging import album_of, answer, leave
from recognition.tests.calls.staff_pages import page_of, signed_in
from recognition.tests.calls.staff_pages import read as shown
from recognition.tests.erasing.ordered import ANN, BOB, order
from recognition.tests.factories import NumberRequestFactory, PhotoFactory
from tools.sandbox.client import SandboxClient

pytestmark = pytest.mark.django_db

EVE = "33aa44bb-runner-eve"


@pytest.fixture
def album(sandbox: SandboxClient, settings: Any) -> Album:
    settings.NUMBER_PROVIDER_URL = sandbox.url("number-provider")
    return album_of()


def person(person_id: str, *possible: Any) -> dict[str, Any]:
    others = [{"id": each, "confidence": 0.4} if isinstance(each, str) else each
              for each in possible]  # fmt: skip
    return {"id": person_id, "confidence": 0.9, "possible": others}


def seen(album: Album, *persons: dict[str, Any], photo: Photo | None = None) -> Photo:
    """Return a photo on which the number provider recognised these persons."""
    photo = photo or PhotoFactory.create(album=album, state=PhotoState.AWAITING_CALLBACK)
    answer(photo, list(persons), [])
    photo.refresh_from_db()
    return photo


def suggested(photo: Photo) -> set[tuple[str, str]]:
    return set(photo.suggested_persons.values_list("person_id", "may_be"))


def test_is_stored_and_never_delivered(album):
    photo = seen(album, person(BOB, ANN, EVE))

    assert suggested(photo) == {(BOB, ANN), (BOB, EVE)}
    assert [each.person_id for each in photo.persons.all()] == [BOB]
    [sent] = OutboxMessage.objects.filter(key=f"{photo.pk}/persons")
    assert [each["personId"] for each in sent.body["persons"]] == [BOB]
    assert ANN not in str(sent.body)

    # It is replaced when faces are recognised again, and goes with a person that staff remove.
    Photo.objects.filter(pk=photo.pk).update(face_recognized=False, persons_outdated=True)
    seen(album, person(BOB, EVE), person("carl", ANN), photo=photo)
    assert suggested(photo) == {(BOB, EVE), ("carl", ANN)}
    leave(photo, "carl")
    assert suggested(photo) == {("carl", ANN)}


def test_is_none_that_is_malformed(album):
    odd: list[Any] = [{"id": None}, {"confidence": 1}, 7, {"id": EVE, "confidence": "much"}]

    photo = seen(album, person(BOB, BOB, *odd), person(ANN))

    assert suggested(photo) == {(BOB, EVE)}
    assert photo.suggested_persons.get().confidence is None


def test_is_a_doubt_but_no_suggestion_where_both_are_on_one_photo(client: Client, manager, album):
    both, photo = seen(album, person(BOB, ANN), person(ANN)), seen(album, person(BOB, ANN))

    assert suggested(both) == {(BOB, ANN)}
    assert possible_of(manager, both) == possible_of(manager, photo) == []
    page = shown(signed_in(client), f"/admin/recognition/album/{album.pk}/persons/{BOB}/")
    assert "perhaps the same face" not in page


def test_stands_beside_the_picture_and_on_the_pages_of_both_persons(staff, manager, album):
    seen(album, person(ANN))
    photo = seen(album, person(BOB, ANN, "of-another-album"))
    seen(album, person(BOB, ANN))

    page = page_of(staff, Photo, photo.pk)

    assert f"persons/{BOB}/merge/?into={ANN}" in page
    assert "confidence 40%" in page
    assert "of-another-album" not in page
    assert possible_of(manager, photo) == [{"personId": ANN, "confidence": 0.4}]
    persons = f"/admin/recognition/album/{album.pk}/persons"
    assert "perhaps the same face on 2 photos" in shown(staff, f"{persons}/{ANN}/")
    assert f'aria-label="Merge into {ANN}"' in shown(staff, f"{persons}/{BOB}/")


def test_is_no_question_any_more_once_they_are_merged(client: Client, manager, album):
    seen(album, person(ANN, EVE))
    seen(album, person(EVE))
    photo = seen(album, person(BOB, ANN))
    command: dict[str, Any] = {"album_id": album.pk, "now": timezone.now()}

    merge_persons(MergePersonsCommand(person_id=BOB, into=ANN, **command))
    finish_jobs(PersonReassignment)

    assert possible_of(manager, photo) == []
    page = shown(signed_in(client), f"/admin/recognition/album/{album.pk}/persons/{ANN}/")
    assert page.count("perhaps the same face") == 1  # Eve
    assert len(list_persons(album.pk, 1, 10)) == 2


def possible_of(manager: Any, photo: Photo) -> Any:
    body = manager.get(f"/admin-api/api/v2/photos/{photo.pk}").json()
    return body["persons"][0]["possible"]


def test_is_erased_with_either_person_also_in_albums_where_they_were_not_seen(album):
    other = album_of(Strategy.FACE_NUMBER)
    seen(album, person(ANN), person(EVE))
    here, there = seen(album, person(BOB, ANN)), seen(other, person(BOB, ANN, EVE))

    done = erased(erase_person(order(album)))

    assert done.what["suggestions"] == 2
    assert (suggested(here), suggested(there)) == (set(), {(BOB, EVE)})


def test_is_never_an_erased_person(anybody, album):
    seen(album, person(ANN))
    erased(erase_person(order(album)))
    request = NumberRequestFactory.create(photo__album=album, type="FACE_NUMBER")
    payload = payload_of(request.photo, persons=[person(BOB, ANN)], tags=[])

    assert post(anybody, address(request), payload).status_code == 202

    assert not SuggestedPerson.objects.exists()
    assert ANN not in str(list(request.callbacks.values_list("payload", flat=True)))
