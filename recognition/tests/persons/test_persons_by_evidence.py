"""Evidence makes two persons of an album one, unless staff refuse that…"""

from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone

from foundation.messaging.tests.play.jobs import finish_jobs
from foundation.records.models import AuditEntry
from recognition.merging.merging import (
    MergePersonsCommand,
    SplitPersonCommand,
    merge_persons,
    split_person,
)
from recognition.models import Album, PersonApart, PersonMerge, PersonReassignment, Photo
from recognition.persons.models import MOST_UNDONE
from recognition.persons.suggested import (
    Evidence,
    SeenNumbers,
    evidence_of,
    persons_alike,
    possible_for,
)
from recognition.photos.history import explain_photo
from recognition.tests.calls.judging import album_of, answer, judge_again
from recognition.tests.calls.staff_pages import read as shown
from recognition.tests.factories import AlbumFactory, PhotoFactory

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
    answer(photo, [person], tags)
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


@pytest.mark.parametrize(
    ("number", "possible", "is_on"),
    [
        ("553", {"ann": 0.49}, True),  # another number
        ("", {"ann": 0.49}, True),  # none
        ("552", {}, True),  # no face like it
        ("552", {"ann": 0.2}, True),  # one that is too far away
        ("552", {"ann": 0.46}, False),  # the operator does not ask for it
    ],
)
def test_but_not_on_less(album, settings, number, possible, is_on):
    settings.MERGE_PERSONS_BY_NUMBERS = is_on
    seen(album, "ann", "552")
    seen(album, "ben", number, **possible)
    settled()
    assert persons(album) == ["ann", "ben"]


@pytest.mark.parametrize("undone_before", [False, True])
def test_never_again_once_staff_split_them(album, undone_before):
    seen(album, "ann", "552")
    seen(album, "ben", "552", ann=0.46)
    if undone_before:
        PersonApart.objects.create(album=album, person_id="ann", other="ben", undone=1)
    settled()
    order: dict[str, Any] = {"album_id": album.pk, "person_id": "ben", "now": timezone.now()}
    split_person(SplitPersonCommand(**order))
    seen(album, "ben", "552", ann=0.48)
    settled()
    assert persons(album) == ["ann", "ben", "ben"]

    merge_persons(MergePersonsCommand(**order, into="ann"))
    assert not PersonApart.objects.exists()


def test_a_few_times_where_each_merge_speaks_against_itself(album, monkeypatch):
    monkeypatch.setattr("recognition.merging.deciding.evidence_of", contrary)
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


@pytest.fixture
def alike(album: Album, settings: Any) -> Album:
    """Return an album where ann and ben may be one by face, and by number."""
    settings.MERGE_PERSONS_BY_NUMBERS = False
    seen(album, "ann", "552")
    seen(album, "ben", "552", ann=0.46)
    return album


def address(album: Album, person_id: str, what: str) -> str:
    return f"/admin-api/api/v2/albums/{album.pk}/persons/{person_id}/{what}"


def suggested(album: Album, person_id: str) -> set[str]:
    by_face = {each.person_id for each in possible_for(album.pk, person_id)}
    return by_face | {each for each, _ in persons_alike(album.pk, person_id, ["552"])}


def test_refused_by_staff_until_they_have_it_suggested_again(caller, alike, settings):
    client = caller("recognition.correct")
    assert (suggested(alike, "ann"), suggested(alike, "ben")) == ({"ben"}, {"ann"})
    for _ in range(2):  # repeatable
        answer = client.post(address(alike, "ann", "refuse"), {"other": "ben"}, "json")
        assert (answer.status_code, answer.content) == (204, b"")
    client.post(address(alike, "ben", "refuse"), {"other": "ann"}, "json")
    assert (suggested(alike, "ann"), suggested(alike, "ben")) == (set(), set())
    assert PersonApart.objects.count() == 1
    entry = AuditEntry.objects.get()
    assert (entry.actor, entry.action) == ("ann", "SamePersonRefused")
    settings.MERGE_PERSONS_BY_NUMBERS = True
    settled()
    assert persons(alike) == ["ann", "ben"]

    for _ in range(2):
        again = address(alike, "ben", "suggest-again")
        assert client.post(again, {"other": "ann"}, "json").status_code == 204
    assert suggested(alike, "ann") == {"ben"}
    actions = list(AuditEntry.objects.order_by("pk").values_list("action", flat=True))
    assert actions == ["SamePersonRefused", "SamePersonSuggestedAgain"]
    seen(alike, "ben", "552", ann=0.46)
    settled()
    assert persons(alike) == ["ann", "ann", "ann"]


def test_refused_by_staff_but_not_where_it_cannot_be(manager, alike):
    seen(alike, "carl")
    PersonMerge.objects.create(
        album=alike, person_id="ann", into="carl", merged_on="2026-05-17T09:00Z"
    )
    other = AlbumFactory.create()
    for at, body, status in (
        (address(alike, "ann", "refuse"), {}, 422),
        (address(alike, "ann", "refuse"), {"other": "ann"}, 422),
        (address(alike, "ann", "refuse"), {"other": "dora"}, 422),
        (address(alike, "dora", "refuse"), {"other": "ann"}, 404),
        (address(other, "ann", "refuse"), {"other": "ben"}, 404),
        (address(Album(pk=uuid4()), "ann", "refuse"), {"other": "ben"}, 404),
        (address(alike, "ann", "refuse"), {"other": "carl"}, 409),
        (address(alike, "ann", "suggest-again"), {"other": "dora"}, 422),
        (address(alike, "dora", "suggest-again"), {"other": "ann"}, 404),
    ):
        answer = manager.post(at, body, format="json")
        assert answer.status_code == status, (at, body, answer.content)
    assert not PersonApart.objects.exists()


def test_refused_on_the_person_page_with_who_is_perhaps_two_people(staff, alike):
    page = f"/admin/recognition/album/{alike.pk}/persons/ann/"
    assert 'aria-label="Not the same as ben"' in shown(staff, page)

    assert staff.post(f"{page}refuse/", {"other": "ben"}, secure=True).headers["Location"] == page

    after = shown(staff, page)
    assert "ann is not ben" in after
    assert "Merge into ben" not in after
    assert 'aria-label="Suggest ben again"' in after
    staff.post(f"{page}suggest-again/", {"other": "ben"}, secure=True)
    assert 'aria-label="Not the same as ben"' in shown(staff, page)
    staff.post(f"{page}refuse/", {"other": "dora"}, secure=True)
    assert "The album has no person dora." in shown(staff, page)

    other = seen(alike, "ann", "618")
    assert "Perhaps two people" not in shown(staff, page)  # the face is surely ann's
    other.persons.update(confidence=0.55)
    two = shown(staff, page)
    assert "Perhaps two people" in two
    assert 'Wears <span class="fl-found">618</span>, the surest face at 0.55, on <a' in two
    assert f"{other}</a>" in two


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
