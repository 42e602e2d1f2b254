"""Parts of the staff's home page: what needs someone, the flow of the work, tables, charts."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from math import ceil, floor, log10
from typing import Any, Self

from django.db.models import Model

from foundation.staff.display import address_of_list

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


# Bars that are drawn on the server.
#
# Places and sizes are in percent of the drawing: it fits every width, and its text is not scaled.

MOST_LABELS = 6  # under the bars, so that they fit a phone
FILLED = 0.8  # of a bar's place
LEVELS = 5  # of bars


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """A text at a place from the left, or from the top."""

    place: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BarPart:
    """A part of a bar, in the colour of its series."""

    series: int
    text: str
    x: str
    y: str
    width: str
    height: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BarChart:
    """Stacked bars, the names of their series, and the marks of both axes."""

    parts: Sequence[BarPart]
    names: Sequence[str]
    levels: Sequence[Mark]
    labels: Sequence[Mark]


def draw_bars(
    bars: Sequence[Sequence[tuple[int, str, float]]],
    labels: Sequence[str],
    shown: Callable[[float], str],
    steps: Sequence[float],
    *,
    least: float = 0,
    names: Sequence[str] = (),
) -> BarChart | None:
    """Return the chart of bars; None: nothing is above 0.

    :param bars: the parts of each, from below: series, text and value.
    :param shown: the text of a level.
    :param least: the levels go up to this at least.
    """
    highest = max((sum(value for _, _, value in bar) for bar in bars), default=0)
    if highest <= 0:
        return None
    step = round_step(max(highest, least), LEVELS, steps)
    top, width = step * ceil(highest / step), 100 / len(bars)
    parts = []
    for place, bar in enumerate(bars):
        below = 0.0
        for series, text, value in bar:
            below += value
            x, y = (place + (1 - FILLED) / 2) * width, 100 - 100 * below / top
            sizes = {"width": percent(width * FILLED), "height": percent(100 * value / top)}
            parts.append(BarPart(series=series, text=text, x=percent(x), y=percent(y), **sizes))
    every = ceil(len(labels) / MOST_LABELS)
    return BarChart(
        parts=parts,
        names=names,
        levels=[
            Mark(place=percent(100 - 100 * n * step / top), text=shown(n * step))
            for n in range(round(top / step) + 1)
        ],
        labels=[
            Mark(place=percent((n + 0.5) * width), text=labels[n])
            for n in range(every // 2, len(labels), every)
        ],
    )


def round_step(width: float, most: int, steps: Sequence[float]) -> float:
    """Return one of `steps` (1 to 10) times a power of ten, of which at most so many fit."""
    least = width / most
    power = 10.0 ** floor(log10(least))
    return next(power * step for step in steps if power * step >= least * (1 - 1e-9))


def percent(place: float) -> str:
    """Return a place or size as the drawing takes it."""
    return f"{place:.3f}%"


# Charts that the theme draws in the browser (Chart.js), each with its figures as a table.

BLUE, ORANGE, GREEN, RED, GREY = "#0072b2", "#e69f00", "#009e73", "#d55e00", "#8b8f99"


@dataclass(frozen=True, slots=True, kw_only=True)
class Series:
    """A series of values, one a label; as a line it lies over the bars."""

    name: str
    colour: str
    values: Sequence[float | None]
    is_line: bool = False

    def as_data(self) -> dict[str, Any]:
        """Return the series as Chart.js takes it."""
        return {
            "type": "line" if self.is_line else "bar",
            "label": self.name,
            "data": list(self.values),
            "backgroundColor": self.colour,
            "borderColor": self.colour,
            "pointRadius": 3 if self.is_line else 0,
            "order": 0 if self.is_line else 1,
            "spanGaps": True,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveChart:
    """Stacked bars and lines over labels, for staff who may see the records of its model.

    `said` says in a sentence what the chart shows; `axis` is what is counted.
    """

    title: str
    said: str
    axis: str
    model: type[Model]
    labels: Sequence[str]
    series: Sequence[Series]

    @property
    def data(self) -> str:
        """The labels and series, as Chart.js reads them."""
        return json.dumps(
            {"labels": list(self.labels), "datasets": [each.as_data() for each in self.series]}
        )

    @property
    def options(self) -> str:
        """The look, as Chart.js reads it: its colours are legible on light and dark."""
        words = {"color": GREY}
        title = {"display": True, "text": self.axis, **words}
        grid = {"color": f"{GREY}33"}
        scales = {
            "y": {"stacked": True, "min": 0, "ticks": words, "title": title, "grid": grid},
            "x": {"stacked": True, "ticks": words, "grid": {"display": False}},
        }
        return json.dumps(
            {
                "animation": False,
                "maintainAspectRatio": False,
                "scales": scales,
                "plugins": {
                    "legend": {
                        "display": len(self.series) > 1,
                        "position": "bottom",
                        "labels": words,
                    }
                },
            }
        )

    @property
    def rows(self) -> Sequence[Sequence[object]]:
        """The figures as rows of a table, the label first; what is not known is a dash."""
        columns = [
            ["–" if value is None else f"{value:,.6g}" for value in each.values]
            for each in self.series
        ]
        return list(zip(self.labels, *columns, strict=True))
