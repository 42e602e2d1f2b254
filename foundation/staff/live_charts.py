"""Charts that the theme draws in the browser (Chart.js), each with its figures as a table.

`foundation.staff.charts` has bars that are drawn on the server.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Model

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
    is_flat: bool = False  # the bars lie, one below the other

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
        counted, labelled = ("x", "y") if self.is_flat else ("y", "x")
        title = {"display": True, "text": self.axis, **words}
        grid = {"color": f"{GREY}33"}
        scales = {
            counted: {"stacked": True, "min": 0, "ticks": words, "title": title, "grid": grid},
            labelled: {"stacked": True, "ticks": words, "grid": {"display": False}},
        }
        return json.dumps(
            {
                "animation": False,
                "maintainAspectRatio": False,
                "indexAxis": labelled,
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
