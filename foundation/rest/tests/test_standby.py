"""A server that is a standby refuses to write: the primary is another one, or soon will be."""

import pytest
from django.db import InternalError, connection, transaction

from foundation.records.database import is_away
from foundation.rest.problems import problem_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def refused() -> InternalError:
    """The error of a statement that writes in a session that may only read."""
    with pytest.raises(InternalError) as caught:
        write_where_nothing_may_be_written()
    return caught.value


def write_where_nothing_may_be_written() -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION READ ONLY")
        cursor.execute("DELETE FROM django_session")


def test_counts_as_a_database_that_is_away(refused: InternalError):
    assert is_away(refused)


def test_is_answered_as_one_that_is_away(refused: InternalError):
    problem = problem_of(refused)

    assert problem is not None
    assert problem.status == 503


def test_another_internal_error_is_a_fault_of_ours():
    assert problem_of(InternalError("a fault")) is None
