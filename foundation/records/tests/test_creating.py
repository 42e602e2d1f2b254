"""Inserting a record once."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.db import IntegrityError, connection

from foundation.records.creating import insert_new, insert_unknown

pytestmark = pytest.mark.django_db
Insert = Callable[[Any], bool]
EITHER = pytest.mark.parametrize("insert", [insert_new, insert_unknown])


@EITHER
def test_inserts_a_record_whose_keys_are_free(insert: Insert):
    assert insert(Group(pk=1_000_000, name="one"))

    assert Group.objects.filter(name="one").count() == 1


@EITHER
def test_leaves_a_record_with_the_same_key_and_the_transaction_usable(insert: Insert):
    insert_new(Group(name="one"))

    assert not insert(Group(pk=1_000_000, name="one"))

    assert Group.objects.filter(name="one").count() == 1


@EITHER
def test_raises_for_a_broken_rule_that_is_no_taken_key(insert: Insert):
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE auth_group ADD CHECK (name <> 'refused')")

    with pytest.raises(IntegrityError, match="check constraint"):
        insert(Group(pk=1_000_000, name="refused"))
