"""Erasing a person of an album…"""

import pytest

from foundation.messaging.models import OutboxMessage
from foundation.privacy.models import Erasure
from foundation.privacy.tests.play.erasing import erased
from foundation.records.models import AuditEntry
from recognition.commands.erasing.ordering import count_erased_with_person, erase_person
from recognition.models import (
    Album,
    PhotoNumber,
    PhotoPerson,
    Selfie,
    SelfiePerson,
    SelfieState,
    Strategy,
)
from recognition.models.persons import PersonNotFound
from recognition.tests.erasing.ordered import ANN, BOB, order, photo_of
from recognition.tests.factories import AccountSpaceFactory, AlbumFactory, CallbackFactory
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


def test_leaves_one_row_of_the_audit_without_a_name(album: Album) -> None:
    photo_of(album, ANN)

    erasure = erase_person(order(album))

    [entry] = AuditEntry.objects.all()
    assert (entry.actor, entry.action, entry.reason) == ("olga", "Erased", "By letter.")
    assert entry.record_id == str(erasure.pk)
    assert ANN not in str(vars(entry))


def test_deletes_their_selfies_and_cuts_them_out_of_callbacks(album: Album) -> None:
    photo = photo_of(album, ANN)
    selfie = Selfie.objects.create(album=album, state=SelfieState.RECOGNIZED)
    SelfiePerson.objects.create(selfie=selfie, person_id=ANN)
    callback = CallbackFactory.create(
        request__photo=photo,
        payload={
            "name": f"{photo.pk};{album.pk}",
            "persons": [{"id": ANN}, {"id": BOB}],
            "tags": [{"value": "7"}],
        },
    )

    done = erased(erase_person(order(album)))

    assert not Selfie.objects.exists()
    callback.refresh_from_db()
    assert callback.payload["persons"] == [{"id": BOB}]
    assert callback.payload["tags"] == [{"value": "7"}]
    assert (done.what["selfies"], done.what["callbacks"]) == (1, 1)


def test_deletes_messages_that_name_them_and_were_not_sent(album: Album) -> None:
    photo = photo_of(album, ANN, BOB)
    named = {"version": 1, "persons": [{"personId": ANN}, {"personId": BOB}]}
    OutboxMessage.objects.create(
        kind="Peer", destination="photo-service", lane="peer:photo-service",
        key=f"{photo.pk}/persons", body=named,
    )  # fmt: skip

    erased(erase_person(order(album)))

    [message] = OutboxMessage.objects.filter(key=f"{photo.pk}/persons")
    assert [person["personId"] for person in message.body["persons"]] == [BOB]


def test_keeps_numbers_that_are_as_much_others(album: Album) -> None:
    photo_of(album, ANN, numbers=("42",))
    photo_of(album, ANN, BOB, numbers=("42", "77"))
    photo_of(album, ANN, BOB, numbers=("77",))
    photo_of(album, BOB, numbers=("77",))

    erased(erase_person(order(album, BOB)))

    assert set(PhotoNumber.objects.values_list("value", flat=True)) == {"42"}


def test_keeps_numbers_under_the_faces_of_others(album: Album) -> None:
    photo = photo_of(album, ANN, BOB, numbers=("42", "77", "9"))
    for at, person, number in ((0.1, ANN, "42"), (0.7, BOB, "77")):
        face = {"left": at, "top": 0.2, "width": 0.1, "height": 0.1}
        photo.persons.filter(person_id=person).update(box=face)
        photo.numbers.filter(value=number).update(box={**face, "top": 0.5})

    erased(erase_person(order(album)))

    assert set(PhotoNumber.objects.values_list("value", flat=True)) == {"77"}


def test_erases_a_number_between_two_faces(album: Album) -> None:
    photo = photo_of(album, ANN, BOB, numbers=("42",))
    face = {"top": 0.2, "width": 0.1, "height": 0.1}
    photo.persons.filter(person_id=ANN).update(box={**face, "left": 0.4})
    photo.persons.filter(person_id=BOB).update(box={**face, "left": 0.5})
    photo.numbers.update(box={**face, "top": 0.5, "left": 0.47})

    erased(erase_person(order(album)))

    assert not PhotoNumber.objects.exists()


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


def test_counts_before_what_it_erases(album: Album) -> None:
    for _ in range(3):
        photo_of(album, ANN, numbers=("42",))

    before = count_erased_with_person(album.pk, ANN)
    done = erased(erase_person(order(album)))

    assert before == done.what == {"faces": 3, "numbers": 3, "atProviders": 1}


def test_is_ordered_once_while_it_is_under_way(album: Album) -> None:
    photo_of(album, ANN)

    first, second = erase_person(order(album)), erase_person(order(album))

    assert first.pk == second.pk
    assert Erasure.objects.count() == 1


def test_refuses_a_person_whom_the_album_does_not_have(album: Album) -> None:
    photo_of(album, BOB)

    with pytest.raises(PersonNotFound):
        erase_person(order(album))

    assert not Erasure.objects.exists()
    assert not AuditEntry.objects.exists()
