"""On staff's pages of quality…"""

import html
import re
from decimal import Decimal
from typing import Any
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from foundation.rest.tests.staff import signed_in
from foundation.staff.display import address_of_list, address_of_page
from foundation.staff.tests.staff_pages import save
from recognition.models import Photo
from tagging.models import AlbumQuality, Comparison, KnownAnswer, TaggingTask
from tagging.tests.calls.works import results_sent
from tagging.tests.factories import ask_for_tagging, new_photo
from tagging.tests.quality.checks import (
    CUSTOM,
    checked_album,
    disagreement,
    first_reading,
    known_photo,
    mark,
    second_reading,
    second_task_of,
    settled_disagreement,
)

pytestmark = pytest.mark.django_db


def add(staff: Client, model: Any, **fields: Any) -> Any:
    address = reverse(f"admin:tagging_{model._meta.model_name}_add")
    assert staff.get(address, secure=True).status_code == 200
    return staff.post(address, fields, secure=True, follow=True)


def settle(staff: Client, comparison: Comparison, decision: str, **fields: str) -> Any:
    address = reverse("admin:tagging_settle_disagreement", args=[comparison.pk])
    return staff.post(address, {"decision": decision, **fields}, secure=True, follow=True)


def test_a_wanted_certainty_is_set_and_ended_and_refused_out_of_range(meg):
    album = checked_album(second="0.5")
    shares = {"second_reading_share": "0.5", "known_answer_share": "0"}

    found = []
    for wanted in ("0.98", "1", "0.5", ""):
        save(meg, AlbumQuality.objects.get(), **shares, wanted_certainty=wanted)
        found.append(AlbumQuality.objects.get(pk=album.pk).wanted_certainty)

    assert found == [Decimal("0.98"), Decimal("0.98"), Decimal("0.98"), None]


def test_how_sure_a_photo_is_stands_with_its_tasks_and_its_disagreement(meg):
    first = first_reading("12", album=checked_album(certainty="0.98"))
    before = meg.get(address_of_page(TaggingTask, first.pk), secure=True).content.decode()

    second = second_reading(first, "13")
    pages = [
        meg.get(address_of_page(model, found), secure=True).content.decode()
        for model, found in ((TaggingTask, second.pk), (Comparison, first.pk))
    ]

    asked = "98.0 % wanted: another reading was asked for."
    assert f"95.0 % sure after 1 reading, {asked}" in before
    assert all(f"sure after 2 readings, {asked}" in page for page in pages)


def test_a_photo_is_marked_with_what_is_on_it_or_refused_with_the_reason(meg):
    photo = new_photo(checked_album())

    answer = add(meg, KnownAnswer, photo_id=str(photo.pk), numbers="7a", custom_tags="")
    assert "7a is not a number." in answer.content.decode()
    assert not KnownAnswer.objects.exists()
    add(meg, KnownAnswer, photo_id=str(photo.pk), numbers="7, 12  8", custom_tags=CUSTOM)

    known = KnownAnswer.objects.get(pk=photo.pk)
    assert (known.numbers, known.custom_tags) == (["12", "7", "8"], [CUSTOM])
    assert (known.marked_by, known.is_active) == ("meg", True)


def test_a_photo_s_page_names_what_each_tagger_read(meg):
    task = first_reading()
    second_reading(task, "7", "?5")

    page = meg.get(address_of_page(Photo, task.photo_id), secure=True).content.decode()

    found = re.findall(r'<a[^>]*href="[^"]*taggingtask[^"]*"[^>]*>([^<]+)</a>: ([^<]+)<', page)
    assert [read for _, read in found] == ["no number", "7, ?5"]


def test_known_photos_are_unmarked(meg):
    photo = known_photo(checked_album(), "7")
    chosen = {"action": "unmark", "_selected_action": [str(photo.pk)]}

    address = address_of_list(KnownAnswer)
    asked = meg.post(address, chosen, secure=True).content.decode()
    meg.post(address, {**chosen, "confirmed": "yes"}, secure=True, follow=True)

    assert "1 photo is unmarked." in asked
    assert KnownAnswer.objects.get().is_active is False


@pytest.mark.parametrize(
    ("decision", "typed", "right"),
    [
        ("first", "14 15", ["12"]),
        ("second", "14 15", ["13"]),
        ("typed", "14 015", ["14", "15"]),
        ("typed", "", []),
    ],
)
def test_a_disagreement_is_settled_with_one_click_or_two_for_no_number(meg, decision, typed, right):
    found = disagreement()

    answer = settle(meg, found, decision, numbers=typed)
    if not right:
        found.refresh_from_db()
        assert found.settled_on is None
        assert "No number on this photo?" in answer.content.decode()
        assert "First reading: 12 " in answer.content.decode()
        settle(meg, found, decision, numbers=typed, confirmed="yes")

    found.refresh_from_db()
    assert (found.settled_by, found.settled_numbers) == ("meg", right)
    assert [tag["value"] for tag in results_sent()[-1]["tags"]] == right
    said = f"Settled and sent to the photo service: {', '.join(right)}."
    assert not right or said in answer.content.decode()


