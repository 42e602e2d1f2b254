"""The page of a disagreement…"""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from foundation.staff.display import address_of_list, address_of_page
from recognition.console.states_and_pictures import picture_address
from recognition.models import Photo
from recognition.wire.picture_copies import PictureSize
from tagging.models import Comparison, TaggingTask
from tagging.tests.admin.pages import page_of, post
from tagging.tests.factories import new_tagator
from tagging.tests.quality.checks import (
    CUSTOM,
    disagreement,
    first_reading,
    read,
    second_task_of,
    take,
)

pytestmark = pytest.mark.django_db

BOX = {"left": 0.2, "top": 0.2, "width": 0.2, "height": 0.2}


def settle(staff: Client, found: Comparison, decision: str, **typed: str) -> Any:
    address = reverse("admin:tagging_settle_disagreement", args=[found.pk])
    return post(staff, address, decision=decision, **typed)


def test_shows_the_picture_from_our_copies_with_its_boxes(manager: Client):
    found = disagreement()
    number = found.task.photo.numbers.create(value="77", source="Provider", box=BOX)

    page = page_of(manager, found)

    assert picture_address(found.task.photo_id, PictureSize.PAGE) in page
    assert f'id="box-number-{number.pk}"' in page
    assert 'data-act="larger"' in page


def test_keeps_what_was_typed_when_it_is_refused(manager: Client):
    found = disagreement()

    answer = settle(manager, found, "typed", numbers="14 15x", custom_tags="finish")

    page = answer.content.decode()
    assert answer.redirect_chain == []
    assert 'value="14 15x"' in page
    assert [box["value"] for box in checked(page)] == ["finish"]
    assert "checks. 15x is not a number." in page


def checked(page: str) -> list[dict[str, str]]:
    """Return the attributes of the ticked boxes of a page's form."""
    boxes = re.findall(r'<input type="checkbox" name="custom_tags"[^>]*checked[^>]*>', page)
    return [dict(re.findall(r'([a-z_]+)="([^"]*)"', box)) for box in boxes]


def second_task_in_hand(task: TaggingTask) -> TaggingTask:
    take(new_tagator())
    return second_task_of(task)


def test_marks_what_differs_and_is_filled_with_what_either_has(manager: Client):
    task = first_reading("12", "7")
    read(second_task_in_hand(task), "12", "13", custom_tags=[CUSTOM])

    page = page_of(manager, Comparison.objects.get())

    assert re.findall(r"<mark[^>]*>(.*?)</mark>", page) == ["7", "13", CUSTOM]
    assert 'value="7 12 13"' in page
    assert [box["value"] for box in checked(page)] == [CUSTOM]


def test_sends_the_typed_numbers_with_the_ticked_tags(manager: Client):
    found = disagreement()

    settle(manager, found, "typed", numbers="12 13", custom_tags=CUSTOM)

    found.refresh_from_db()
    assert (found.settled_numbers, found.settled_custom_tags) == (["12", "13"], [CUSTOM])


def test_is_seen_again_when_it_is_settled(manager: Client):
    found = disagreement()
    settle(manager, found, "second")

    late = settle(manager, found, "first").content.decode()
    to_settle = manager.get(address_of_list(Comparison), secure=True)
    settled = manager.get(address_of_list(Comparison, state="settled"), secure=True)
    page = page_of(manager, found)

    assert "The disagreement was settled with other numbers." in late
    assert "Settled:" in late
    assert list(to_settle.context["cl"].result_list) == []
    assert list(settled.context["cl"].result_list) == [found]
    assert "13, by meg on" in settled.content.decode()
    assert "13, by meg on" in page
    assert "is right" not in page


def test_leads_to_the_next_one_when_it_is_settled(manager: Client):
    first, second = disagreement(), disagreement()

    answer = settle(manager, first, "first")
    last = settle(manager, second, "second")

    assert answer.redirect_chain == [(address_of_page(Comparison, second.pk), 302)]
    assert last.redirect_chain == [(address_of_list(Comparison), 302)]


def test_of_a_deleted_photo_shows_no_picture(manager: Client):
    found = disagreement()
    Photo.objects.filter(pk=found.task.photo_id).update(state="Deleted")

    page = page_of(manager, found)

    assert "The photo was deleted" in page
    assert "is right" not in page
