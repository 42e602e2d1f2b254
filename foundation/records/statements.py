"""Statements that are texts of SQL: what they return, or how many rows they change."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import connection

Parameters = Sequence[Any] | Mapping[str, Any] | None


def fetch_rows(statement: str, parameters: Parameters = None) -> list[Any]:
    """Run a statement and return its rows."""
    with connection.cursor() as cursor:
        cursor.execute(statement, parameters)
        return list(cursor.fetchall())


def fetch_row(statement: str, parameters: Parameters = None) -> Any:
    """Run a statement and return its first row; None: it has none."""
    return next(iter(fetch_rows(statement, parameters)), None)


def run_statement(statement: str, parameters: Parameters = None) -> int:
    """Run a statement and return how many rows it changed."""
    with connection.cursor() as cursor:
        cursor.execute(statement, parameters)
        return int(cursor.rowcount)
