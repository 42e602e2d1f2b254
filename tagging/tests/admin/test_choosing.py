"""Staff of tagging choose, search and filter by names and links: they…"""

from typing import Any
from uuid import UUID

import pytest
from django.db.models import Model
from django.test import Client
from django.urls import reverse

from foundation.records.models import AuditEntry
from foundation.staff.display import address_of_list, address_of_page
from foundation.staff.tests.staff_pages import save
from recognition.models import Album, Photo
from tagging.models import AlbumGuide, KnownAnswer, TaggingTask, Work
from tagging.tests.admin.pages import beside, page_of, post, read, rows_at
from tagging.tests.factories import (
    manual_album,
    new_photo,
    new_tagator,
    taken_work,
    waiting_photo,
    waiting_tasks,
)
from tagging.tests.quality.checks import checked_album, known_photo, second_task_of
from tagging.tests.quality.checks import first_reading as read_first

pytestmark = pytest.mark.django_db


def choices(staff: Client, field: str, term: str, model: str = "knownanswer") -> list[Any]:
    asked = {"app_label": "tagging", "model_name": model, "field_name": field, "term": term}
    answer = staff.get(reverse("admin:autocomplete"), asked, secure=True)
    assert answer.status_code == 200
    found: list[Any] = answer.json()["results"]
    return found


def listed(staff: Client, model: type[Model], **asked: Any) -> list[Any]:
    return [each.pk for each in rows_at(staff, address_of_list(model, **asked))]


@pytest.fixture
def photo(db: None) -> Photo:
    album = manual_album(name="Album-C 2026")
    return new_photo(album, image_url="https://photos.example.org/2026/IMG_0815.jpg")


@pytest.mark.parametrize("how", ["file", "id", "link"])
def test_find_a_photo_for_a_known_answer(manager: Client, photo: Photo, how: str):
    new_photo()
    term = {
        "file": "IMG_0815",
        "id": str(photo.pk),
        "link": f"https://finishline.example.org{address_of_page(Photo, photo.pk)}",
    }[how]

    [found] = choices(manager, "photo", term)

    assert found["id"] == str(photo.pk)
    assert found["text"] == f"IMG_0815.jpg, Album-C 2026 ({str(photo.pk)[:8]})"


@pytest.mark.parametrize("how", ["name", "link"])
def test_find_an_album_for_its_quality(manager: Client, photo: Photo, how: str):
    manual_album(name="Other")
    term = {"name": "album-c", "link": address_of_page(type(photo.album), photo.album_id)}[how]

    assert [each["text"] for each in choices(manager, "album", term)] == ["Album-C 2026"]


def test_mark_a_known_answer_from_a_task_with_its_picture(manager: Client):
    task = TaggingTask.objects.get(photo=waiting_photo())

    page = manager.get(beside(task, "mark-known/"), secure=True, follow=True)

    assert page.redirect_chain[0][0].startswith(reverse("admin:tagging_knownanswer_add"))
    assert f'<option value="{task.photo_id}" selected' in page.content.decode()
    assert f"/{task.photo_id}/picture/page" in page.content.decode()


@pytest.mark.parametrize("text", ["album-c", "Album-C 2026", "img_0815"])
def test_find_tasks_and_known_answers_by_name_or_pasted_link(manager: Client, text: str):
    waiting_photo()
    album = checked_album(name="Album-C 2026")
    marked = known_photo(album, "7")
    Photo.objects.filter(pk=marked.pk).update(image_url="https://x.example.org/IMG_0815.jpg")
    [task] = waiting_tasks(1, album)
    Photo.objects.filter(pk=task.photo_id).update(image_url="https://x.example.org/IMG_0815.jpg")

    assert listed(manager, TaggingTask, q=text) == [task.pk]
    assert listed(manager, KnownAnswer, q=text) == [marked.pk]
    pasted = f"https://finishline.example.org{address_of_page(Photo, task.photo_id)}"
    assert listed(manager, TaggingTask, q=pasted) == [task.pk]


def test_are_led_from_a_search_of_photos_to_the_album_of_that_name(manager: Client, photo: Photo):
    page = read(manager, address_of_list(Photo, q="album-c"))

    assert "Albums of this name" in page
    assert f'href="{address_of_list(Photo, album=photo.album_id)}"' in page


