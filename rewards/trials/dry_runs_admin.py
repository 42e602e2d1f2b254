"""The list of dry runs, and the page of one: it shows itself again until the run has ended."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from uuid import UUID

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.html import format_html
from django.views.decorators.http import require_POST
from unfold.decorators import display
from unfold.utils import display_for_label

from foundation.messaging.models import LongJobState
from foundation.records.audit import actor_of
from foundation.records.refusals import Refusal
from foundation.staff.command_admin import ReadOnlyAdmin
from foundation.staff.dashboard import LEVELS, BarChart, draw_bars
from foundation.staff.display import address_of_page, link_by_label, link_to, table
from programs.participants.models import Participant
from programs.tasks.segments import list_in_words
from rewards.access import EDIT, READERS
from rewards.formulas.models import RewardFormula
from rewards.past_activities import past_activities
from rewards.trials.dry_runs import LISTED, CancelDryRunCommand, cancel_dry_run
from rewards.trials.models import FormulaDryRun

# The results of a dry run as staff see them: figures, the chart, tables.


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


def _failure(each: Mapping[str, Any], reader: HttpRequest) -> list[object]:
    first = _activity(each, reader)
    return [each["side"].capitalize(), each["reason"], f"{each['count']:,}", first]


def _compared(
    each: Mapping[str, Any],
    words: Mapping[UUID, str],
    names: Mapping[str, str],
    reader: HttpRequest,
) -> list[object]:
    key, who = each["activity_id"], each["participant_id"]
    created_on = f"{each['created_on']:.16}"
    return [
        signed(each["difference"]),
        _amount(each["live"], each["live_verdict"]),
        _amount(each["draft"], each["draft_verdict"]),
        link_by_label(ACTIVITY, key, words.get(UUID(key), key), reader),
        format_html('<span class="whitespace-nowrap">{}</span>', created_on.replace("T", " ")),
        link_to(Participant, who, names.get(who, who), reader),
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


PAGE = "admin/rewards/dry_run.html"
PART = "admin/rewards/dry_run_part.html"
COLOURS = {
    LongJobState.WAITING: "info",
    LongJobState.RUNNING: "info",
    LongJobState.FINISHED: "success",
    LongJobState.CANCELLED: "warning",
    LongJobState.FAILED: "danger",
}


def _chosen(run: FormulaDryRun) -> str:
    """Return of which participants of a list it is; empty: of a segment, or of all."""
    ids = run.segment.get(LISTED)
    return list_in_words(run.formula.program_id, ids) if ids else ""


@admin.register(FormulaDryRun)
class FormulaDryRunAdmin(ReadOnlyAdmin):
    """Dry runs, the newest first."""

    filled_by = "“Dry run” on the page of a formula starts one."
    opened_by = {"view": READERS, "act": (EDIT,)}
    list_display = ("created_on", "formula", "revision", "period", "shown_state", "progress",
                    "started_by")  # fmt: skip
    list_filter = ("state", "created_on")
    search_fields = ("id", "formula__name")
    ordering = ("-created_on",)

    class Media:
        js = ("staff/refresh.js",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[FormulaDryRun]:
        found: QuerySet[FormulaDryRun] = super().get_queryset(request)
        return found.select_related("formula", "revision")

    @admin.display(description="Period (UTC)")
    def period(self, run: FormulaDryRun) -> str:
        """Return the period; shorter if it begins and ends at midnight."""
        texts = [f"{moment:%Y-%m-%d %H:%M}" for moment in (run.since, run.before)]
        return " until before ".join(text.removesuffix(" 00:00") for text in texts)

    @display(description="State", label=COLOURS)  # type: ignore[untyped-decorator]
    def shown_state(self, run: FormulaDryRun) -> str:
        return run.state

    @admin.display(description="Activities")
    def progress(self, run: FormulaDryRun) -> str:
        return "not counted yet" if run.total is None else f"{run.done:,} of {run.total:,}"

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view
        own = [
            path("<uuid:pk>/change/", view(self.page_view), name="rewards_formuladryrun_change"),
            path("<uuid:pk>/part/", view(self.part_view), name="rewards_formuladryrun_part"),
            path(
                "<uuid:pk>/cancel/",
                view(require_POST(self.cancel_view)),
                name="rewards_formuladryrun_cancel",
            ),
        ]
        return [*own, *super().get_urls()]

    def page_view(self, request: HttpRequest, pk: UUID) -> HttpResponse:
        """Return the page of a dry run; without it, go to the start as Django's pages do."""
        if not self.get_queryset(request).filter(pk=pk).exists():
            messages.warning(request, f"There is no dry run {pk}; old ones are removed.")
            return HttpResponseRedirect(reverse("admin:index"))
        run = self._seen(request, pk)
        title, shown = f"Dry run of {run.formula}", self._shown(request, run)
        return self.page(request, PAGE, title, original=run, **shown)

    def part_view(self, request: HttpRequest, pk: UUID) -> HttpResponse:
        """Return what changes on the page while the run goes on."""
        run = self._seen(request, pk)
        headers = {"Cache-Control": "no-store"}
        return TemplateResponse(request, PART, self._shown(request, run), headers=headers)

    def cancel_view(self, request: HttpRequest, pk: UUID) -> HttpResponse:
        self._seen(request, pk)
        if not self.has_act_permission(request):
            raise PermissionDenied
        by, now = actor_of(request), timezone.now()
        try:
            cancel_dry_run(CancelDryRunCommand(dry_run_id=pk, by=by, now=now))
        except Refusal as refusal:
            messages.error(request, refusal.detail)
        return HttpResponseRedirect(address_of_page(FormulaDryRun, pk))

    def _seen(self, request: HttpRequest, pk: UUID) -> FormulaDryRun:
        if not self.has_view_permission(request):
            raise PermissionDenied
        run: FormulaDryRun = self.record_of(request, str(pk))
        return run

    def _shown(self, request: HttpRequest, run: FormulaDryRun) -> dict[str, Any]:
        percent = min(100, 100 * run.done // run.total) if run.total else 0
        quarters = percent // 25  # a screen reader says not more than each
        said = f"{25 * quarters} % are done."
        return {
            "run": run,
            "formula_page": address_of_page(RewardFormula, run.formula_id),
            "period": self.period(run),
            "chosen": _chosen(run),
            "state": display_for_label(run.state, "-", COLOURS),
            "said": f"{run.state}." if run.is_over else said if quarters else "",
            "progress": self.progress(run),
            "percent": percent,
            "part": reverse("admin:rewards_formuladryrun_part", args=[run.pk]),
            "cancel": reverse("admin:rewards_formuladryrun_cancel", args=[run.pk]),
            "may_cancel": not run.is_over and self.has_act_permission(request),
            **(results_of(run.known_results, request) if run.known_results else {}),
        }
