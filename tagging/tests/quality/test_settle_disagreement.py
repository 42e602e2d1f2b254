"""Settling a disagreement, by the command and on its page…"""

import re
from functools import partial
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.test import Client
from django.urls import reverse

from foundation.messaging.tests.play.racing import at_once, or_code, race
from foundation.records.audit import Actor
from foundation.records.models import AuditEntry
from foundation.staff.display import address_of_list, address_of_page
from recognition.console.states_and_pictures import picture_address
from recognition.models import Photo, PhotoState
from recognition.processing.correcting import PhotoDeleted
from recognition.processing.reported import PhotoNotWaiting
from recognition.wire.picture_copies import PictureSize
from tagging.models import Comparison, TaggingTask, TaggingTaskState
from tagging.quality.commands import (
    DisagreementNotFound,
    DisagreementSettled,
    NoDisagreement,
    ReopenDisagreementCommand,
    reopen_disagreement,
)
from tagging.quality.queries import get_tagator_quality, list_open_disagreements
from tagging.tests.admin.pages import page_of, post
from tagging.tests.calls.works import results_sent
from tagging.tests.factories import delete, new_tagator
from tagging.tests.quality.checks import (
    CUSTOM,
    disagreement,
    first_reading,
    read,
    read_again,
    reopen,
    second_reading,
    second_task_of,
    settle,
    take,
)

pytestmark = pytest.mark.django_db


def assert_open(comparison: Comparison, sent: int = 1) -> None:
    comparison.refresh_from_db()
    assert (comparison.settled_on, comparison.settled_numbers) == (None, None)
    assert len(results_sent()) == sent


def test_sends_the_right_numbers_once_with_the_next_version_and_takes_it_off_the_list():
    found = disagreement()
    assert list(list_open_disagreements()) == [found]

    settled, again = (settle(found.pk, "012", "13", custom_tags=[CUSTOM]) for _ in range(2))
    with pytest.raises(DisagreementSettled):
        settle(found.pk, "12")

    first, last = results_sent()
    assert last["version"] > first["version"]
    assert [tag["value"] for tag in last["tags"]] == ["12", "13"]
    assert last["customTags"] == [CUSTOM]
    photo = Photo.objects.get(pk=found.task.photo_id)
    assert (photo.state, photo.custom_tags) == (PhotoState.PROCESSED, [CUSTOM])
    assert (settled.settled_by, settled.settled_numbers) == ("meg", ["12", "13"])
    assert again.settled_on == settled.settled_on is not None
    assert not list_open_disagreements().exists()


def reopen_it(task_id: UUID) -> Comparison:
    return reopen_disagreement(ReopenDisagreementCommand(task_id=task_id, by=Actor("meg")))


def test_can_be_taken_back_and_decided_otherwise_and_the_quality_follows():
    found = disagreement()
    right, wrong = found.first_tagator_id, found.second_tagator_id
    assert wrong is not None
    settle(found.pk, "13")
    assert get_tagator_quality(wrong, None, None).settled_right == 1

    reopen_it(found.pk)
    reopen_it(found.pk)

    found.refresh_from_db()
    assert list(list_open_disagreements()) == [found]
    assert (found.settled_on, found.settled_by, found.settled_numbers) == (None, "", None)
    assert get_tagator_quality(wrong, None, None).settled_right == 0
    assert len(results_sent()) == 2
    settle(found.pk, "12")
    assert get_tagator_quality(right, None, None).settled_right == 1
    assert [tag["value"] for tag in results_sent()[-1]["tags"]] == ["12"]
    actions = AuditEntry.objects.filter(action__contains="disagreement").order_by("pk")
    assert list(actions.values_list("action", flat=True)) == [
        "Settled a disagreement", "Reopened a disagreement", "Settled a disagreement"
    ]  # fmt: skip


def test_of_an_unknown_task_is_refused():
    with pytest.raises(DisagreementNotFound):
        settle(uuid4(), "12")


def test_where_the_readings_agree_or_one_is_to_come_is_refused():
    task = first_reading("12")

    with pytest.raises(NoDisagreement):
        settle(task.pk, "12")
    second_reading(task, "12")
    with pytest.raises(NoDisagreement):
        settle(task.pk, "12")

    assert_open(Comparison.objects.get())


def test_of_a_deleted_photo_is_refused_and_not_listed():
    found = disagreement()
    photo = found.task.photo
    delete(photo)
    sent = len(results_sent())

    with pytest.raises(PhotoDeleted):
        settle(found.pk, "12")

    assert_open(found, sent)
    assert not list_open_disagreements().exists()


