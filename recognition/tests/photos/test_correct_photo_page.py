"""Correcting a photo on its page…"""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from foundation.records.models import AuditEntry
from foundation.rest.roles import grant_role
from foundation.staff.display import address_of_page
from recognition.models import Photo
from recognition.tests.calls.judging import album_of, read, sent, tag, verdicts
from recognition.tests.calls.staff_pages import page_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def photo(db: None) -> Photo:
    found = read(album_of(), tag("12"), tag("5", 0.1), persons=("anna", "bob"))
    found.refresh_from_db()
    return found


@pytest.fixture
def corrector(client: Client) -> Client:
    """Staff who may look at photos and correct them."""
    user = User.objects.create_user("sue", is_staff=True)
    grant_role(user, "recognition.correct")
    client.force_login(user)
    return client


def post(client: Client, photo: Photo, what: str, query: str = "", **fields: Any) -> Any:
    data = {"version": photo.version, **fields}
    address = f"/admin/recognition/photo/{photo.pk}/{what}{query}"
    return client.post(address, data, secure=True, follow=True)


def test_the_custom_tags_are_those_that_are_ticked(corrector: Client, photo: Photo):
    for name in ("dark", "finish"):
        photo.album.custom_tags.create(name=name)
    Photo.objects.filter(pk=photo.pk).update(custom_tags=["dark", "gone"])
    form: dict[str, Any] = {"numbers": "12", "with_tags": "on", "tag": ["finish", "gone"]}
    page = page_of(corrector, Photo, photo.pk)

    answer = post(corrector, photo, "numbers", **form)
    photo.refresh_from_db()
    unknown = post(corrector, photo, "numbers", **{**form, "tag": ["other"]})

    ticked = [f'value="{name}" checked' in page for name in ("dark", "finish", "gone")]
    assert ticked == [True, False, True]
    assert "The numbers are corrected" in answer.content.decode()
    assert sorted(photo.custom_tags) == ["finish", "gone"]
    refused = unknown.content.decode()
    assert "The album has no custom tag other." in refused
    assert ['value="finish" checked' in refused, 'value="other" checked' in refused] == [
        False,
        True,
    ]
    entry = AuditEntry.objects.filter(action="NumbersCorrected").latest("pk")
    assert entry.changes["custom_tags"] == [["dark", "gone"], ["finish", "gone"]]


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"numbers": "12 77"}, ["12", "77"]),
        ({"numbers": " 13,\t014 "}, ["13", "14"]),
        ({"numbers": ""}, []),
        ({"numbers": "12", "remove": "12"}, []),
        ({"numbers": "12", "add": "5"}, ["12", "5"]),
    ],
)
def test_correction_sets_the_numbers(corrector, photo, fields, expected):
    if not expected:
        asked = post(corrector, photo, "numbers", **fields).content.decode()
        assert "“No number” is sent to the photo service instead of 12." in asked
        assert len(sent(photo)) == 1

    answer = post(corrector, photo, "numbers", reason="Clear.", **fields, confirmed="yes")

    assert "The numbers are corrected" in answer.content.decode()
    assert sorted(sent(photo)[-1]) == sorted(expected)
    assert (AuditEntry.objects.get().actor, AuditEntry.objects.get().reason) == ("sue", "Clear.")


def test_correction_that_changes_nothing_says_so(corrector, photo):
    for said in ("The numbers are confirmed as they are", "nothing is changed"):
        assert said in post(corrector, photo, "numbers", numbers="12").content.decode()
        photo.refresh_from_db()

    assert sent(photo) == [["12"], ["12"]]


def test_what_taggers_found_beside_numbers_is_shown(corrector, photo):
    Photo.objects.filter(pk=photo.pk).update(custom_tags=["finish"])
    photo.numbers.create(value="?65", rejection="PartlyLegible", source="Manual")

    page = page_of(corrector, Photo, photo.pk)

    assert 'value="finish" checked' in page
    assert "only partly legible" in page
    assert "+ ?65" not in page


