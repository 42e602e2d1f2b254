"""The staff's first page groups failed photos: it…"""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from config.tests.dashboard.page import overview
from foundation.rest.roles import grant_role
from foundation.staff.dashboard import Figure
from recognition.console.processing_again import AT_ONCE, FAILED_AGAIN
from recognition.models import Photo
from recognition.tests.factories import AlbumFactory, PhotoFactory

pytestmark = pytest.mark.django_db

UNREADABLE = "Faces: The picture cannot be read."


def needs(staff: Client) -> list[Figure]:
    return list(overview(staff).context["needs"])


def failed(count: int, reason: str = UNREADABLE, **fields: object) -> list[Photo]:
    return PhotoFactory.create_batch(
        count, album__strategy="Number", state="Failed", reason_group=reason, **fields
    )


def test_names_the_most_frequent_reasons_first_and_all_others_in_one(staff: Client):
    for number in range(5):
        failed(5 - number, f"Reason {number}.")

    found = [(each.title, each.value, each.note) for each in needs(staff)]

    assert found[:3] == [
        ("Failed photos", str(5 - number), f"Reason {number}.") for number in range(3)
    ]
    assert found[3:] == [("Failed for other reasons", "3", "2 reasons")]


def test_by_reason_the_most_frequent_first_with_the_rows(staff: Client):
    failed(1, "Numbers: The provider does not answer.")
    photos = failed(2)

    found = needs(staff)

    assert [(each.title, each.value, each.note) for each in found] == [
        ("Failed photos", "2", UNREADABLE),
        ("Failed photos", "1", "Numbers: The provider does not answer."),
    ]
    listed = staff.get(found[0].link, secure=True).context["cl"].result_list
    assert {photo.pk for photo in listed} == {photo.pk for photo in photos}


def test_and_offers_to_process_those_of_a_reason_again(staff: Client):
    AlbumFactory.create()
    photos, (other,) = failed(3), failed(1, "Another reason.")
    todo = needs(staff)[0].todo
    assert todo
    asked = staff.get(todo.link, secure=True)
    assert "This processes <strong>3 photos</strong>" in asked.content.decode()

    form = {**dict(asked.context["hidden"]), "confirmed": "1"}
    form["_selected_action"] = [str(photo.pk) for photo in photos]
    answer = staff.post(asked.context["action_address"], form, secure=True, follow=True)

    assert "3 of the photos are processed again" in answer.content.decode()
    due = Photo.objects.exclude(numbers_next_attempt_on=None)
    assert {photo.pk for photo in due} == {photo.pk for photo in photos}
    assert other not in due
    assert AT_ONCE < 1000  # Django refuses a form of more fields


def test_but_not_for_who_may_only_look(client: Client):
    user = User.objects.create_user("look", is_staff=True)
    grant_role(user, "tagging.manage")
    client.force_login(user)
    failed(1)

    assert needs(client) == []
    assert client.get(reverse(FAILED_AGAIN), secure=True).status_code == 403
