"""Erasing a person of an album, by the command and over the AdminApi…"""

from uuid import uuid4

import pytest

from foundation.messaging.models import OutboxMessage
from foundation.privacy.models import Erasure
from foundation.privacy.tests.play.erasing import erased
from foundation.records.models import AuditEntry
from recognition.erasing.ordering import count_erased_with_person, erase_person
from recognition.models import (
    Album,
    ErasedFaces,
    PhotoCorrection,
    PhotoNumber,
    PhotoPerson,
    Selfie,
    SelfiePerson,
    SelfieState,
    Strategy,
)
from recognition.persons.models import PersonNotFound
from recognition.tests.calls.judging import leave
from recognition.tests.erasing.ordered import ANN, BOB, order, photo_of
from recognition.tests.factories import (
    AccountSpaceFactory,
    AlbumFactory,
    CallbackFactory,
    PhotoFactory,
    sent_of,
)
from tools.sandbox.client import SandboxClient

pytestmark = pytest.mark.django_db


def test_leaves_others_and_sends_what_is_left(album: Album) -> None:
    alone = photo_of(album, ANN, numbers=("42",))
    together = photo_of(album, ANN, BOB, numbers=("42", "77"))
    other = photo_of(album, BOB, numbers=("77",))

    done = erased(erase_person(order(album)))

    assert done.state == "Finished"
    assert done.what == {"faces": 2, "numbers": 2, "atProviders": 1}
    assert done.subject == {}
    assert set(PhotoPerson.objects.values_list("photo", "person_id")) == {
        (together.pk, BOB),
        (other.pk, BOB),
    }
    assert set(PhotoNumber.objects.values_list("photo", "value")) == {
        (together.pk, "77"),
        (other.pk, "77"),
    }
    sent = {row.key: row.body for row in OutboxMessage.objects.all()}
    assert sent[f"{together.pk}/tags"]["tags"] == [{"value": "77", "source": "Provider"}]
    assert [p["personId"] for p in sent[f"{together.pk}/persons"]["persons"]] == [BOB]
    assert sent[f"{alone.pk}/persons"]["persons"] == []
    assert f"{other.pk}/persons" not in sent
    together.refresh_from_db()
    assert together.persons_version == together.version == sent[f"{together.pk}/tags"]["version"]


def test_finds_who_was_removed_by_hand_and_keeps_the_face_away(album: Album) -> None:
    photo = photo_of(album, ANN, BOB)
    box = {"x": 0.1, "y": 0.1, "width": 0.2, "height": 0.2}
    PhotoPerson.objects.filter(photo=photo, person_id=ANN).update(box=box)
    leave(photo, BOB)

    counts = count_erased_with_person(album.pk, ANN)
    erased(erase_person(order(album)))

    assert counts["faces"] == 1
    assert not PhotoCorrection.objects.exists()
    assert ErasedFaces.objects.get(photo=photo).boxes == [box]


def test_deletes_their_selfies_and_cuts_them_out_of_callbacks_and_messages(album):
    photo = photo_of(album, ANN, BOB)
    selfie = Selfie.objects.create(album=album, state=SelfieState.RECOGNIZED)
    SelfiePerson.objects.create(selfie=selfie, person_id=ANN)
    payload = {"name": f"{photo.pk};{album.pk}", "tags": [{"value": "7"}]}
    callback = CallbackFactory.create(
        request__photo=photo, payload={**payload, "persons": [{"id": ANN}, {"id": BOB}]}
    )
    named = {"version": 1, "persons": [{"personId": ANN}, {"personId": BOB}]}
    sent_of(photo, "persons", 1, body=named)

    done = erased(erase_person(order(album)))

    assert not Selfie.objects.exists()
    callback.refresh_from_db()
    assert callback.payload == {**payload, "persons": [{"id": BOB}]}
    assert (done.what["selfies"], done.what["callbacks"]) == (1, 1)
    [message] = OutboxMessage.objects.filter(key=f"{photo.pk}/persons")  # that was not sent
    assert [person["personId"] for person in message.body["persons"]] == [BOB]


def test_keeps_numbers_that_are_as_much_others(album: Album) -> None:
    photo_of(album, ANN, numbers=("42",))
    photo_of(album, ANN, BOB, numbers=("42", "77"))
    photo_of(album, ANN, BOB, numbers=("77",))
    photo_of(album, BOB, numbers=("77",))

    erased(erase_person(order(album, BOB)))

    assert set(PhotoNumber.objects.values_list("value", flat=True)) == {"42"}


