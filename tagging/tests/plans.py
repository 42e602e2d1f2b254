"""How PostgreSQL runs what a query asks."""

from collections.abc import Callable

from django.db import connection
from django.test.utils import CaptureQueriesContext


def plans_of(query: Callable[[], object]) -> list[str]:
    """Return the plan of each statement of a query, by an index where one serves it."""
    with CaptureQueriesContext(connection) as asked:
        query()
    plans = []
    with connection.cursor() as cursor:
        # Tables of a few rows are read as a whole otherwise.
        cursor.execute("SET LOCAL enable_seqscan = off")
        for each in asked.captured_queries:
            cursor.execute(f"EXPLAIN {each['sql']}")
            plans.append("\n".join(row[0] for row in cursor.fetchall()))
    return plans
