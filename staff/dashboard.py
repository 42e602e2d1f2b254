"""What an app offers to the staff's first page: figures and tables, each with where it leads."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from django.db.models import Model

WARNING = "warning"
DANGER = "danger"


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """A figure, for those who may see the records of its model.

    - `note`: what staff need beside it, such as the age of the oldest.
    - `link`: the list that it counts.
    - `tone`: `DANGER` where somebody has to do something, `WARNING` where somebody may want to.
    """

    title: str
    value: str
    model: type[Model]
    link: str
    note: str = ""
    tone: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """A cell of a table; it may lead somewhere."""

    text: str
    link: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A table, for those who may see the records of its model."""

    model: type[Model]
    headers: Sequence[str]
    rows: Sequence[Sequence[Cell]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """Figures that belong together, and a table below them."""

    title: str
    figures: Sequence[Figure] = ()
    table: Table | None = None


def amount(count: int, most: int | None = None) -> str:
    """Return a count for people; one that was counted no further than `most` says so."""
    return f"more than {most:,}" if most is not None and count > most else f"{count:,}"


def span(time: timedelta) -> str:
    """Return how long a time is, roughly: 12 s, 3 min, 2 h, 5 days."""
    seconds = max(0, round(time.total_seconds()))
    if seconds < 120:
        return f"{seconds} s"
    if seconds < 7200:
        return f"{seconds // 60} min"
    return f"{seconds // 3600} h" if seconds < 172_800 else f"{seconds // 86_400} days"
