"""The search field of the staff's site…"""

from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.test import Client

from activities.tests.factories import ActivityFactory
from foundation.rest.tests.staff import signed_in
from foundation.staff.display import address_of_list, address_of_page
from programs.tests.factories import ParticipantExerciseTaskFactory
from recognition.console.states_and_pictures import address_of_person
from recognition.models import Album, Photo, PhotoNumber, PhotoPerson
from recognition.tests.factories import AlbumFactory, PhotoFactory
from rewards.tests.factories import draft_formula
from tagging.models import TaggingTask
from tagging.tests.factories import new_tagator, waiting_tasks

pytestmark = pytest.mark.django_db


@pytest.fixture
def staff(client: Client) -> Client:
    client.force_login(User.objects.create_superuser("boss"))
    return client


def found(client: Client, text: str) -> dict[str, str]:
    """Return the addresses of what is found, by their titles."""
    answer = client.get("/admin/search/", {"s": text, "extended": "1"}, secure=True)
    assert answer.status_code == 200
    return {each.title: each.link for each in answer.context["found"]}


def test_finds_a_record_of_each_kind_by_its_whole_id(staff: Client):
    task = ParticipantExerciseTaskFactory.create()
    (tagging_task,) = waiting_tasks(1)
    records: list[Any] = [
        PhotoFactory.create(),
        AlbumFactory.create(),
        new_tagator(),
        TaggingTask.objects.get(pk=tagging_task.pk),
        draft_formula(),
        ActivityFactory.create(),
        task,
        task.participant,
        task.exercise,
        task.participant.program,
    ]

    for record in records:
        assert found(staff, f" {record.pk} ") == {
            str(record): address_of_page(type(record), record.pk)
        }, record


def test_finds_albums_by_the_beginnings_of_words_newest_first(staff: Client):
    first = AlbumFactory.create(name="Berlin Marathon 2026")
    second = AlbumFactory.create(name="Marathon of Berlin-Mitte")
    AlbumFactory.create(name="Hamburg Marathon")

    assert list(found(staff, "mara BERL")) == [str(second), str(first)]
    assert found(staff, "arathon") == {}
    assert found(staff, "!&|:*'") == {}


def test_finds_people_and_formulas_by_a_part_of_the_name(staff: Client):
    tagator = new_tagator(name="Anna Petrova", email="a.p@example.org")
    formula = draft_formula(name="Ten kilometres")

    assert str(tagator) in found(staff, "petr")
    assert str(tagator) in found(staff, "a.p@EXAMPLE")
    assert str(formula) in found(staff, "kilom")


def test_finds_a_number_as_the_list_of_its_photos_and_a_person_of_an_album(staff: Client):
    photo = PhotoFactory.create(album__name="Sunday run")
    PhotoNumber.objects.create(photo=photo, value="0123", source="Provider")
    PhotoPerson.objects.create(photo=photo, person_id="face-77")

    assert found(staff, "123") == {"Number 123": address_of_list(Photo, q="123")}
    assert found(staff, "face-77") == {
        "Person face-77": address_of_person(photo.album_id, "face-77")
    }


def test_finds_pages_by_a_part_of_their_name(staff: Client):
    assert found(staff, "albu")["Albums"] == address_of_list(Album)


def test_finds_only_what_the_member_may_see(client: Client):
    signed_in(client, "programs.manage")
    photo = PhotoFactory.create(album__name="Secret run")

    for text in (str(photo.pk), str(photo.album_id), "secret", "photo"):
        assert found(client, text) == {}


def test_says_that_nothing_was_found_and_reads_any_text(staff: Client):
    for text in (str(uuid4()), "\0", "a" * 5000, "<b>", "\ud800"):
        answer = staff.get("/admin/search/", {"s": text.encode("utf-8", "replace")}, secure=True)
        assert answer.status_code == 200
    assert "Nothing found for" in answer.content.decode()


def test_finds_photos_by_the_beginning_of_a_file_s_name(staff: Client):
    PhotoFactory.create(image_url="https://photos.example.org/2026/IMG_0035.JPG")

    assert found(staff, "img_00")["Photos named img_00"] == address_of_list(Photo, q="img_00")
    assert "Photos named img_01" not in found(staff, "img_01")