def test_leaves_no_reading_to_reopen():
    found = disagreement()
    settle(found.pk, "13")

    with pytest.raises(PhotoNotWaiting):
        reopen(found.task)

    found.task.refresh_from_db()
    assert found.task.state == TaggingTaskState.COMPLETED


@pytest.mark.django_db(transaction=True)
def test_twice_at_once_decides_once():
    found = disagreement()

    outcomes = at_once(*(or_code(partial(settle, found.pk, number)) for number in ("12", "13")))

    found.refresh_from_db()
    refused = [each for each in outcomes if isinstance(each, str)]
    assert refused == [DisagreementSettled.code]
    assert [tag["value"] for tag in results_sent()[-1]["tags"]] == found.settled_numbers
    assert len(results_sent()) == 2


@pytest.mark.django_db(transaction=True)
def test_is_refused_where_the_readings_come_to_agree_at_that_moment():
    found = disagreement()

    refused = race(lambda: read_again(found.task, "13"), lambda: settle(found.pk, "12"))

    assert isinstance(refused, NoDisagreement)
    assert_open(found, sent=2)


BOX = {"left": 0.2, "top": 0.2, "width": 0.2, "height": 0.2}


def settle_on_page(staff: Client, found: Comparison, decision: str, **typed: str) -> Any:
    address = reverse("admin:tagging_settle_disagreement", args=[found.pk])
    return post(staff, address, decision=decision, **typed)


def test_on_the_page_shows_the_picture_from_our_copies_with_its_boxes(meg: Client):
    found = disagreement()
    number = found.task.photo.numbers.create(value="77", source="Provider", box=BOX)

    page = page_of(meg, found)

    assert picture_address(found.task.photo_id, PictureSize.PAGE) in page
    assert f'id="box-number-{number.pk}"' in page
    assert 'data-act="larger"' in page


def test_on_the_page_keeps_what_was_typed_when_it_is_refused(meg: Client):
    found = disagreement()

    answer = settle_on_page(meg, found, "typed", numbers="14 15x", custom_tags="finish")

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


def test_on_the_page_marks_what_differs_and_is_filled_with_what_either_has(meg: Client):
    task = first_reading("12", "7")
    read(second_task_in_hand(task), "12", "13", custom_tags=[CUSTOM])

    page = page_of(meg, Comparison.objects.get())

    assert re.findall(r"<mark[^>]*>(.*?)</mark>", page) == ["7", "13", CUSTOM]
    assert 'value="7 12 13"' in page
    assert [box["value"] for box in checked(page)] == [CUSTOM]


def test_on_the_page_sends_the_typed_numbers_with_the_ticked_tags(meg: Client):
    found = disagreement()

    settle_on_page(meg, found, "typed", numbers="12 13", custom_tags=CUSTOM)

    found.refresh_from_db()
    assert (found.settled_numbers, found.settled_custom_tags) == (["12", "13"], [CUSTOM])


def test_on_the_page_is_seen_again_when_it_is_settled(meg: Client):
    found = disagreement()
    settle_on_page(meg, found, "second")

    late = settle_on_page(meg, found, "first").content.decode()
    to_settle = meg.get(address_of_list(Comparison), secure=True)
    settled = meg.get(address_of_list(Comparison, state="settled"), secure=True)
    page = page_of(meg, found)

    assert "The disagreement was settled with other numbers." in late
    assert "Settled:" in late
    assert list(to_settle.context["cl"].result_list) == []
    assert list(settled.context["cl"].result_list) == [found]
    assert "13, by meg on" in settled.content.decode()
    assert "13, by meg on" in page
    assert "is right" not in page


def test_on_the_page_leads_to_the_next_one_when_it_is_settled(meg: Client):
    first, second = disagreement(), disagreement()

    answer = settle_on_page(meg, first, "first")
    last = settle_on_page(meg, second, "second")

    assert answer.redirect_chain == [(address_of_page(Comparison, second.pk), 302)]
    assert last.redirect_chain == [(address_of_list(Comparison), 302)]


def test_on_the_page_of_a_deleted_photo_shows_no_picture(meg: Client):
    found = disagreement()
    Photo.objects.filter(pk=found.task.photo_id).update(state="Deleted")

    page = page_of(meg, found)

    assert "The photo was deleted" in page
    assert "is right" not in page
