"""The list of dry runs, and the page of one."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from uuid import UUID

from django.contrib import admin
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.html import format_html

from foundation.records.audit import actor_of
from foundation.records.texts import counted
from foundation.staff.actions import button, computed_once, unless
from foundation.staff.command_admin import FollowedAdmin
from foundation.staff.dashboard import LEVELS, BarChart, draw_bars
from foundation.staff.display import labelled, link_by_label, table
from programs.participants.models import Participant
from programs.tasks.segments import list_in_words
from rewards.access import EDIT, READERS
from rewards.months import period_in_words
from rewards.past_activities import past_activities
from rewards.trials.dry_runs import LISTED, CancelDryRunCommand, DryRunIsOver, cancel_dry_run
from rewards.trials.models import FormulaDryRun

# The results of a dry run as staff see them: figures, the chart, tables.


WINNERS, LOSERS = 0, 5  # series of the styles: blue, orange
STEPS = (1, 2, 5, 10)
UNITS = (("", 1), ("k", 10**3), ("M", 10**6), ("G", 10**9), ("T", 10**12), ("P", 10**15))
ACTIVITY, PARTICIPANT = "activities.activity", "programs.participant"
VERDICTS = {"NoReward": "none", "Failed": "fails"}


def results_of(found: Mapping[str, Any], reader: HttpRequest | None) -> dict[str, Any]:
    """Return the figures as texts, the chart, and the tables with their titles."""
    return {
        "figures": list(_figures(found)),
        "chart": draw(found["histogram"]),
        "tables": list(_tables(found, reader)),
    }


def _figures(found: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    live, draft = found["live"]["total"], found["draft"]["total"]
    share = f" ({100 * (draft - live) / live:+.1f} %)".replace("-", "−") if live else ""
    yield "Total, live", f"{live:,}"
    yield "Total, draft", f"{draft:,}"
    yield "Difference", f"{signed(draft - live)}{share}"
    if limited := found.get("after_limits"):
        live, draft = limited["live"], limited["draft"]
        yield "After limits: live", f"{live:,}"
        yield "After limits: draft", f"{draft:,}"
        yield "After limits: difference", signed(draft - live)
        yield "After limits: participants win", f"{limited['winners']:,}"
        yield "After limits: participants lose", f"{limited['losers']:,}"
    yield from ((title, f"{found[of][name]:,}") for title, of, name in _COUNTED)


_COUNTED = (
    ("Participants win", "participants", "winners"),
    ("Participants lose", "participants", "losers"),
    ("Activities win", "activities", "winners"),
    ("Activities lose", "activities", "losers"),
    ("Unchanged", "activities", "unchanged"),
    ("Had none, get one", "activities", "gained"),
    ("Had one, get none", "activities", "lost"),
    ("Fail by the draft", "activities", "broken"),
    ("No longer fail", "activities", "mended"),
)


def _tables(found: Mapping[str, Any], reader: HttpRequest | None) -> Iterator[tuple[str, str]]:
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
    words = past_activities().in_words([UUID(each["activity_id"]) for each in found["largest"]])
    people = Participant.objects.in_bulk({each["participant_id"] for each in found["largest"]})
    names = {str(key): who.known_as for key, who in people.items()}
    yield (
        "The largest differences",
        table(
            ["Difference", "Live", "Draft", "Activity", "Created (UTC)", "Participant"],
            [_compared(each, words, names, reader) for each in found["largest"]],
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


def _failure(each: Mapping[str, Any], reader: HttpRequest | None) -> list[object]:
    first = _activity(each, reader)
    return [each["side"].capitalize(), each["reason"], f"{each['count']:,}", first]


def _compared(
    each: Mapping[str, Any],
    words: Mapping[UUID, str],
    names: Mapping[str, str],
    reader: HttpRequest | None,
) -> list[object]:
    key, who = each["activity_id"], each["participant_id"]
    created_on = f"{each['created_on']:.16}"
    return [
        signed(each["difference"]),
        _amount(each["live"], each["live_verdict"]),
        _amount(each["draft"], each["draft_verdict"]),
        link_by_label(ACTIVITY, key, words.get(UUID(key), key), reader),
        format_html('<span class="whitespace-nowrap">{}</span>', created_on.replace("T", " ")),
        link_by_label(PARTICIPANT, who, names.get(who, who), reader),
    ]


def _activity(each: Mapping[str, Any], reader: HttpRequest | None) -> str:
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


RESULTS = "admin/rewards/dry_run_results.html"
COLOURS = {
    "info": ("Waiting", "Running"),
    "success": ("Finished",),
    "warning": ("Cancelled",),
    "danger": ("Failed",),
}
CANCEL = "What it has found so far stays."


@admin.register(FormulaDryRun)
class FormulaDryRunAdmin(FollowedAdmin):
    """Dry runs, the newest first."""

    filled_by = "“Dry run…” on the page of a formula starts one."
    opened_by = {"view": READERS, "act": (EDIT,)}
    list_display = ("created_on", "formula", "revision", "period", "shown_state", "progress",
                    "started_by")  # fmt: skip
    list_filter = ("state", "created_on")
    list_select_related = ("formula__program", "revision")
    search_fields = ("id", "formula__name")
    ordering = ("-created_on",)
    fields = ("shown_state", "formula", "beside", "period", "whose", "progress", "started_by",
              "created_on", "reason", "shown_results")  # fmt: skip
    readonly_fields = fields
    actions_detail = ("cancel",)

    @admin.display(description="State")
    def shown_state(self, run: FormulaDryRun) -> str:
        return labelled(run.state, COLOURS)

    @admin.display(description="Compared")
    def beside(self, run: FormulaDryRun) -> str:
        return f"{run.revision} beside {counted(len(run.live), 'active formula')}"

    @admin.display(description="Period (UTC)")
    def period(self, run: FormulaDryRun) -> str:
        return period_in_words(run.since, run.before)

    @admin.display(description="Activities of")
    def whose(self, run: FormulaDryRun) -> str:
        ids = run.segment.get(LISTED)
        listed = [f"Participants: {list_in_words(run.formula.program_id, ids)}"] if ids else []
        return " ".join([*listed, *run.notes]) or "All participants."

    @admin.display(description="Activities")
    def progress(self, run: FormulaDryRun) -> str:
        return "not counted yet" if run.total is None else f"{run.done:,} of {run.total:,}"

    @admin.display(description="Results")
    @computed_once
    def shown_results(self, run: FormulaDryRun) -> str:
        if run.known_results is None:
            return "None yet."
        found = results_of(run.known_results, self.reader)
        return render_to_string(RESULTS, {"run": run, **found})

    @button("Cancel…", "cancel", why_not=unless(Q(finished_on=None), DryRunIsOver().detail))
    def cancel(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Ask, and end the run."""
        run: FormulaDryRun = self.record_of(request, object_id)

        def cancel(_: dict[str, Any]) -> str:
            by, now = actor_of(request), timezone.now()
            cancel_dry_run(CancelDryRunCommand(dry_run_id=run.pk, by=by, now=now))
            return "Cancelled."

        return self.ordered(request, run, "Cancel it", CANCEL, cancel)
