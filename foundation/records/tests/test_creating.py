"""Inserting a record once."""

import pytest
from django.contrib.auth.models import Group
from django.db import IntegrityError, connection, transaction

from foundation.records.creating import insert_new, is_first

pytestmark = pytest.mark.django_db


def test_inserts_a_record_whose_keys_are_free():
    assert insert_new(Group(name="one"))

    assert Group.objects.filter(name="one").count() == 1


def test_leaves_a_record_with_the_same_key_and_the_transaction_usable():
    insert_new(Group(name="one"))

    assert not insert_new(Group(name="one"))

    assert Group.objects.filter(name="one").count() == 1


def test_raises_for_a_broken_rule_that_is_no_taken_key():
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE auth_group ADD CHECK (name <> 'refused')")

    with pytest.raises(IntegrityError, match="check constraint"):
        insert_new(Group(name="refused"))


def test_a_record_is_the_first_with_its_values_until_one_is_there():
    assert is_first(Group(name="one"), "name")
    insert_new(Group(name="one"))

    assert not is_first(Group(name="one"), "name")
    assert is_first(Group(name="two"), "name")
    assert is_first(Group(name="one"), "name", pk__lt=0)


@pytest.mark.django_db(transaction=True)
def test_a_record_is_the_first_only_within_a_transaction():
    with pytest.raises(transaction.TransactionManagementError):
        is_first(Group(name="one"), "name")
