"""Parts of the staff's home page: each app offers sections of figures and tables, with links."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Self

from django.db.models import Model

from foundation.staff.links import address_of_list
from foundation.staff.live_charts import LiveChart

WARNING = "warning"
DANGER = "danger"


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """A figure, for staff who may see the records of its model.

    - `note`: a remark, such as the age of the oldest record.
    - `link`: the list of the counted records; empty: there is none for them.
    - `tone`: `DANGER` if staff have to act, `WARNING` if they may want to.
    - `waits`: of a queue, for how long the oldest has been waiting.
    """

    title: str
    value: str
    model: type[Model]
    link: str
    note: str = ""
    tone: str = ""
    waits: timedelta | None = None

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

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to see: such figures are folded into a line."""
        return self.value == "0" and not self.note and not self.tone


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """A cell of a table, perhaps with a link; empty for staff without the permission it needs."""

    text: str
    link: str = ""
    needs: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A table, for staff who may see the records of its model."""

    model: type[Model]
    headers: Sequence[str]
    rows: Sequence[Sequence[Cell]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """Related figures, charts, and a table below them."""

    title: str
    figures: Sequence[Figure] = ()
    table: Table | None = None
    charts: Sequence[LiveChart] = ()

    @property
    def shown(self) -> Sequence[Figure]:
        return [figure for figure in self.figures if not figure.is_empty]

    @property
    def folded(self) -> Sequence[Figure]:
        return [figure for figure in self.figures if figure.is_empty]


def span(time: timedelta) -> str:
    """Return a time as rough text: 12 s, 3 min, 2 h, 5 days."""
    seconds = max(0, round(time.total_seconds()))
    if seconds < 120:
        return f"{seconds} s"
    if seconds < 7200:
        return f"{seconds // 60} min"
    return f"{seconds // 3600} h" if seconds < 172_800 else f"{seconds // 86_400} days"