def test_filter_tasks_by_album_tagger_purpose_and_priority(manager: Client):
    second = second_task_of(read_first("12", spare=0))
    album = manual_album(priority=40)
    waiting_tasks(2, album)
    waiting_tasks(1)
    kim = new_tagator(settings={"tasks_per_work": 1})
    [taken] = taken_work(kim, album=album).tasks.all()

    assert len(listed(manager, TaggingTask, album=album.pk)) == 1
    assert listed(manager, TaggingTask, tagger=kim.pk) == [taken.pk]
    assert listed(manager, TaggingTask, purpose="SecondReading") == [second.pk]
    assert len(listed(manager, TaggingTask, priority="40")) == 1
    assert listed(manager, TaggingTask, tagger="x") == []
    assert len(listed(manager, TaggingTask, priority="x")) == 3


def test_filter_and_find_works_by_tagger(manager: Client):
    waiting_tasks(2)
    kim, lee = (new_tagator(name=n, settings={"tasks_per_work": 1}) for n in ("Kim", "Lee"))
    works: dict[UUID, Work] = {each.pk: taken_work(each) for each in (kim, lee)}

    assert listed(manager, Work, tagger=kim.pk) == [works[kim.pk].pk]
    assert listed(manager, Work, q="lee") == [works[lee.pk].pk]


def test_cancel_tasks_with_their_own_reason(manager: Client):
    first, second = waiting_tasks(2)
    asked = {"action": "cancel", "_selected_action": [str(first.pk)]}

    page = post(manager, address_of_list(TaggingTask), **asked).content.decode()
    post(manager, address_of_list(TaggingTask), **asked, confirmed="yes", reason="Too dark.")
    post(manager, beside(second, "cancel/"), confirmed="yes", reason="Wrong album.")

    assert 'name="reason"' in page
    assert "Cancel the tasks" in page
    assert "Keep the tasks" in page
    reasons = [task.history.latest("pk").reason for task in (first, second)]
    assert reasons == ["Too dark.", "Wrong album."]
    assert {entry.reason for entry in AuditEntry.objects.all()} == {"Too dark.", "Wrong album."}


@pytest.mark.parametrize(
    "asked",
    [
        {"app_label": "tagging", "model_name": "knownanswer"},
        {"app_label": "tagging", "model_name": "nothing", "field_name": "photo"},
        {"app_label": "tagging", "model_name": "knownanswer", "field_name": "nothing"},
        {"app_label": "tagging", "model_name": "knownanswer", "field_name": "id"},
        {"app_label": "auth", "model_name": "user", "field_name": "groups"},
    ],
    ids=["part", "model", "field", "no-relation", "forbidden"],
)
def test_are_refused_what_they_may_not_choose(manager: Client, asked: dict[str, str]):
    assert manager.get(reverse("admin:autocomplete"), asked, secure=True).status_code == 403


def test_find_the_next_page_of_choices(manager: Client):
    for number in range(21):
        manual_album(name=f"Marathon {number}")
    asked = {"app_label": "tagging", "model_name": "taggingtask", "field_name": "album"}
    asked["term"] = "Marathon\0"

    first, second, wild = (
        manager.get(reverse("admin:autocomplete"), {**asked, "page": page}, secure=True).json()
        for page in ("1", "2", "-1e9")
    )

    assert (len(first["results"]), first["pagination"]) == (20, {"more": True})
    assert (len(second["results"]), second["pagination"]) == (1, {"more": False})
    assert wild == first
    assert len({each["id"] for each in first["results"] + second["results"]}) == 21


NO_TAGS = {"custom_tags-TOTAL_FORMS": "0", "custom_tags-INITIAL_FORMS": "0"}


def test_with_the_lead_s_role_alone_change_what_taggers_go_by(manager: Client):
    album = manual_album()
    fields = {"priority": "70", **NO_TAGS}

    save(
        manager, album, **{**fields, "custom_tags-TOTAL_FORMS": "1", "custom_tags-0-name": "finish"}
    )

    album.refresh_from_db()
    assert album.priority == 70
    assert [tag.name for tag in album.custom_tags.all()] == ["finish"]
    assert AuditEntry.objects.count() == 1


def test_with_the_lead_s_role_alone_do_not_change_how_photos_are_recognised(manager: Client):
    album = manual_album()

    others = {"strategy": "FacesOnly", "keep_days": "1"}
    save(manager, album, priority="70", **others, **NO_TAGS)

    found = Album.objects.get()
    assert (found.strategy, found.keep_days) == (album.strategy, None)
    page = page_of(manager, album)
    assert 'name="strategy"' not in page
    assert 'name="minimum_confidence"' not in page


def test_with_the_lead_s_role_alone_find_an_older_hint_where_the_guide_is_written(manager: Client):
    album = manual_album(tagging_hint="Only the yellow bibs.")

    page = read(manager, f"{address_of_list(AlbumGuide)}add/?album_id={album.pk}")

    assert "Only the yellow bibs.</textarea>" in page
