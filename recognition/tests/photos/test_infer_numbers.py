"""A number that is hidden on a photo is inferred from another one of its burst…"""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import permutations
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.utils import timezone

from foundation.messaging.models import OutboxMessage
from foundation.privacy.tests.play.erasing import erased
from recognition.albums.commands import change_album_recognition_settings
from recognition.erasing.ordering import ErasePersonCommand, erase_person
from recognition.models import Album, AlbumRetention, Photo, Strategy
from recognition.numbers.suggestions import link_numbers
from recognition.processing.publishing import DeletePhotoCommand, delete_photo
from recognition.processing.results import keep_persons
from recognition.providers.faces import RecognisedPerson
from recognition.records.photo_state import settle
from recognition.retention import Retentions
from recognition.tests.album_changes import settings_of
from recognition.tests.calls.judging import (
    album_of,
    answer,
    correct,
    history_of,
    judge_again,
    leave,
    sent,
    tag,
)
from recognition.tests.factories import AccountSpaceFactory, PhotoFactory

pytestmark = pytest.mark.django_db

PHOTOGRAPHER = uuid4()
SHOT_ON = datetime(2026, 5, 17, 9, 30, tzinfo=UTC)
Runner = tuple[str, str | None]  # a person, and the number that can be read
ANNA: Runner = ("anna", "101")
HIDDEN: Runner = ("anna", None)


@pytest.fixture
def album(db: None) -> Album:
    return album_of(infer_numbers=True)


def shot(album: Album, seconds: float = 0, *, by: UUID | None = PHOTOGRAPHER) -> Photo:
    """Return a photo that is not read yet."""
    taken = {"photographer_id": by, "shooting_date": SHOT_ON + timedelta(seconds=seconds)}
    return PhotoFactory.create(album=album, state="AwaitingCallback", **taken)


def see(photo: Photo, *runners: Runner, **fields: Any) -> Photo:
    """Report runners side by side, each with the number under the face, or none.

    :param fields: `may_be`, another person that the first face may be; `beside`, tags elsewhere;
        `confidence` of the numbers.
    """
    persons, tags = [], list(fields.get("beside", ()))
    for at, (person, number) in enumerate(runners):
        face = {"left": 0.1 + 0.3 * at, "top": 0.2, "width": 0.1, "height": 0.1}
        persons.append({"id": person, "confidence": 0.9, "box": face})
        if number:
            box = {**face, "top": 0.52, "height": 0.06}
            tags.append(tag(number, fields.get("confidence", 0.9), box=box))
    if "may_be" in fields:
        persons[0]["possible"] = [{"id": fields["may_be"], "confidence": 0.4}]
    answer(photo, persons, tags)
    photo.refresh_from_db()
    return photo


def inferred(photo: Photo) -> list[str]:
    return list(photo.numbers.filter(source="Inferred").values_list("value", flat=True))


def test_and_is_sent_with_its_confidence_and_explained(album: Album) -> None:
    known, photo = see(shot(album), ANNA), see(shot(album, 2), HIDDEN)

    judge_again()

    assert sent(photo) == [[], ["101"]]
    last = OutboxMessage.objects.filter(key=f"{photo.pk}/tags").latest("pk").body["tags"]
    assert last == [{"value": "101", "source": "Inferred", "confidence": 0.8928}]
    why = f"hidden here, but read on photo {known.pk} of the same person, 2 s apart"
    assert f"101 kept, inferred: {why}." in history_of(photo)
    assert inferred(known) == []


def test_and_no_tagger_is_asked_any_more() -> None:
    space = AccountSpaceFactory.create()
    faces: dict[str, Any] = {"face_account": space.account, "face_space": space}
    album = album_of(Strategy.NUMBER_THEN_MANUAL, infer_numbers=True, **faces)
    anna = RecognisedPerson(
        person_id="anna", confidence=0.9, box={"left": 0.1, "top": 0.2, "width": 0.1, "height": 0.1}
    )
    photos = [see(shot(album), ANNA), see(shot(album, 2), HIDDEN)]
    assert photos[1].tagging_task_id is not None

    for photo in photos:
        keep_persons(photo, [anna], timezone.now())
        settle(photo)
    judge_again()

    finished = Photo.objects.filter(state="Processed", tagging_task_id=None)
    assert finished.filter(pk=photos[1].pk).exists()
    assert sent(photos[1]) == [["101"]]


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_in_whatever_order_the_photos_are_read(album: Album, order: tuple[int, ...]) -> None:
    photos = [shot(album), shot(album, 2), shot(album, 4)]
    runners: list[list[Runner]] = [[ANNA], [HIDDEN, ("bob", "202")], [HIDDEN]]

    for at in order:
        see(photos[at], *runners[at])
        judge_again()

    assert [inferred(photo) for photo in photos] == [[], ["101"], ["101"]]


@pytest.mark.parametrize(
    "elsewhere", [("anna", "303"), ("eve", "101")], ids=["another-number", "another-wearer"]
)
def test_but_not_where_the_album_has_two_runners(album, elsewhere):
    see(shot(album, 900), elsewhere)
    see(shot(album), ANNA)
    photo = see(shot(album, 2), HIDDEN)
    judge_again()
    assert inferred(photo) == []