@pytest.mark.parametrize(("ann", "bob", "kept"), [(0.1, 0.7, {"77"}), (0.4, 0.5, set())])
def test_keeps_numbers_under_the_faces_of_others_but_none_between(album, ann, bob, kept):
    photo = photo_of(album, ANN, BOB, numbers=("42", "77", "9"))
    face = {"top": 0.2, "width": 0.1, "height": 0.1}
    for at, person, number in ((ann, ANN, "42"), (bob, BOB, "77")):
        photo.persons.filter(person_id=person).update(box={**face, "left": at})
        between = at if kept else 0.47
        photo.numbers.filter(value=number).update(box={**face, "top": 0.5, "left": between})

    erased(erase_person(order(album)))

    assert set(PhotoNumber.objects.values_list("value", flat=True)) == kept


def test_erases_them_in_albums_of_the_same_space_alone(sandbox: SandboxClient) -> None:
    space = AccountSpaceFactory.create(account__base_url=sandbox.url("face-provider"))
    shared = {"face_account": space.account, "face_space": space, "strategy": Strategy.DISABLED}
    first, second, other = (
        AlbumFactory.create(**shared),
        AlbumFactory.create(**shared),
        AlbumFactory.create(),
    )
    for album in (first, second, other):
        photo_of(album, ANN)

    erased(erase_person(order(first)))

    assert list(PhotoPerson.objects.values_list("photo__album", flat=True)) == [other.pk]


def test_is_ordered_once_counted_before_and_in_the_audit_without_a_name(album):
    with pytest.raises(PersonNotFound):
        erase_person(order(album))
    assert not AuditEntry.objects.exists()
    for _ in range(3):
        photo_of(album, ANN, numbers=("42",))

    before = count_erased_with_person(album.pk, ANN)
    first, second = erase_person(order(album)), erase_person(order(album))

    assert (first.pk, Erasure.objects.count()) == (second.pk, 1)
    [entry] = AuditEntry.objects.all()
    assert (entry.actor, entry.action, entry.reason) == ("olga", "Erased", "By letter.")
    assert entry.record_id == str(first.pk)
    assert ANN not in str(vars(entry))
    assert before == erased(first).what == {"faces": 3, "numbers": 3, "atProviders": 1}


BASE = "/admin-api/api/v2"


def test_over_the_api_shows_how_much_was_erased(caller):
    officer = caller("privacy.erase")
    photo = PhotoFactory.create()
    PhotoPerson.objects.create(photo=photo, person_id="ann")
    person = f"{BASE}/albums/{photo.album_id}/persons/ann/erase"

    ordered = officer.post(person, {"reason": "By letter."}, format="json")
    waiting = officer.get(f"{BASE}/erasures/{ordered.json()['erasureId']}").json()
    erased(Erasure.objects.get())
    finished = officer.get(f"{BASE}/erasures/{ordered.json()['erasureId']}").json()

    assert (ordered.status_code, list(ordered.json())) == (202, ["erasureId"])
    assert (waiting["state"], waiting["what"], waiting["finishedOn"]) == ("Waiting", {}, None)
    assert (finished["state"], finished["what"]) == ("Finished", {"faces": 1})
    assert (finished["orderedBy"], finished["reason"]) == ("ann", "By letter.")
    assert finished["finishedOn"]


def test_over_the_api_refuses_unknown_ones_and_missing_reasons(caller):
    officer = caller("privacy.erase")
    album, nothing = AlbumFactory.create(), uuid4()
    person = f"{BASE}/albums/{album.pk}/persons/ann/erase"
    elsewhere = f"{BASE}/albums/{nothing}/persons/ann/erase"
    statuses = [
        officer.post(address, body, format="json").status_code
        for address, body in (
            (person, {"reason": "x"}),
            (elsewhere, {"reason": "x"}),
            (f"{BASE}/selfies/{nothing}/erase", {}),
            (person, {}),
            (person, {"reason": 7}),
        )
    ]
    assert statuses == [404, 404, 404, 422, 422]
    assert not Erasure.objects.exists()
    selfie = Selfie.objects.create(album=album, state=SelfieState.NOT_FOUND)
    assert officer.post(f"{BASE}/selfies/{selfie.pk}/erase").status_code == 202  # needs no reason
    assert erased(Erasure.objects.get()).what == {"selfies": 1}
