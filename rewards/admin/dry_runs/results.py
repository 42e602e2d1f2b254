"""The results of a dry run as staff see them: figures, the chart, tables."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.http import HttpRequest
from django.utils.html import format_html

from foundation.staff.charts import LEVELS, BarChart, draw_bars
from foundation.staff.links import link_by_label, link_to
from foundation.staff.tables import table
from programs.models import Participant

WINNERS, LOSERS = 0, 5  # series of the styles: blue, orange
STEPS = (1, 2, 5, 10)
UNITS = (("", 1), ("k", 10**3), ("M", 10**6), ("G", 10**9), ("T", 10**12), ("P", 10**15))
ACTIVITY = "activities.activity"
VERDICTS = {"NoReward": "none", "Failed": "fails"}


def results_of(found: Mapping[str, Any], reader: HttpRequest) -> dict[str, Any]:
    """Return the figures as texts, the chart, and the tables with their titles."""
    return {
        "figures": list(_figures(found)),
        "chart": draw(found["histogram"]),
        "tables": list(_tables(found, reader)),
    }


def _figures(found: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    live, draft = found["live"]["total"], found["draft"]["total"]
    activities, participants = found["activities"], found["participants"]
    share = f" ({100 * (draft - live) / live:+.1f} %)".replace("-", "−") if live else ""
    yield "Total, live", f"{live:,}"
    yield "Total, draft", f"{draft:,}"
    yield "Difference", f"{signed(draft - live)}{share}"
    yield "Participants win", f"{participants['winners']:,}"
    yield "Participants lose", f"{participants['losers']:,}"
    yield "Activities win", f"{activities['winners']:,}"
    yield "Activities lose", f"{activities['losers']:,}"
    yield "Unchanged", f"{activities['unchanged']:,}"
    yield "Had none, get one", f"{activities['gained']:,}"
    yield "Had one, get none", f"{activities['lost']:,}"
    yield "Fail by the draft", f"{activities['broken']:,}"
    yield "No longer fail", f"{activities['mended']:,}"


def _tables(found: Mapping[str, Any], reader: HttpRequest) -> Iterator[tuple[str, str]]:
    yield (
        "Live and draft",
        table(
            ["Formulas", "Total", "Rewarded", "Without reward", "Failed"],
            [[side.capitalize(), *_counts(found[side])] for side in ("live", "draft")],
        ),
    )
    if found["budgets"]:
        yield (
            "Budgets, as if they cut no reward; activities of this type alone",
            table(
                ["Budget", "Most in a period, live", "Draft", "Periods over it, live", "Draft"],
                [_budget(each) for each in found["budgets"]],
            ),
        )
    yield (
        "Activities by difference",
        table(
            ["Difference", "Activities"],
            [
                [in_words(each), f"{each['count']:,}"]
                for each in found["histogram"]
                if each["count"]
            ],
        ),
    )
    if found["failures"]:
        yield (
            "Why calculations fail",
            table(
                ["Formulas", "Reason", "Activities", "The first"],
                [_failure(each, reader) for each in found["failures"]],
            ),
        )
    yield (
        "The largest differences",
        table(
            ["Difference", "Live", "Draft", "Activity", "Created (UTC)", "Participant"],
            [_compared(each, reader) for each in found["largest"]],
        ),
    )


def _counts(side: Mapping[str, int]) -> list[str]:
    return [f"{side[name]:,}" for name in ("total", "rewarded", "without_reward", "failed")]


def _budget(each: Mapping[str, Any]) -> list[str]:
    highest = [
        max((period[side] for period in each["periods"]), default=0) for side in ("live", "draft")
    ]
    exceeded = each["exceeded_live"], each["exceeded_draft"]
    return [each["budget"], *(f"{figure:,}" for figure in (*highest, *exceeded))]


def _failure(each: Mapping[str, Any], reader: HttpRequest) -> list[object]:
    first = _activity(each, reader)
    return [each["side"].capitalize(), each["reason"], f"{each['count']:,}", first]


def _compared(each: Mapping[str, Any], reader: HttpRequest) -> list[object]:
    created_on = f"{each['created_on']:.16}"
    return [
        signed(each["difference"]),
        _amount(each["live"], each["live_verdict"]),
        _amount(each["draft"], each["draft_verdict"]),
        _activity(each, reader),
        format_html('<span class="whitespace-nowrap">{}</span>', created_on.replace("T", " ")),
        link_to(Participant, each["participant_id"], reader=reader),
    ]


def _activity(each: Mapping[str, Any], reader: HttpRequest) -> str:
    # The id may wrap, so that there is room for the rest on a phone.
    return link_by_label(ACTIVITY, each["activity_id"], each["activity_id"], reader)


def _amount(amount: int, verdict: str) -> str:
    return VERDICTS.get(verdict, f"{amount:,}")


def draw(histogram: Sequence[Mapping[str, Any]]) -> BarChart | None:
    """Return the chart of these bins, which have no gaps; None: nothing differs.

    Activities without a difference have no bar: they would dwarf all others. Under a bar is the end
    of its bin that is nearest to 0.
    """
    bins = [each for each in histogram if each["least"] or each["most"]]
    ends = [each["least"] if each["least"] > 0 else each["most"] for each in bins]
    bars = [
        [(WINNERS if end > 0 else LOSERS, f"{in_words(each)}: {each['count']:,}", each["count"])]
        for end, each in zip(ends, bins, strict=True)
    ]
    labels = [f"{'+' if end > 0 else ''}{short(end)}" for end in ends]
    return draw_bars(bars, labels, short, STEPS, least=LEVELS)


def in_words(each: Mapping[str, Any]) -> str:
    """Return a bin as text: `+2 to +4`."""
    least, most = signed(each["least"]), signed(each["most"])
    return least if least == most else f"{least} to {most}"


def signed(difference: int) -> str:
    """Return a difference with its sign."""
    return f"{difference:+,}".replace("-", "−") if difference else "0"


def short(count: float) -> str:
    """Return a number in thousands, millions and so on, if it is round enough: `20k`."""
    unit, size = next(each for each in reversed(UNITS) if abs(count) >= each[1] or each[1] == 1)
    return f"{count / size:.3g}{unit}".replace("-", "−")
