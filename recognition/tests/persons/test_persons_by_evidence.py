"""Evidence makes two persons of an album one…"""

from itertools import permutations
from typing import Any

import pytest
from django.utils import timezone

from foundation.messaging.tests.play.jobs import finish_jobs
from recognition.commands.persons.merging import (
    MergePersonsCommand,
    SplitPersonCommand,
    merge_persons,
    split_person,
)
from recognition.commands.photos.callbacks import apply_callback
from recognition.identity import Evidence
from recognition.models import (
    Album,
    PersonApart,
    PersonMerge,
    PersonReassignment,
    Photo,
    RecognitionType,
)
from recognition.models.persons import MOST_UNDONE
from recognition.queries.identity import SeenNumbers, evidence_of
from recognition.queries.photos.history.entries import explain_photo
from recognition.queries.suggested_persons import possible_for, possible_on_photo
from recognition.tests.calls.judging import album_of, judge_again
from recognition.tests.factories import CallbackFactory, PhotoFactory

pytestmark = pytest.mark.django_db

FACE = {"left": 0.2, "top": 0.2, "width": 0.1, "height": 0.1}
BIB = {"left": 0.2, "top": 0.47, "width": 0.1, "height": 0.06}


@pytest.fixture(autouse=True)
def switched_on(settings: Any) -> None:
    settings.MERGE_PERSONS_BY_NUMBERS = True


@pytest.fixture
def album(db: None) -> Album:
    return album_of()


def seen(album: Album, person_id: str, number: str = "", **possible: float) -> Photo:
    """Return a photo of a person, who wears the number and may be others."""
    photo: Photo = PhotoFactory.create(album=album, state="AwaitingCallback")
    others = [{"id": other, "confidence": face} for other, face in possible.items()]
    person = {"id": person_id, "confidence": 0.9, "box": FACE, "possible": others}
    tags = [{"value": number, "confidence": 0.95, "box": BIB}] if number else []
    callback = CallbackFactory.create(
        request__photo=photo,
        request__type=RecognitionType.FACE_NUMBER,
        payload={"persons": [person], "tags": tags},
    )
    apply_callback(callback.pk, timezone.now())
    return photo


def settled(rounds: int = 20) -> None:
    """Judge and change photos until nothing is left to do."""
    for _ in range(rounds):
        judge_again()
        finish_jobs(PersonReassignment)
        if not Photo.objects.filter(judge_on__isnull=False).exists():
            return
    pytest.fail("there is always something left to do")


def persons(album: Album) -> list[str]:
    faces = album.photos.order_by("persons__person_id")
    return list(faces.values_list("persons__person_id", flat=True))


def test_that_wear_the_same_number_and_says_so_in_the_history(album: Album) -> None:
    first, second = seen(album, "ann", "552"), seen(album, "ben", "552", ann=0.46)

    settled()

    assert persons(album) == ["ann", "ann"]
    why = f"same number 552 on photo {first.pk} and photo {second.pk}; face at 0.46"
    [row] = PersonMerge.objects.all()
    assert (row.person_id, row.into, row.evidence_in_words) == ("ben", "ann", why)
    entry = next(e for e in explain_photo(second.pk).entries if e.kind == "PersonsCorrected")
    assert entry.text == "Persons corrected by evidence: ben → ann."
    assert entry.details["reason"] == f"ben was merged into ann: {why}."


def test_only_where_the_operator_asks_for_it(album: Album, settings: Any) -> None:
    settings.MERGE_PERSONS_BY_NUMBERS = False
    seen(album, "ann", "552")
    seen(album, "ben", "552", ann=0.46)

    settled()

    assert persons(album) == ["ann", "ben"]


@pytest.mark.parametrize(
    ("number", "possible"),
    [
        ("553", {"ann": 0.49}),  # another number
        ("", {"ann": 0.49}),  # none
        ("552", {}),  # no face like it
        ("552", {"ann": 0.2}),  # one that is too far away
    ],
)
def test_but_not_on_less(album: Album, number: str, possible: dict[str, float]) -> None:
    seen(album, "ann", "552")
    seen(album, "ben", number, **possible)

    settled()

    assert persons(album) == ["ann", "ben"]


