"""Inserts and updates of a few records."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import Group
from django.db import DatabaseError, IntegrityError
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from messaging.models import DestinationKind, OutboxMessage
from recognition.models import Photo
from recognition.tests.factories import PhotoFactory
from records.writing import FEW, insert_few, update_row

pytestmark = pytest.mark.django_db


def message(key: str) -> OutboxMessage:
    return OutboxMessage(
        kind=DestinationKind.PEER, destination="p", lane="peer:p", key=key, body={"a": [1, None]}
    )


@pytest.mark.parametrize("count", [0, 1, 2, FEW, FEW + 1])
def test_inserts_records_and_sets_their_keys(
    count: int, django_assert_num_queries: DjangoAssertNumQueries
):
    messages = [message(str(place)) for place in range(count)]

    with django_assert_num_queries(min(count, 1)):
        insert_few(messages)

    stored = OutboxMessage.objects.order_by("pk")
    assert [(one.pk, one.key, one.body) for one in stored] == [
        (one.pk, one.key, one.body) for one in messages
    ]


def test_leaves_to_the_database_what_has_no_value():
    insert_few([message("1")])

    assert OutboxMessage.objects.get().due_on - timezone.now() < timedelta(minutes=1)


def test_stores_a_value_in_place_of_the_databases_default():
    later = timezone.now() + timedelta(days=1)
    delayed = message("1")
    delayed.due_on = later

    insert_few([delayed])

    assert OutboxMessage.objects.get().due_on == later


def test_refuses_a_record_that_is_there():
    insert_few([Group(name="one")])

    with pytest.raises(IntegrityError):
        insert_few([Group(name="one")])


def test_updates_the_named_fields_alone():
    photo = PhotoFactory.create(image_url="https://a.example/1.jpg")
    photo.custom_tags, photo.image_url = ["finish"], "https://b.example/2.jpg"

    update_row(photo, ["custom_tags"])

    stored = Photo.objects.get(pk=photo.pk)
    assert (stored.custom_tags, stored.image_url) == (["finish"], "https://a.example/1.jpg")


def test_says_that_the_row_is_gone():
    photo = PhotoFactory.create()
    Photo.objects.filter(pk=photo.pk).delete()

    with pytest.raises(DatabaseError, match="gone"):
        update_row(photo, ["state"])
