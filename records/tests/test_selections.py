"""Queries of the ORM that are written once."""

import pytest
from django.contrib.auth.models import Group, Permission
from django.db.models import Count
from django.db.transaction import TransactionManagementError
from pytest_django import DjangoAssertNumQueries

from recognition.models import Photo
from recognition.tests.factories import PhotoFactory
from records.selections import Selection

pytestmark = pytest.mark.django_db

NAMED = Selection(lambda name: Group.objects.filter(name=name))


def test_gives_what_the_query_gives_for_each_value():
    one, two = (Group.objects.create(name=name) for name in ("one", "two"))

    assert NAMED(name="one") == [one]
    assert NAMED.first(name="two") == two
    assert NAMED.first(name="three") is None


def test_reads_every_field_as_the_query_does():
    photo = PhotoFactory.create(custom_tags=["finish"])
    selection = Selection(lambda photo_id: Photo.objects.with_album().filter(pk=photo_id))

    read, by_query = selection.first(photo_id=photo.pk), Photo.objects.get(pk=photo.pk)

    for field in Photo._meta.concrete_fields:
        assert getattr(read, field.attname) == getattr(by_query, field.attname)


def test_reads_along_what_is_named(django_assert_num_queries: DjangoAssertNumQueries):
    photo = PhotoFactory.create()
    selection = Selection(lambda photo_id: Photo.objects.with_album().filter(pk=photo_id))

    with django_assert_num_queries(1):
        read = selection.first(photo_id=photo.pk)
        assert read is not None
        assert (read.album, read.album.tenant) == (photo.album, photo.album.tenant)
        assert read.album.face_account is None


def test_reads_annotations():
    group = Group.objects.create(name="one")
    group.permissions.add(*Permission.objects.order_by("pk")[:3])
    counted = Selection(
        lambda name: Group.objects.filter(name=name).annotate(held=Count("permissions"))
    )

    found = counted.first(name="one")

    assert found is not None
    assert found.held == 3  # type: ignore[attr-defined]


@pytest.mark.django_db(transaction=True)
def test_locks_inside_a_transaction_only():
    Group.objects.create(name="one")
    locked = Selection(lambda name: Group.objects.filter(name=name).select_for_update())

    with pytest.raises(TransactionManagementError):
        locked(name="one")
