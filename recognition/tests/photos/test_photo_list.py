"""The staff's list of photos…"""

from datetime import timedelta
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from foundation.exports.rows import columns_of, read_part
from foundation.staff.display import address_of_list
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


def photo_of_age(minutes: int, **fields: Any) -> Photo:
    """Create a photo that was published so long ago."""
    return PhotoFactory.create(created_on=timezone.now() - timedelta(minutes=minutes), **fields)


def test_has_an_album_s_photos_by_their_ids(staff):
    album = AlbumFactory.create()
    photos = [photo_of_age(minutes, album=album) for minutes in (2, 1, 3)]
    PhotoFactory.create()

    found = listed(staff, Photo, album=album.pk)

    assert found == sorted(photo.pk for photo in photos)
    page = read(staff, address_of_list(Photo, album=album.pk))
    assert f">{album}<" in page
    assert "state=Deleted" in page  # offered within an album only
    assert "state=Deleted" not in read(staff, address_of_list(Photo))
    for nothing in ({"album": "7"}, {"album": uuid4()}, {"state": "perhaps"}):
        assert listed(staff, Photo, **nothing) == []


@pytest.mark.parametrize("chosen", [{}, {"state": "Failed"}, {"state": "unfinished"}])
def test_has_the_newest_first(staff: Client, chosen: dict[str, str]) -> None:
    photos = [photo_of_age(minutes, state=PhotoState.FAILED) for minutes in (2, 1, 3)]

    found = listed(staff, Photo, **chosen)

    assert found == [photos[1].pk, photos[0].pk, photos[2].pk]


def test_is_a_table_or_a_grid_whatever_else_is_chosen(staff: Client) -> None:
    album = AlbumFactory.create()
    PhotoFactory.create_batch(2, album=album)

    table = read(staff, address_of_list(Photo, album=album.pk, state="New"))
    grid = read(staff, address_of_list(Photo, album=album.pk, state="New", look="grid"))

    kept = f"album={album.pk}&amp;look=grid&amp;state=New"
    assert f'<a href="?{kept}">Pictures</a>' in table
    assert '<div class="fl-grid">' not in table
    assert f'<a href="?{kept}" aria-current="true">Pictures</a>' in grid
    assert '<div class="fl-grid">' in grid
    assert '<input type="hidden" name="look" value="grid">' in grid
    assert listed(staff, Photo, look="perhaps")


def test_is_narrowed_to_what_is_due_and_overdue(staff: Client) -> None:
    now = timezone.now()
    due = PhotoFactory.create(faces_next_attempt_on=now - timedelta(seconds=5))
    overdue = PhotoFactory.create(numbers_next_attempt_on=now - timedelta(minutes=5))
    PhotoFactory.create(faces_next_attempt_on=now + timedelta(minutes=5))

    assert set(listed(staff, Photo, due="now")) == {due.pk, overdue.pk}
    assert listed(staff, Photo, due="overdue") == [overdue.pk]


@pytest.mark.parametrize(
    ("sought", "values"),
    [
        *((text, ("154", "00154")) for text in ("0154", "154", "000154", "1 5 4", "１５４")),
        *((text, ("A12", "a12")) for text in ("A12", "a12", "A 12", "ａ１２")),
    ],
)
def test_is_searched_by_a_number_or_text_however_it_is_written(staff, sought, values):
    first, second, rejected, other = PhotoFactory.create_batch(4)
    first.numbers.create(value=values[0], source="Provider")
    second.numbers.create(value=values[1], source="Provider")
    rejected.numbers.create(value=values[0], source="Provider", rejection="NotInStartList")
    other.numbers.create(value="1540", source="Provider")

    assert set(listed(staff, Photo, q=sought)) == {first.pk, second.pk, rejected.pk}
    assert listed(staff, Photo, q=sought, album=rejected.album_id) == [rejected.pk]
    said = "“99” is not a whole id, and no photo has it as a number, a person"
    assert said in read(staff, address_of_list(Photo, q="99"))


def test_shows_numbers_and_small_pictures_that_are_loaded_when_they_come_into_view(staff):
    now = timezone.now()
    photo = PhotoFactory.create(state=PhotoState.FAILED, numbers_next_attempt_on=now)
    for value, rejection in (("236", ""), ("154", ""), ("x", "NotANumber")):
        photo.numbers.create(value=value, source="Provider", rejection=rejection)

    page = read(staff, address_of_list(Photo))

    picture = f'<img src="/admin/recognition/photo/{photo.pk}/picture/thumbnail"'
    assert picture in page
    assert 'class="fl-thumbnail" loading="lazy"' in page
    for said in ("154, 236, 1 rejected", "Under way", "It is being processed, or is about to be."):
        assert said in page


def test_is_exported_as_data_each_fact_in_a_column(admin_user: User):
    photo = PhotoFactory.create(image_url="https://photos.example.org/DSC_1.jpg")
    for value, rejection in (("236", ""), ("154", ""), ("123456", "TooLong")):
        photo.numbers.create(value=value, source="Provider", rejection=rejection)
    photo.persons.create(person_id="p1")

    titles = columns_of(Photo, admin_user, "")
    [row] = read_part(Photo, admin_user, "", None).rows

    told = dict(zip(titles, row, strict=True))
    assert (told["Id"], told["File"]) == (str(photo.pk), "DSC_1.jpg")
    assert (told["Accepted numbers"], told["Persons"]) == ("154 236", "p1")
    assert str(told["Rejected numbers"]).startswith("123456 rejected: ")
