"""On staff's pages of quality…"""

from decimal import Decimal
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from foundation.rest.tests.staff import signed_in
from foundation.staff.links import address_of_list, address_of_page
from foundation.staff.tests.staff_pages import save
from tagging.models import AlbumQuality, Comparison, KnownAnswer, TaggingTask
from tagging.tests.calls.tasks import results_sent
from tagging.tests.factories import ask_for_tagging, new_photo
from tagging.tests.quality.checks import (
    CUSTOM,
    checked_album,
    disagreement,
    first_reading,
    known_photo,
    second_reading,
    second_task_of,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def manager(client: Client) -> Client:
    """A client signed in as staff who manage tagging."""
    return signed_in(client, "tagging.manage", name="meg")


def add(staff: Client, model: Any, **fields: Any) -> Any:
    address = reverse(f"admin:tagging_{model._meta.model_name}_add")
    assert staff.get(address, secure=True).status_code == 200
    return staff.post(address, fields, secure=True, follow=True)


def settle(staff: Client, comparison: Comparison, decision: str, **fields: str) -> Any:
    address = reverse("admin:tagging_settle_disagreement", args=[comparison.pk])
    return staff.post(address, {"decision": decision, **fields}, secure=True, follow=True)


def test_a_wanted_certainty_is_set_and_ended_and_refused_out_of_range(manager):
    album = checked_album(second="0.5")
    shares = {"second_reading_share": "0.5", "known_answer_share": "0"}

    found = []
    for wanted in ("0.98", "1", "0.5", ""):
        save(manager, AlbumQuality.objects.get(), **shares, wanted_certainty=wanted)
        found.append(AlbumQuality.objects.get(pk=album.pk).wanted_certainty)

    assert found == [Decimal("0.98"), Decimal("0.98"), Decimal("0.98"), None]


def test_how_sure_a_photo_is_stands_with_its_tasks_and_its_disagreement(manager):
    first = first_reading("12", album=checked_album(certainty="0.98"))
    before = manager.get(address_of_page(TaggingTask, first.pk), secure=True).content.decode()

    second = second_reading(first, "13")
    pages = [
        manager.get(address_of_page(model, found), secure=True).content.decode()
        for model, found in ((TaggingTask, second.pk), (Comparison, first.pk))
    ]

    asked = "98.0 % wanted: another reading was asked for."
    assert f"95.0 % sure after 1 reading, {asked}" in before
    assert all(f"sure after 2 readings, {asked}" in page for page in pages)


def test_a_photo_is_marked_with_what_is_on_it_or_refused_with_the_reason(manager):
    photo = new_photo(checked_album())

    answer = add(manager, KnownAnswer, photo_id=str(photo.pk), numbers="7a", custom_tags="")
    assert "NotANumber" in answer.content.decode()
    assert not KnownAnswer.objects.exists()
    add(manager, KnownAnswer, photo_id=str(photo.pk), numbers="7, 12  8", custom_tags=CUSTOM)

    known = KnownAnswer.objects.get(pk=photo.pk)
    assert (known.numbers, known.custom_tags) == (["12", "7", "8"], [CUSTOM])
    assert (known.marked_by, known.is_active) == ("meg", True)


def test_known_photos_are_unmarked(manager):
    photo = known_photo(checked_album(), "7")
    chosen = {"action": "unmark", "_selected_action": [str(photo.pk)]}

    address = address_of_list(KnownAnswer)
    asked = manager.post(address, chosen, secure=True).content.decode()
    manager.post(address, {**chosen, "confirmed": "yes"}, secure=True, follow=True)

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
def test_a_disagreement_is_settled_with_one_click_or_two_for_no_number(
    manager, decision, typed, right
):
    found = disagreement()

    answer = settle(manager, found, decision, numbers=typed, custom_tags="")
    if not right:
        found.refresh_from_db()
        assert found.settled_on is None
        assert "No number on this photo?" in answer.content.decode()
        assert "First reading: 12 " in answer.content.decode()
        settle(manager, found, decision, numbers=typed, custom_tags="", confirmed="yes")

    found.refresh_from_db()
    assert (found.settled_by, found.settled_numbers) == ("meg", right)
    assert [tag["value"] for tag in results_sent()[-1]["tags"]] == right
    said = f"Settled and sent to the photo service: {', '.join(right)}."
    assert not right or said in answer.content.decode()


def test_an_unknown_decision_or_disagreement_is_not_found(manager):
    found = disagreement()

    assert settle(manager, found, "both").status_code == 404
    assert settle(manager, Comparison(pk=uuid4()), "first").status_code == 404
    address = reverse("admin:tagging_settle_disagreement", args=[found.pk])
    assert manager.get(address, secure=True).status_code == 405

    found.refresh_from_db()
    assert found.settled_on is None


def test_a_second_reading_is_cancelled_without_the_photo_s_other_task(manager):
    first = first_reading("12")
    waiting = ask_for_tagging(first.photo)
    second = second_task_of(first)
    chosen = {"action": "cancel", "_selected_action": [str(second.pk)], "confirmed": "yes"}

    manager.post(address_of_list(TaggingTask), chosen, secure=True, follow=True)

    reading = TaggingTask.objects.get(photo=waiting, purpose="Reading", state="Open")
    second.refresh_from_db()
    waiting.refresh_from_db()
    assert (second.state, second.history.latest("pk").actor) == ("Cancelled", "meg")
    assert waiting.tagging_task_id == reading.pk


def test_a_settled_disagreement_is_reopened(manager):
    found = disagreement()
    settle(manager, found, "first")
    page = manager.get(address_of_page(Comparison, found.pk), secure=True).content.decode()
    reopen = reverse("admin:tagging_reopen_disagreement", args=[found.pk])

    assert f'action="{reopen}"' in page
    again = manager.post(reopen, secure=True, follow=True).content.decode()

    found.refresh_from_db()
    assert found.settled_on is None
    assert "Reopened." in again
    assert "First reading is right" in again
