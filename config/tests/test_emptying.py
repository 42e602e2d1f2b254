"""Emptying the database after a test that commits…"""

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.core.management import call_command
from django.db import connection
from django.utils import timezone

from activities.tests.factories import ActivityFactory
from config.tests.emptying import MADE, _tables
from foundation.records.models import AuditEntry
from recognition.tests.factories import CallbackFactory

pytestmark = pytest.mark.django_db(transaction=True)


def filled() -> set[str]:
    """Return the tables that have rows."""
    models = apps.get_models(include_auto_created=True)
    return {each._meta.db_table for each in models if each._base_manager.exists()}


def test_leaves_what_migrating_makes_and_nothing_else() -> None:
    call_command("flush", interactive=False, verbosity=0)  # the first one of a process is Django's
    made = filled()
    ActivityFactory.create()
    CallbackFactory.create()
    User.objects.create_superuser("boss")
    AuditEntry.objects.create(occurred_on=timezone.now(), actor="boss", action="changed")
    assert len(filled() - made) > 5

    call_command("flush", interactive=False, verbosity=0)

    assert filled() == made
    assert made <= set(MADE)


def test_no_table_that_models_do_not_name_refers_to_an_emptied_one() -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT conrelid::regclass::text, confrelid::regclass::text FROM pg_constraint "
            "WHERE contype = 'f' AND conparentid = 0"
        )
        references = cursor.fetchall()

    emptied = set(_tables())
    # If a row of MADE is added, Django's own flush empties all.
    assert {one for one, other in references if other in emptied} <= emptied | set(MADE)
    assert references
