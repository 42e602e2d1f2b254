"""Statements that are written once."""

import pytest
from django.db import IntegrityError, ProgrammingError, connection
from pytest_django import DjangoAssertNumQueries

from records.statements import Statement

pytestmark = pytest.mark.django_db


def test_gives_rows_for_values_by_name_each_used_as_often_as_named():
    doubled = Statement("SELECT %(one)s::int + %(two)s::int, %(one)s::int, '7%%'")

    assert doubled.rows(two=2, one=1) == [(3, 1, "7%")]
    assert doubled.rows(two=5, one=4) == [(9, 4, "7%")]


def test_says_how_many_rows_it_found():
    assert Statement("SELECT generate_series(1, %(last)s::int)").execute(last=4) == 4


def test_takes_values_as_values():
    quoted = "'; DROP TABLE auth_group; --"

    assert Statement("SELECT %(text)s::text").rows(text=quoted) == [(quoted,)]


def test_is_planned_once_a_connection():
    counting = Statement("SELECT %(number)s::int + 40")

    for number in range(3):
        counting.rows(number=number)

    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_prepared_statements WHERE statement LIKE '%+ 40'")
        assert cursor.fetchone() == (1,)


def test_counts_as_any_statement(django_assert_num_queries: DjangoAssertNumQueries):
    with django_assert_num_queries(1):
        Statement("SELECT %(number)s::int").rows(number=1)


def test_fails_as_any_statement_does():
    taken = Statement("INSERT INTO auth_group (name) VALUES (%(name)s)")
    taken.execute(name="one")

    with pytest.raises(IntegrityError):
        taken.execute(name="one")


def test_names_what_is_wrong_with_it():
    with pytest.raises(ProgrammingError, match="no_such_table"):
        Statement("SELECT 1 FROM no_such_table").rows()
