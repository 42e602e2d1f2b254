"""Staff say that two persons are not one: it is not suggested, nor merged by evidence…"""

from uuid import uuid4

import pytest
from django.test import Client

from foundation.records.models import AuditEntry
from recognition.models import Album, PersonApart, PersonMerge
from recognition.queries.persons import persons_alike
from recognition.queries.suggested_persons import possible_for
from recognition.tests.calls.judging import album_of
from recognition.tests.calls.staff_pages import read as shown
from recognition.tests.calls.staff_pages import signed_in
from recognition.tests.factories import AlbumFactory
from recognition.tests.persons.test_persons_by_evidence import persons, seen, settled

pytestmark = pytest.mark.django_db


@pytest.fixture
def album(db: None) -> Album:
    """Return an album where ann and ben may be one by face, and by number."""
    album = album_of()
    seen(album, "ann", "552")
    seen(album, "ben", "552", ann=0.46)
    return album


def address(album: Album, person_id: str, what: str, version: int = 2) -> str:
    return f"/admin-api/api/v{version}/albums/{album.pk}/persons/{person_id}/{what}"


def suggested(album: Album, person_id: str) -> set[str]:
    by_face = {each.person_id for each in possible_for(album.pk, person_id)}
    return by_face | {each for each, _ in persons_alike(album.pk, person_id, ["552"])}


@pytest.mark.parametrize("version", [1, 2])
def test_until_staff_have_it_suggested_again(caller, album, settings, version):
    client = caller("recognition.correct")
    assert (suggested(album, "ann"), suggested(album, "ben")) == ({"ben"}, {"ann"})

    for _ in range(2):  # repeatable
        answer = client.post(address(album, "ann", "refuse", version), {"other": "ben"}, "json")
        assert (answer.status_code, answer.content) == (204, b"")
    client.post(address(album, "ben", "refuse", version), {"other": "ann"}, "json")

    assert (suggested(album, "ann"), suggested(album, "ben")) == (set(), set())
    assert PersonApart.objects.count() == 1
    entry = AuditEntry.objects.get()
    assert (entry.actor, entry.action) == ("ann", "SamePersonRefused")
    settings.MERGE_PERSONS_BY_NUMBERS = True
    settled()
    assert persons(album) == ["ann", "ben"]

    for _ in range(2):
        again = address(album, "ben", "suggest-again", version)
        assert client.post(again, {"other": "ann"}, "json").status_code == 204

    assert suggested(album, "ann") == {"ben"}
    actions = list(AuditEntry.objects.order_by("pk").values_list("action", flat=True))
    assert actions == ["SamePersonRefused", "SamePersonSuggestedAgain"]
    seen(album, "ben", "552", ann=0.46)
    settled()
    assert persons(album) == ["ann", "ann", "ann"]


def test_but_not_where_it_cannot_be(manager, caller, anybody, album):
    seen(album, "carl")
    PersonMerge.objects.create(
        album=album, person_id="ann", into="carl", merged_on="2026-05-17T09:00Z"
    )
    other = AlbumFactory.create()
    for client, at, body, status in (
        (anybody, address(album, "ann", "refuse"), {"other": "ben"}, 401),
        (caller("tagging.manage", username="bob"), address(album, "ann", "refuse"), {}, 403),
        (caller("recognition.read", username="eve"), address(album, "ann", "refuse"), {}, 403),
        (manager, address(album, "ann", "refuse"), {}, 422),
        (manager, address(album, "ann", "refuse"), {"other": "ann"}, 422),
        (manager, address(album, "ann", "refuse"), {"other": "dora"}, 422),
        (manager, address(album, "dora", "refuse"), {"other": "ann"}, 404),
        (manager, address(other, "ann", "refuse"), {"other": "ben"}, 404),
        (manager, address(Album(pk=uuid4()), "ann", "refuse"), {"other": "ben"}, 404),
        (manager, address(album, "ann", "refuse"), {"other": "carl"}, 409),
        (anybody, address(album, "ann", "suggest-again"), {"other": "ben"}, 401),
        (manager, address(album, "ann", "suggest-again"), {"other": "dora"}, 422),
        (manager, address(album, "dora", "suggest-again"), {"other": "ann"}, 404),
    ):
        answer = client.post(at, body, format="json")
        assert answer.status_code == status, (at, body, answer.content)
    assert not PersonApart.objects.exists()


def test_on_the_person_page(client: Client, album: Album):
    staff, page = signed_in(client), f"/admin/recognition/album/{album.pk}/persons/ann/"
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


def test_and_see_who_is_perhaps_two_people(client: Client, album: Album):
    staff, at = signed_in(client), f"/admin/recognition/album/{album.pk}/persons/ann/"
    other = seen(album, "ann", "618")
    assert "Perhaps two people" not in shown(staff, at)  # the face is surely ann's

    other.persons.update(confidence=0.55)

    page = shown(staff, at)
    assert "Perhaps two people" in page
    assert 'Wears <span class="fl-found">618</span>, the surest face at 0.55, on <a' in page
    assert f"photo {other.pk}</a>" in page
