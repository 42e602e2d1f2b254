"""What the database read for a SELECT, from `EXPLAIN (ANALYZE, BUFFERS)`."""

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Reads:
    """What was read of one table, in all scans together.

    - `heap_rows`: rows that the scans read, also those that a filter removed, and also those that
      an index-only scan did not look up in the table.
    - `fetches`: lookups in the table; more than rows if the index still has old versions.
    - `milliseconds`: time of the whole statement inside the database.
    """

    scans: tuple[str, ...]
    heap_rows: int
    fetches: int
    buffers: int
    milliseconds: float

    def by_index(self) -> bool:
        """Return whether every scan follows an index, and so can stop at the limit."""
        return all(scan.startswith("Index ") for scan in self.scans)


@contextmanager
def explained(table: str, of: str = "") -> Iterator[list[Reads]]:
    """Collect the EXPLAIN of each SELECT on a table that the block executes.

    :param of: the table whose reads are collected, if it is another one that is joined.
    """
    from django.db import connection

    found: list[Reads] = []

    def explain(
        execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any
    ) -> Any:
        if sql.startswith("SELECT") and f'FROM "{table}"' in sql:
            with connection.cursor() as cursor:
                cursor.execute(f"EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) {sql}", params)
                [(plan,)] = cursor.fetchall()
            found.append(
                reads_of((plan if isinstance(plan, list) else json.loads(plan))[0], of or table)
            )
        return execute(sql, params, many, context)

    with connection.execute_wrapper(explain):
        yield found


@contextmanager
def explained_of(tables: Sequence[str]) -> Iterator[list[Reads]]:
    """Collect what each statement of the block reads of these tables."""
    from django.db import connection

    found: list[Reads] = []

    def explain(execute: Callable[..., Any], text: str, given: Any, *more: Any) -> Any:
        if any(each in text for each in tables):
            with connection.cursor() as cursor:
                cursor.cursor.execute(f"EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) {text}", given)
                [(plan,)] = cursor.fetchall()
            account = (plan if isinstance(plan, list) else json.loads(plan))[0]
            reads = [one for one in (reads_of(account, each) for each in tables) if one.scans]
            # The buffers are those of the whole statement.
            found.extend([*reads[:1], *(replace(one, buffers=0) for one in reads[1:])])
        return execute(text, given, *more)

    with connection.execute_wrapper(explain):
        yield found


def reads_of(account: dict[str, Any], table: str) -> Reads:
    """Return what EXPLAIN's JSON says about a table."""
    plan = account["Plan"]
    scans = [node for node in _nodes(plan) if node.get("Relation Name") == table]
    return Reads(
        scans=tuple(f"{node['Node Type']} {node.get('Index Name', '')}".rstrip() for node in scans),
        heap_rows=sum(_rows(node) for node in scans),
        fetches=sum(node.get("Heap Fetches", _rows(node)) for node in scans),
        buffers=plan["Shared Hit Blocks"] + plan["Shared Read Blocks"],
        milliseconds=account["Execution Time"],
    )


def _rows(node: dict[str, Any]) -> int:
    dropped = ("Rows Removed by Filter", "Rows Removed by Index Recheck")
    once = node["Actual Rows"] + sum(node.get(name, 0) for name in dropped)
    rows: float = once * node["Actual Loops"]
    return round(rows)


def _nodes(plan: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield plan
    for below in plan.get("Plans", ()):
        yield from _nodes(below)