def test_an_unknown_decision_or_disagreement_is_not_found(meg):
    found = disagreement()

    assert settle(meg, found, "both").status_code == 404
    assert settle(meg, Comparison(pk=uuid4()), "first").status_code == 404
    address = reverse("admin:tagging_settle_disagreement", args=[found.pk])
    assert meg.get(address, secure=True).status_code == 405

    found.refresh_from_db()
    assert found.settled_on is None


def test_a_second_reading_is_cancelled_without_the_photo_s_other_task(meg):
    first = first_reading("12")
    waiting = ask_for_tagging(first.photo)
    second = second_task_of(first)
    chosen = {"action": "cancel", "_selected_action": [str(second.pk)], "confirmed": "yes"}

    meg.post(address_of_list(TaggingTask), chosen, secure=True, follow=True)

    reading = TaggingTask.objects.get(photo=waiting, purpose="Reading", state="Open")
    second.refresh_from_db()
    waiting.refresh_from_db()
    assert (second.state, second.history.latest("pk").actor) == ("Cancelled", "meg")
    assert waiting.tagging_task_id == reading.pk


def test_a_settled_disagreement_is_reopened(meg):
    found = disagreement()
    settle(meg, found, "first")
    page = meg.get(address_of_page(Comparison, found.pk), secure=True).content.decode()
    reopen = reverse("admin:tagging_reopen_disagreement", args=[found.pk])

    assert f'action="{reopen}"' in page
    again = meg.post(reopen, secure=True, follow=True).content.decode()

    found.refresh_from_db()
    assert found.settled_on is None
    assert "Reopened." in again
    assert "First reading is right" in again


def sent(staff: Client, text: str, **fields: str) -> str:
    """Choose a file for the page of known answers, and confirm what it shows."""
    address = address_of_list(KnownAnswer) + "import/"
    file = SimpleUploadedFile("known.csv", text.encode())
    shown = staff.post(address, {"file": file, **fields}, secure=True).content.decode()
    kept = re.findall(r'type="hidden" name="([^"]+)" value="([^"]*)"', shown)
    given = {name: value for name, value in kept if name != "csrfmiddlewaretoken"}
    if "Mark 2 photos" in shown:
        done = staff.post(address, {**given, "confirmed": "yes"}, secure=True, follow=True)
        return shown + done.content.decode()
    return shown


def test_photos_are_marked_from_a_file_by_id_or_name(meg):
    album = checked_album()
    one, two = (
        new_photo(album, image_url=f"https://p.example.org/{name}?size=2")
        for name in ("IMG_1.JPG", "IMG_12.JPG")
    )
    known_photo(album, "9")

    page = sent(meg, f"photo;numbers;customTags\r\n{one.pk};7 8;{CUSTOM}\r\nimg_12;;\r\n")

    assert "IMG_1.JPG" in page
    assert "Marked: 2 photos." in page
    marked = {each.pk: each for each in KnownAnswer.objects.all()}
    assert (marked[one.pk].numbers, marked[one.pk].custom_tags) == (["7", "8"], [CUSTOM])
    assert (marked[two.pk].numbers, marked[two.pk].marked_by) == ([], "meg")


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("IMG_1.JPG;7", "the header is photo;numbers"),
        ("photo;numbers\n", "1 to 500 lines"),
        ("photo;numbers\nIMG_1.JPG;7;8;9", "more or fewer cells"),
        ("photo;numbers\nIMG_3.JPG;7", "There is no such photo."),
        ("photo;numbers\n;7", "There is no such photo."),
        ("photo;numbers\nIMG_1.JPG;7a", ">7a is not a number.<"),
        ("photo,numbers,customTags\nIMG_1.JPG,7,unknown", "The album has no custom tag unknown."),
        ("photo;numbers\nIMG_1.JPG;7\nimg_1;8", "Line 2 has the same photo."),
        ("photo;numbers\nIMG_2.JPG;7", "Several photos have this name: choose the album."),
    ],
)
def test_a_file_with_a_fault_marks_nothing(meg, text, fault):
    for name in ("IMG_1.JPG", "IMG_2.JPG", "IMG_2.JPG"):
        new_photo(checked_album(), image_url=f"https://p.example.org/{name}")

    assert fault in sent(meg, text)
    assert not KnownAnswer.objects.exists()


def test_a_photo_and_a_settled_disagreement_lead_to_the_page_that_marks_them(client):
    boss = signed_in(client, "tagging.manage", "recognition.manage", name="meg")
    found = settled_disagreement()
    photo = found.task.photo

    pages = [
        boss.get(address_of_page(type(record), record.pk), secure=True).content.decode()
        for record in (found, photo)
    ]
    [address] = {
        html.unescape(each) for page in pages
        for each in re.findall(r'href="([^"]*knownanswer/add[^"]*)"', page)
    }  # fmt: skip
    filled_in = boss.get(address, secure=True).content.decode()
    mark(photo, "13")
    page = boss.get(address_of_page(Photo, photo.pk), secure=True).content.decode()

    assert 'value="13"' in filled_in
    assert address_of_page(KnownAnswer, photo.pk) in page
