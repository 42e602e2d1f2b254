"""Parts of the staff's home page: what needs someone, the flow of the work, and short tables."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any, Self

from django.db.models import Model

from foundation.staff.links import address_of_list

WARNING = "warning"
DANGER = "danger"
MOST_ROWS = 6  # of a table


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """A text, perhaps with a link; only for staff with the permission that it needs."""

    text: str
    link: str = ""
    needs: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """A figure, for staff who may see the records of its model. What is nothing has none.

    - `note`: a remark, such as the age of the oldest record.
    - `link`: the list of the counted records; empty: there is none for them.
    - `tone`: `DANGER` if staff have to act, `WARNING` if they may want to.
    - `todo`: what to do about it, for those with the permission that this needs.
    """

    title: str
    value: str
    model: type[Model]
    link: str
    note: str = ""
    tone: str = ""
    todo: Cell | None = None

    @classmethod
    def of(cls, model: type[Model], title: str, value: str, note: str = "", **filters: Any) -> Self:
        """Return the figure of a model's records with these filters, with a link to their list."""
        link = address_of_list(model, **filters)
        return cls(title=title, value=value, model=model, link=link, note=note)

    def for_staff(self, tone: str, text: str, needs: str = "", link: str = "") -> Self:
        """Return the figure with what to do about it, in its list or at another address."""
        todo = Cell(text=text, link=link or self.link, needs=needs)
        return replace(self, tone=tone, todo=todo)


@dataclass(frozen=True, slots=True, kw_only=True)
class Lane:
    """The stages of the flow of one kind of work, in their order."""

    title: str
    stages: Sequence[Figure]


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """The first rows of a list, for staff who may see its model; `more`: where all of them are."""

    title: str
    model: type[Model]
    headers: Sequence[str]
    rows: Sequence[Sequence[Cell]]
    more: str


def span(time: timedelta) -> str:
    """Return a time as rough text: 12 s, 3 min, 2 h, 5 days."""
    seconds = max(0, round(time.total_seconds()))
    if seconds < 120:
        return f"{seconds} s"
    if seconds < 7200:
        return f"{seconds // 60} min"
    return f"{seconds // 3600} h" if seconds < 172_800 else f"{seconds // 86_400} days"