def test_correction_is_shown_with_who_and_what_was_before(corrector, photo):
    before = page_of(corrector, Photo, photo.pk)
    assert 'value="12"' in before
    assert "+ 5" in before
    person = f"/admin/recognition/album/{photo.album_id}/persons/anna/"
    assert person in before
    assert address_of_page(Photo, photo.pk) in corrector.get(person, secure=True).content.decode()

    post(corrector, photo, "numbers", numbers="77", reason="The bib is folded.")
    photo.refresh_from_db()
    asked = post(corrector, photo, "persons", "?person=bob", remove="bob").content.decode()
    assert "bob is removed from this photo" in asked
    assert f'href="/admin/recognition/album/{photo.album_id}/persons/bob/"' in asked
    assert len(photo.persons.all()) == 2
    post(corrector, photo, "persons", remove="bob", confirmed="yes")

    page = page_of(corrector, Photo, photo.pk)
    for said in ("Numbers: 12 → 77", "sue, ", "The bib is folded."):
        assert said in page
    assert [each.person_id for each in photo.persons.all()] == ["anna"]
    Photo.objects.filter(pk=photo.pk).update(state="Deleted")
    assert "Save numbers" not in page_of(corrector, Photo, photo.pk)


def test_a_person_who_was_removed_is_put_back(corrector: Client, photo: Photo):
    removed = post(corrector, photo, "persons", "?person=bob", remove="bob", confirmed="yes")
    photo.refresh_from_db()
    assert removed.redirect_chain[-1][0] == address_of_page(Photo, photo.pk)  # bob has no page
    assert "Put bob back on the photo" in removed.content.decode()

    post(corrector, photo, "numbers", numbers="77")  # another correction does not hide it
    photo.refresh_from_db()
    assert "Put bob back on the photo" in page_of(corrector, Photo, photo.pk)

    answer = post(corrector, photo, "persons", back="bob", reason="Undone")

    page = answer.content.decode()
    assert "The person is on the photo again" in page
    assert "Put bob back on the photo" not in page
    assert sorted(each.person_id for each in photo.persons.all()) == ["anna", "bob"]


def test_correction_that_is_refused_keeps_what_was_typed(corrector: Client, photo: Photo):
    reason = "Номер сложен. " * 30  # percent by percent it is longer than an address may be
    typed = {"numbers": "12 1a", "reason": reason}
    answer = post(corrector, photo, "numbers", "?_changelist_filters=state%3DNew", **typed)

    page = answer.content.decode()
    assert f'value="{reason.strip()}"' in page
    assert "Nothing is saved. 1a is not a number." in page
    assert 'value="12 1a"' in page
    assert answer.request["QUERY_STRING"] == "_changelist_filters=state%3DNew"
    assert reason.strip() not in page_of(corrector, Photo, photo.pk)  # kept for one look
    assert verdicts(photo) == {"12": "accepted", "5": "LowConfidence"}


def test_correction_of_a_page_opened_before_another_change_is_refused(corrector, photo):
    photo.version -= 1

    answer = post(corrector, photo, "numbers", numbers="77")

    assert "The photo changed since you opened its page: nothing is saved." in (
        answer.content.decode()
    )
    assert sent(photo) == [["12"]]


def test_correction_of_the_numbers_is_undone_by_one_button(corrector, photo):
    post(corrector, photo, "numbers", numbers="77")
    photo.refresh_from_db()
    page = page_of(corrector, Photo, photo.pk)
    assert 'name="numbers" value="12" aria-label="Undo the last correction' in page

    post(corrector, photo, "numbers", numbers="12", reason="Undone")

    assert sent(photo)[-1] == ["12"]


def test_gives_a_face_to_another_person_and_back(corrector, photo):
    other = read(photo.album, tag("12"), persons=("carl",))
    asked = post(corrector, photo, "persons", give="bob").content.decode()
    assert "Whose face is it?" in asked

    answer = post(corrector, photo, "persons", give="bob", to="carl", confirmed="yes")
    assert "The face is carl&#x27;s now" in answer.content.decode()
    assert {each.person_id for each in photo.persons.all()} == {"anna", "carl"}
    assert AuditEntry.objects.get().action == "PersonsCorrected"

    photo.refresh_from_db()
    page = page_of(corrector, Photo, photo.pk)
    assert 'aria-label="Give the face back to bob"' in page
    post(corrector, photo, "persons", give="carl", to="bob", reason="Undone")

    assert {each.person_id for each in photo.persons.all()} == {"anna", "bob"}
    assert [each.person_id for each in other.persons.all()] == ["carl"]


@pytest.mark.parametrize(
    ("given", "to", "said"),
    [
        ("bob", "anna", "anna is on the photo too."),
        ("carl", "anna", "carl is not on the photo."),
        ("bob", "nobody", "The album has no person nobody."),
    ],
)
def test_gives_no_face_where_that_cannot_be(corrector, photo, given, to, said):
    answer = post(corrector, photo, "persons", give=given, to=to, confirmed="yes")

    assert said in answer.content.decode()
    assert {each.person_id for each in photo.persons.all()} == {"anna", "bob"}
    assert not AuditEntry.objects.exists()
