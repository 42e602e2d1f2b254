"""Counting statements over every connection of the process, whatever thread has it."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from unittest.mock import patch

import psycopg


@dataclass(slots=True)
class Statements:
    """What was sent to the database, in order; `edges`: BEGIN, COMMIT, and a pool's empty query."""

    sent: list[str] = field(default_factory=list)
    edges: list[str] = field(default_factory=list)
    noting: bool = True

    def note(self, query: Any) -> None:
        """Note a query, as text or as bytes."""
        text = query if isinstance(query, str) else bytes(query).decode()
        edge = text.split(" ", 1)[0] in ("", "BEGIN", "COMMIT", "ROLLBACK")
        if self.noting:
            (self.edges if edge else self.sent).append(text)

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Leave out what the test itself wants to know."""
        self.noting = False
        yield
        self.noting = True

    def __str__(self) -> str:
        return "\n".join(f"{n}. {text[:200]}" for n, text in enumerate(self.sent, 1))


@contextmanager
def counted() -> Iterator[Statements]:
    """Count what psycopg sends meanwhile."""
    found = Statements()
    execute, command = psycopg.Cursor.execute, psycopg.Connection._exec_command

    def noting(self: Any, query: Any, *args: Any, **kwargs: Any) -> Any:
        found.note(query)
        return execute(self, query, *args, **kwargs)

    def noting_edges(self: Any, query: Any, *args: Any, **kwargs: Any) -> Any:
        found.note(query)
        return command(self, query, *args, **kwargs)

    with (
        patch.object(psycopg.Cursor, "execute", noting),
        patch.object(psycopg.Connection, "_exec_command", noting_edges),
    ):
        yield found
