"""Pages of rewards: why an activity has its reward or none, and which formulas failed."""

from collections.abc import Iterator, Sequence
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html, format_html_join

from activities.explaining.figures import FailedByFormula, list_failed_by_formula
from activities.explaining.progress import in_colour, link
from activities.explaining.reward_checks import check_reward, compare_rewards
from activities.explaining.rewards import ExplainedReward, RewardOutcome, explain_reward
from activities.records.models import Activity, ActivityNotFound
from activities.settling.rewarding import calculate_failed
from foundation.records.audit import actor_of
from foundation.records.formats import read_guid
from foundation.staff.actions import button, say_done
from foundation.staff.display import address_of_list, table
from foundation.staff.staff_admin import StaffAdmin
from rewards.balances.admin import operations_table
from rewards.formula.sentences import in_words
from rewards.models import Balance, RewardFormula

TEMPLATE = "admin/activities/reward.html"
MOST_OTHERS = 20
FAILURES = "admin:activities_activity_failures"
CALCULATE_ALL = (
    "All activities whose reward failed by this formula are calculated again, in portions by the "
    "workers: mend the formula first. Those that fail again stay in the list."
)


class RewardPages(StaffAdmin):
    """A page that explains a reward, and one with the formulas by which rewards failed."""

    def has_explain_permission(self, request: HttpRequest, key: object = None) -> bool:
        """Return whether this user may see why: who sees activities, and as over the API."""
        return self.has_view_permission(request) or request.user.has_perm("rewards.read")

    @button("Explain the reward", "reward", "explain")
    def explain_reward_page(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Show why the activity has its reward, or none; with `check`, calculate it again."""
        activity: Activity = self.record_of(request, object_id)
        explained = explain_reward(activity.pk)
        may_check = explained.reward is not None
        may_act = request.user.has_perm("activities.change_activity")
        checked = check_reward(activity.pk) if "check" in request.GET and may_check else None
        is_technical = "technical" in request.GET
        return self.page(
            request,
            TEMPLATE,
            "Why this reward",
            activity=link(Activity, activity.pk, reader=request),
            outcome=in_colour(explained.outcome),
            sentences=explained.summary,
            next_pages=list(_next_pages(explained)) if may_act else [],
            sections=list(_sections(explained, request, is_technical)),
            may_check=may_check and checked is None,
            checked=checked,
            is_technical=is_technical,
            **_compared(request, activity, request.GET.get("with", "")),
        )

    @button("Failed rewards…", "failures")
    def failures(self, request: HttpRequest) -> HttpResponse:
        """List the formulas by which rewards failed; a job calculates all of one again."""
        if "formula" not in request.GET:
            rows = [_failed_row(each, request) for each in list_failed_by_formula()]
            headers = ["Formula", "Activities, created (UTC)", "Why the newest failed"]
            sections = [("Failed rewards", table(headers, rows))]
            return self.page(request, TEMPLATE, "Failed rewards", sections=sections)
        formula = _formula(request.GET["formula"])
        if request.method != "POST":
            buttons = {"confirmed": "Calculate all"}
            title = f"Calculate what failed by formula “{formula.name}”"
            back = request.path
            return self.ask(request, [], title, CALCULATE_ALL, buttons, back=back)
        calculate_failed(formula.pk, actor_of(request), timezone.now())
        say_done(request, f"What failed by formula “{formula.name}” is calculated again.")
        return HttpResponseRedirect(request.path)


def _formula(key: str) -> RewardFormula:
    try:
        return RewardFormula.objects.get(pk=read_guid(key))
    except (ValueError, RewardFormula.DoesNotExist) as error:
        raise Http404 from error


def _compared(request: HttpRequest, activity: Activity, with_id: str) -> dict[str, Any]:
    """Return what the page shows of a comparison: the choice, and what was found, or why not."""
    others = Activity.objects.filter(participant=activity.participant_id, type=activity.type)
    newest = others.exclude(pk=activity.pk).order_by("-created_on", "pk")[:MOST_OTHERS]
    choices = [
        (each.pk, f"{each.created_on:%Y-%m-%d %H:%M} UTC, {_points(each)}") for each in newest
    ]
    shown: dict[str, Any] = {"may_compare": True, "others": choices, "with": with_id}
    if not with_id:
        return shown
    try:
        found = compare_rewards(activity.pk, read_guid(with_id.strip()))
    except (ValueError, ActivityNotFound):
        return {**shown, "not_compared": f"There is no activity “{with_id[:100]}”."}
    return {
        **shown,
        "compared": found.sentences,
        "compared_with": link(Activity, found.other.activity.pk, reader=request),
    }


def _points(activity: Activity) -> str:
    return "no reward" if activity.reward is None else f"{activity.reward:,f} points"


def _sections(
    explained: ExplainedReward, reader: HttpRequest, is_technical: bool
) -> Iterator[tuple[str, str]]:
    """Yield the tables of a reward, those that have rows; the formula's parts if asked for."""
    rows: Sequence[Sequence[object]]
    units = explained.units
    if explained.formula or explained.passed_over:
        yield "Formulas, as they were tried", _formulas(explained, reader)
    if explained.expression:
        yield "Expression", format_html('<pre class="fl-code">{}</pre>', explained.expression)
    if explained.failure:
        yield "Where it failed", _failure(explained)
    if explained.inputs:
        rows = [
            (name, _in_words(text) if is_technical else in_words(text, units.get(name, "")))
            for name, text in sorted(explained.inputs.items())
        ]
        yield "What the activity had", table(["Variable", "Value"], rows)
    if explained.coefficients:
        rows = sorted(explained.coefficients.items())
        yield "Coefficients", table(["Coefficient", "Text"], rows)
    if explained.steps and is_technical:
        rows = [
            (
                format_html('<code class="fl-code">{}</code>', " ".join(step.source.split())),
                step.value,
                f"{step.line}:{step.column}",
            )
            for step in explained.steps
        ]
        yield "Steps, innermost first", table(["Part", "Value", "Line:column"], rows)
    if explained.operations:
        yield "On the balance", _operations(explained, reader)


def _in_words(text: str) -> str:
    """Return a value as formulas write it, but for none at all."""
    return "no value" if text == "null" else text


def _formulas(explained: ExplainedReward, reader: HttpRequest) -> str:
    tried = [*explained.passed_over, *([explained.formula] if explained.formula else [])]
    ended = "failed" if explained.failure else "decided"
    rows = [
        [
            link(RewardFormula, each.formula_id, each.name, reader),
            each.revision,
            f"passed over: {each.reason}" if each.reason else ended,
        ]
        for each in tried
    ]
    return table(["Formula", "Revision", "What became of it"], rows)


def _failure(explained: ExplainedReward) -> str:
    """Return the place and the reason, with the line of the expression and a mark below it."""
    failure = explained.failure
    assert failure  # noqa: S101 (for the type checker; the caller looks)
    text = f"line {failure.line}, column {failure.column} of its {failure.part}: {failure.detail}"
    lines = explained.expression.split("\n") if failure.part == "expression" else []
    if failure.line > len(lines):
        return format_html("<div>{}</div>", text)
    mark = " " * (failure.column - 1) + "^"
    shown = f"{lines[failure.line - 1]}\n{mark}"
    return format_html('<div>{}</div><pre class="fl-code">{}</pre>', text, shown)


def _operations(explained: ExplainedReward, reader: HttpRequest) -> str:
    total = link(Balance, explained.activity.participant_id, "The balance", reader)
    shown = operations_table(explained.operations, lambda *_: "the reward", reader)
    return format_html("{}<p>Together {}</p><p>{}</p>", shown, f"{explained.total:f}", total)


def _next_pages(explained: ExplainedReward) -> Iterator[tuple[str, str]]:
    """Yield what staff may do about a reward that failed."""
    if explained.outcome is RewardOutcome.FAILED:
        one = reverse("admin:activities_activity_calculate_one", args=[explained.activity.pk])
        yield one, "Calculate this one again…"
        yield reverse(FAILURES), "All that failed…"


def _failed_row(failed: FailedByFormula, reader: HttpRequest) -> list[object]:
    of_formula = {"failed_formula": failed.formula.pk} if failed.formula else {}
    address = address_of_list(Activity, reward="failed", **of_formula)
    created = format_html_join(
        "",
        "<div>{}</div>",
        ((f"{on:%Y-%m-%d %H:%M}",) for on in (failed.oldest_on, failed.newest_on)),
    )
    return [
        _mended(failed.formula, reader) if failed.formula else "unknown",
        format_html(
            '<a href="{}" class="text-link">{}</a>{}', address, f"{failed.count:,}", created
        ),
        failed.reason or "",
    ]


def _mended(formula: RewardFormula, reader: HttpRequest) -> str:
    """Return the formula, which revision calculates now, and the way to calculate all again."""
    active = f"{formula.active_revision} is active" if formula.active_revision else "not active"
    again = f"{reverse(FAILURES)}?formula={formula.pk}"
    return format_html(
        '{}<div>{}</div><div><a href="{}" class="text-link">Calculate all again…</a></div>',
        link(RewardFormula, formula.pk, formula.name, reader),
        active,
        again,
    )