def test_and_two_numbers_keep_staff_from_being_offered_the_two_as_one(album: Album) -> None:
    seen(album, "ann", "552")
    other = seen(album, "ben", ann=0.49)
    assert [each.person_id for each in possible_for(album.pk, "ben")] == ["ann"]

    seen(album, "ben", "553")
    settled()

    assert not possible_for(album.pk, "ben")
    assert not possible_on_photo(other)["ben"]


def test_whatever_arrives_first(album: Album) -> None:
    photos: list[tuple[tuple[str, str], dict[str, float]]] = [
        (("ann", "552"), {}),
        (("ben", ""), {"ann": 0.47}),
        (("ben", "552"), {}),
    ]
    for order in permutations(photos):
        here = album_of()
        for given, possible in order:
            seen(here, given[0], given[1], **possible)
            settled()

        assert persons(here) == ["ann"] * 3


def test_until_another_number_speaks_against_it_in_any_order() -> None:
    photos: list[tuple[tuple[str, str], dict[str, float]]] = [
        (("ann", "552"), {}),
        (("ben", "552"), {"ann": 0.45}),
        (("ben", "700"), {}),
    ]
    for order in permutations(photos):
        here = album_of()
        for given, possible in order:
            seen(here, given[0], given[1], **possible)
            settled()

        assert persons(here) == ["ann", "ben", "ben"]


def test_never_again_once_staff_split_them(album: Album) -> None:
    seen(album, "ann", "552")
    seen(album, "ben", "552", ann=0.46)
    settled()
    order: dict[str, Any] = {"album_id": album.pk, "person_id": "ben", "now": timezone.now()}

    split_person(SplitPersonCommand(**order))
    seen(album, "ben", "552", ann=0.48)
    settled()

    assert persons(album) == ["ann", "ben", "ben"]
    merge_persons(MergePersonsCommand(**order, into="ann"))
    assert not PersonApart.objects.exists()


def test_even_where_staff_split_what_evidence_had_undone_before(album: Album) -> None:
    seen(album, "ann", "552")
    seen(album, "ben", "552", ann=0.46)
    PersonApart.objects.create(album=album, person_id="ann", other="ben", undone=1)
    settled()
    now = timezone.now()

    split_person(SplitPersonCommand(album_id=album.pk, person_id="ben", now=now))
    seen(album, "ben", "552", ann=0.48)
    settled()

    assert persons(album) == ["ann", "ben", "ben"]


def test_by_one_job_after_which_nothing_is_left_to_do(album: Album) -> None:
    seen(album, "ann", "552")
    seen(album, "ben", "552", ann=0.46)

    settled()

    assert PersonReassignment.objects.count() == 1
    assert not PersonApart.objects.exists()


def test_by_their_own_photos_however_many_the_other_one_has(album, monkeypatch):
    monkeypatch.setattr("recognition.queries.identity.MOST_PHOTOS", 2)
    seen(album, "ben", "552", ann=0.46)
    for _ in range(4):
        seen(album, "ann", "552")

    settled()

    assert persons(album) == ["ann"] * 5
    assert PersonReassignment.objects.count() == 1


def test_a_few_times_where_each_merge_speaks_against_itself(album, monkeypatch):
    monkeypatch.setattr("recognition.commands.photos.deciding.evidence_of", contrary)
    seen(album, "ann", "552")
    seen(album, "ben", "552", ann=0.46)

    settled()

    assert persons(album) == ["ann", "ben"]
    assert PersonReassignment.objects.count() == 2 * MOST_UNDONE


def contrary(one: SeenNumbers, other: SeenNumbers, face: float) -> Evidence:
    """Return evidence that two are one, if and only if they are two now."""
    if PersonMerge.objects.exists():
        return Evidence(face=face, numbers={"552"}, others={"700"})
    return evidence_of(one, other, face)
