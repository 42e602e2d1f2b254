"""Connections that leave the pool: those that the server has closed are replaced."""

from collections.abc import Iterator
from typing import Any

import psycopg
import pytest
from django.conf import settings
from django.db import connection

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(
        settings.DATABASE_TRANSACTION_POOLING, reason="a pooler shares out the sessions"
    ),
]


@pytest.fixture(autouse=True)
def _an_empty_pool() -> None:
    connection.close()
    connection.close_pool()  # type: ignore[attr-defined]


@pytest.fixture
def other() -> Iterator["psycopg.Connection[Any]"]:
    """A connection of another process."""
    database = connection.get_connection_params()
    names = ("dbname", "user", "password", "host", "port")
    kept = {name: database[name] for name in names if name in database}
    with psycopg.connect(autocommit=True, **kept) as opened:
        yield opened


def test_one_that_lives_is_used_again():
    first = session()

    assert session() == first


def test_one_that_the_server_has_ended_is_replaced(other: "psycopg.Connection[Any]"):
    ended = session()
    other.execute("SELECT pg_terminate_backend(%s, 5000)", [ended])

    assert session() not in (ended, None)


def test_one_to_which_the_server_has_said_something_stays(other: "psycopg.Connection[Any]"):
    """Unasked, as when a setting changes."""
    first = session()
    with connection.cursor() as cursor:
        cursor.execute("LISTEN something")
    connection.close()
    other.execute("SELECT pg_notify('something', 'else')")

    assert session() == first


def session() -> int:
    """Return the process id of a pooled connection's session, and give the connection back."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        [number] = cursor.fetchone()
    connection.close()
    return int(number)