@pytest.mark.parametrize(
    ("there", "here"),
    [
        pytest.param({"may_be": "eve"}, {}, id="may-be-another-there"),
        pytest.param({}, {"may_be": "eve"}, id="may-be-another-here"),
        pytest.param({}, {"beside": [tag("77")]}, id="a-number-of-unknown-wearer"),
        pytest.param({"confidence": 0.503}, {}, id="not-sure-enough"),
    ],
)
def test_but_not_where_it_is_unclear(album, there, here):
    album.store(minimum_confidence=0.5)
    see(shot(album), ANNA, **there)
    photo = see(shot(album, 2), HIDDEN, **here)

    judge_again()

    assert inferred(photo) == []


@pytest.mark.parametrize(
    "change",
    ["corrected", "deleted", "persons", "off", "worn-by-another-too", "another-number-later"],
)
def test_and_is_withdrawn_when_that_no_longer_holds(album: Album, change: str) -> None:
    known, photo = see(shot(album), ANNA), see(shot(album, 2), HIDDEN)
    judge_again()
    assert sent(photo)[-1] == ["101"]

    match change:
        case "corrected":
            correct(known, "102")
        case "deleted":
            delete_photo(DeletePhotoCommand(photo_id=known.pk, album_id=album.pk))
        case "persons":
            leave(photo)
        case "off":
            command = settings_of(album.pk, Strategy.FACE_NUMBER)
            change_album_recognition_settings(replace(command, infer_numbers=False))
        case "worn-by-another-too":
            see(shot(album, 900), ("eve", "101"))
        case "another-number-later":
            see(shot(album, 900), ("anna", "303"))
    judge_again()

    assert inferred(photo) == []
    assert sent(photo)[-1] == []
    assert photo.former_numbers.get().source == "Inferred"


@pytest.mark.parametrize("values", [["9"], []])
@pytest.mark.parametrize("is_before", [True, False])
def test_but_what_staff_set_stays(album, values, is_before):
    see(shot(album), ANNA)
    photo = see(shot(album, 2), HIDDEN)
    if not is_before:
        judge_again()
    correct(photo, *values)
    judge_again()
    found = list(photo.numbers.values_list("value", "source"))
    assert found == [(value, "Manual") for value in values]


def test_and_goes_with_the_erased_person(album, sandbox, settings):
    settings.NUMBER_PROVIDER_URL = sandbox.url("number-provider")
    see(shot(album), ANNA, ("bob", "202"))
    photo = see(shot(album, 2), HIDDEN, ("bob", "202"))
    judge_again()
    assert inferred(photo) == ["101"]

    order: dict[str, Any] = {"album_id": album.pk, "person_id": "anna", "reason": "", "by": None}
    erased(erase_person(ErasePersonCommand(erasure_id=uuid4(), now=timezone.now(), **order)))
    judge_again()

    assert sent(photo)[-1] == ["202"]
    assert not photo.numbers.filter(value="101").exists()


def test_and_stays_when_the_faces_are_deleted_for_their_age(album: Album) -> None:
    see(shot(album), ANNA)
    photo = see(shot(album, 2), HIDDEN)
    judge_again()
    newest_on = timezone.now() + timedelta(minutes=1)
    job = AlbumRetention.objects.create(album=album, newest_on=newest_on, created_on=timezone.now())

    Retentions().portion(job, timezone.now())
    album.photos.update(judge_on=timezone.now())
    judge_again()

    assert inferred(photo) == ["101"]
    assert photo.numbers.get().evidence is None


NOW = datetime(2026, 5, 17, 10, tzinfo=UTC)


def face(left: float) -> dict[str, float]:
    return {"left": left, "top": 0.2, "width": 0.1, "height": 0.1}


def bib(left: float) -> dict[str, float]:
    return {"left": left, "top": 0.47, "width": 0.1, "height": 0.06}


@pytest.fixture
def photo() -> Photo:
    """A photo with the persons p1, on the left, and p2."""
    found: Photo = PhotoFactory.create()
    found.persons.create(person_id="p1", box=face(0.2))
    found.persons.create(person_id="p2", box=face(0.6))
    return found


def worn(photo: Photo) -> dict[str, str]:
    link_numbers(photo)
    return dict(photo.numbers.values_list("value", "worn_by"))


@pytest.mark.parametrize(
    ("numbers", "expected"),
    [
        ([("101", "", 0.2), ("202", "", 0.6)], {"101": "p1", "202": "p2"}),
        ([("101", "", 0.4)], {"101": ""}),  # between the two
        ([("101", "", 0.2), ("202", "", 0.22)], {"101": "", "202": ""}),  # both under one face
        ([("101", "", 0.2), ("707", "LowConfidence", 0.22)], {"101": "p1", "707": ""}),
        ([("707", "LowConfidence", 0.2)], {"707": "p1"}),
        ([("ACME", "NotANumber", 0.2)], {"ACME": ""}),
        ([("101", "", None)], {"101": ""}),  # typed by a person, without a place
    ],
)
def test_is_the_person_above_it(photo, numbers, expected):
    for value, rejection, left in numbers:
        box = None if left is None else bib(left)
        photo.numbers.create(value=value, rejection=rejection, source="Provider", box=box)

    assert worn(photo) == expected


def test_changes_with_the_persons(photo: Photo) -> None:
    photo.numbers.create(value="101", source="Provider", box=bib(0.2))
    link_numbers(photo)

    keep_persons(photo, [RecognisedPerson(person_id="p3", confidence=0.9, box=face(0.2))], NOW)

    assert photo.numbers.get().worn_by == "p3"
