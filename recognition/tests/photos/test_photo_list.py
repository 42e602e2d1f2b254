"""The staff's list of photos…"""

from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from foundation.staff.links import address_of_list
from recognition.console.photo_filters import narrowed, neighbours_of, ordering_of
from recognition.models import Photo, PhotoState
from recognition.tests.calls.staff_pages import listed, read
from recognition.tests.factories import AlbumFactory, PhotoFactory

pytestmark = pytest.mark.django_db


def test_is_narrowed_by_state_and_read_the_newest_first_whatever_plan_is_kept(staff):
    photos = {state.value: PhotoFactory.create(state=state) for state in PhotoState}

    found = {state: listed(staff, Photo, state=state) for state in photos}
    unfinished = set(listed(staff, Photo, state="unfinished"))

    assert found == {state: [photo.pk] for state, photo in photos.items()}
    assert unfinished == {
        photo.pk for state, photo in photos.items() if state not in ("Processed", "Deleted")
    }
    for state in ("Failed", "New", "unfinished"):
        chosen = {"state": state}
        rows = narrowed(chosen).order_by(ordering_of(chosen))
        statement, parameters = rows.query.sql_with_params()
        assert parameters == ()
        assert statement.endswith('ORDER BY "recognition_photo"."created_on" DESC')


def test_is_narrowed_by_what_was_found_in_an_album(staff: Client) -> None:
    album = AlbumFactory.create()
    read_well, misread, empty = PhotoFactory.create_batch(3, album=album)
    read_well.numbers.create(value="154", source="Provider")
    read_well.persons.create(person_id="p1")
    misread.numbers.create(value="x", source="Provider", rejection="NotANumber")

    def found(what: str) -> set[Any]:
        return set(listed(staff, Photo, album=album.pk, found=what))

    assert found("no-number") == {misread.pk, empty.pk}
    assert found("rejected") == {misread.pk}
    assert found("no-person") == {misread.pk, empty.pk}
    assert "what was found" not in read(staff, address_of_list(Photo))


def test_says_so_of_a_list_alone_and_not_later_of_a_field_that_searches(staff):
    asked = {"app_label": "tagging", "model_name": "knownanswer", "field_name": "photo"}

    found = staff.get("/admin/autocomplete/", {**asked, "term": "a5f4"}, secure=True)

    assert found.json()["results"] == []
    assert "is not a whole id" not in read(staff, address_of_list(Photo))


def test_is_searched_by_an_id_a_person_and_the_beginning_of_a_file_s_name(staff):
    named = PhotoFactory.create(image_url="https://h.example.org/a/IMG_0035%20b.JPG?size=/2")
    other = PhotoFactory.create(image_url="https://h.example.org/IMG_1.jpg/IMGx0035.jpg")
    numbered = PhotoFactory.create(image_url="https://h.example.org/0017.jpg#top")
    other.persons.create(person_id="ann-7")

    for text in ("img_0035", "IMG_0035 B.jpg", named.image_url, named.pk, f" {named.album_id} "):
        assert listed(staff, Photo, q=text) == [named.pk]
    assert set(listed(staff, Photo, q="img")) == {named.pk, other.pk}
    assert listed(staff, Photo, q="0017") == [numbered.pk]
    assert listed(staff, Photo, q="ann-7") == [other.pk]
    for nothing in ("001", "im", uuid4()):
        assert listed(staff, Photo, q=nothing) == []


def test_is_read_by_indexes_alone_and_so_are_a_photo_s_neighbours() -> None:
    album = str(uuid4())
    photo = Photo(album_id=uuid4(), created_on=timezone.now())
    queries = [{}, {"album": album}, {"album": album, "found": "no-number"}, {"due": "now"},
               {"state": "Failed", "album": album}, {"state": "unfinished"}, {"q": "154"},
               {"q": "img_1"}, {"q": album}, {"delivery": "missing"}]  # fmt: skip
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")

    for chosen in queries:
        listed_by = narrowed(chosen).order_by(ordering_of(chosen), "-pk")[:50].explain()
        assert "Seq Scan on recognition_photo " not in listed_by, (chosen, listed_by)
        with CaptureQueriesContext(connection) as asked:
            neighbours_of(photo, urlencode(chosen))
        for statement in asked.captured_queries:
            with connection.cursor() as cursor:
                cursor.execute(f"EXPLAIN {statement['sql'].removesuffix(';')}")
                plan = "\n".join(row[0] for row in cursor.fetchall())
            assert "Seq Scan on recognition_photo " not in plan, (chosen, plan)
