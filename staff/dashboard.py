"""Parts of the staff's home page: each app offers sections of figures and tables, with links."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Self

from django.db.models import Model

from staff.links import address_of_list

WARNING = "warning"
DANGER = "danger"


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """A figure, for staff who may see the records of its model.

    - `note`: a remark, such as the age of the oldest record.
    - `link`: the list of the counted records.
    - `tone`: `DANGER` if staff have to act, `WARNING` if they may want to.
    """

    title: str
    value: str
    model: type[Model]
    link: str
    note: str = ""
    tone: str = ""

    @classmethod
    def of(
        cls,
        model: type[Model],
        title: str,
        value: str,
        note: str = "",
        tone: str = "",
        **filters: Any,
    ) -> Self:
        """Return the figure of a model's records with these filters, with a link to their list."""
        link = address_of_list(model, **filters)
        return cls(title=title, value=value, model=model, link=link, note=note, tone=tone)


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """A cell of a table, perhaps with a link."""

    text: str
    link: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A table, for staff who may see the records of its model."""

    model: type[Model]
    headers: Sequence[str]
    rows: Sequence[Sequence[Cell]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """Related figures, and a table below them."""

    title: str
    figures: Sequence[Figure] = ()
    table: Table | None = None


def amount(count: int, most: int | None = None) -> str:
    """Return a count as text; counting may have stopped after `most`."""
    return f"more than {most:,}" if most is not None and count > most else f"{count:,}"


def span(time: timedelta) -> str:
    """Return a time as rough text: 12 s, 3 min, 2 h, 5 days."""
    seconds = max(0, round(time.total_seconds()))
    if seconds < 120:
        return f"{seconds} s"
    if seconds < 7200:
        return f"{seconds // 60} min"
    return f"{seconds // 3600} h" if seconds < 172_800 else f"{seconds // 86_400} days"
