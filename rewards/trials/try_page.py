"""The page *Try*: what texts give for an activity, as a curve, and what an examination finds."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Context, Decimal
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.core.exceptions import BadRequest, PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import URLPattern, path
from django.utils import timezone

from foundation.records.audit import actor_of
from foundation.records.formats import guid_or_none, read_guid
from foundation.records.refusals import Refusal
from foundation.staff.actions import say_done, view_button
from foundation.staff.confirming import show_refusal
from foundation.staff.display import address_of_list, address_of_page
from programs.activity_types import activity_types
from programs.readers import plain
from rewards.access import may_edit, may_read
from rewards.formula.sentences import TraceStep
from rewards.formula.values import written
from rewards.formulas.candidates import Candidate, Variables, list_candidates, prepared
from rewards.formulas.checking import FormulaTexts
from rewards.formulas.commands import ChangeFormulaCommand, change_formula
from rewards.formulas.editor import TEXTS, TRY_NEW, address_of_try, texts_of
from rewards.formulas.models import FormulaRevision, RewardFormula, RewardFormulaNotFound
from rewards.formulas.queries import name_revisions
from rewards.past_activities import PastActivity
from rewards.trials.curves import LOOK, Curve, draw_curve, drawn
from rewards.trials.examination import examination_of
from rewards.trials.examples_page import ExamplePages
from rewards.trials.findings import shown as shown_findings
from rewards.trials.outcomes import Trial, draft_of_texts, find_activity, try_draft
from rewards.trials.try_form import FINDINGS, TryForm, of_example

TEMPLATE = "admin/rewards/try.html"
LINKED = ("activity", *FINDINGS)  # what a link to the page may fill in
MOST_REMARKS = 6  # of gaps, and of jumps


class Trying(ExamplePages):
    """A formula that can be tried, as it was saved once or as it is typed."""

    def get_urls(self) -> list[URLPattern]:
        new = self.admin_site.admin_view(self.try_new)
        return [path("try/", new, name=TRY_NEW.partition(":")[2]), *super().get_urls()]

    @view_button("Try…", "try")
    def try_formula(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Try a formula of the list, or save what was tried as its next revision."""
        formula: RewardFormula = self.record_of(request, object_id)
        revision = _revision(formula, request)
        texts = {**texts_of(revision), "opened_version": str(formula.version)}
        kind = formula.program_id, formula.activity_type
        linked = {name: request.GET[name] for name in LINKED if name in request.GET}
        asked = request.POST.dict() or {**_example(formula, request), **linked}
        form = TryForm(*kind, texts, asked)
        if "save" in request.POST and self._saved(request, formula, form):
            return HttpResponseRedirect(address_of_page(RewardFormula, formula.pk))
        is_kept = "keep" in request.POST and self.keep_example(request, formula, form)
        if is_kept and _is_of(revision, form.read_texts(formula.activity_type)):
            shown = f"?revision={revision.number}&check=yes"
            return HttpResponseRedirect(f"{address_of_try(formula)}{shown}")
        return self._tried(request, form, formula, revision)

    def try_new(self, request: HttpRequest) -> HttpResponse:
        """Try the texts of a formula that is not saved yet."""
        if not may_read(request):
            raise PermissionDenied
        program_id, activity_type = _chosen(request)
        form = TryForm(program_id, activity_type, {}, request.POST.dict())
        hidden = [("activity_type", activity_type), ("program", program_id or "")]
        return self._tried(request, form, RewardFormula(), hidden=hidden)

    def _tried(
        self,
        request: HttpRequest,
        form: TryForm,
        formula: RewardFormula,
        revision: FormulaRevision | None = None,
        **context: Any,
    ) -> HttpResponse:
        if "fill" in (request.POST or request.GET):
            form.fill_in()
        now, outcome, back = timezone.now(), None, address_of_list(RewardFormula)
        texts, values = form.read_texts(form.activity_type), form.read_values()
        if texts is not None and values is not None:
            outcome = tried(form, draft_of_texts(texts, formula), values, now)
        if revision is not None:
            back = address_of_page(RewardFormula, formula.pk)
            is_asked = {"check", "keep"} & {*request.POST, *request.GET}
            found = _found(form, revision, texts, now) if is_asked and texts else {}
            context |= {
                "revisions": name_revisions(formula),
                "may_edit": may_edit(request),
                "keeps": "keep" in request.POST or {"example", "fill"} & request.GET.keys(),
                **found,
            }
        title = f"Try: {formula.name or 'a new formula'}"
        shown = {"formula": formula, "revision": revision, "back": back, "outcome": outcome}
        return self.page(request, TEMPLATE, title, form, **shown, **context)

    def _saved(self, request: HttpRequest, formula: RewardFormula, form: TryForm) -> bool:
        """Save the texts as the formula's next revision; else show why not."""
        if not may_edit(request):
            raise PermissionDenied
        if (texts := form.read_texts(formula.activity_type)) is None:
            return False
        command = ChangeFormulaCommand(
            formula_id=formula.pk,
            expression=texts.expression,
            settings=texts.settings,
            coefficients=texts.coefficients,
            expected_version=form.cleaned_data.get("opened_version") or 0,
            by=actor_of(request),
            now=timezone.now(),
        )
        try:
            saved = change_formula(command)
        except Refusal as refusal:
            messages.error(request, refusal.detail)
            return False
        say_done(request, f"Saved: {saved.revision}.")
        return True


def _revision(formula: RewardFormula, request: HttpRequest) -> FormulaRevision:
    """Return the revision that is asked for, or what was saved last; 404: there is none."""
    asked = request.GET.get("revision", "")
    if not asked:
        return formula.revision
    try:
        return formula.revision_numbered(int(asked) if asked.isdecimal() and len(asked) < 10 else 0)
    except RewardFormulaNotFound:
        raise Http404 from None


def _example(formula: RewardFormula, request: HttpRequest) -> dict[str, Any]:
    """Return the texts of the golden example that the address names, if it does; 404: none."""
    if "example" not in request.GET:
        return {}
    return of_example(get_object_or_404(formula.examples, pk=guid_or_none(request.GET["example"])))


def _chosen(request: HttpRequest) -> tuple[UUID | None, str]:
    """Return the program and type of a new formula; without a program no activity is shown."""
    asked = request.POST or request.GET
    kind = asked.get("activity_type") or activity_types()[0]
    if kind not in activity_types():
        raise BadRequest("There is no such activity type.")
    try:
        return read_guid(asked.get("program", "")), kind
    except ValueError:
        return None, kind


def _is_of(revision: FormulaRevision, texts: FormulaTexts | None) -> bool:
    return all(getattr(revision, name) == getattr(texts, name, None) for name in TEXTS)


def _found(
    form: TryForm, revision: FormulaRevision, texts: FormulaTexts, now: datetime
) -> dict[str, Any]:
    """Return what an examination of the texts finds; nothing: what it looks for cannot be read."""
    if any(name in form.errors for name in FINDINGS):
        return {}
    formula = revision.formula
    is_saved = _is_of(revision, texts)
    draft = prepared(revision.pk) if is_saved else draft_of_texts(texts).revision
    wanted = {name: form.cleaned_data[name] for name in FINDINGS}
    found = examination_of(formula, draft, now, **wanted)
    return {"found": shown_findings(found)}


# What is shown of a try: the result, its trace, who decides, and a plot.


Branch = Mapping[str, Any]
"""A computed part of a formula; its `parts` are those that it was computed from, in their order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plot:
    """A curve as a drawing, with its look, and as a table."""

    variable: str
    chart: str
    look: str
    rows: Sequence[tuple[str, str, str, str]]
    remarks: Sequence[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownTrial:
    """A try of texts that have no fault, of values that can be read."""

    trial: Trial
    result: str
    reward: str
    tree: Branch | None
    about: Sequence[str] = field(default_factory=list)
    plot: Plot | None = None


def tried(form: TryForm, draft: Candidate, values: Variables, now: datetime) -> ShownTrial:
    """Try a draft for the values of the form."""
    program_id = form.program_id
    candidates = list_candidates(program_id, form.activity_type) if program_id else []
    trial = try_draft(draft, now, values, candidates)
    reward = trial.outcome.reward
    return ShownTrial(
        trial=trial,
        result=written(trial.outcome.value) if trial.outcome.has_value else "–",
        reward="–" if reward is None else plain(reward),
        tree=tree_of(trial.trace),
        about=_about(form, values),
        plot=_plot(form, draft, now, values),
    )


def tree_of(trace: Iterable[TraceStep]) -> Branch | None:
    """Return the whole of a trace as it is stored: innermost first, level 0 last; None: empty."""
    waiting: dict[int, list[Branch]] = defaultdict(list)
    for each in trace:
        parts = waiting.pop(each.level + 1, [])
        waiting[each.level].append({**each._asdict(), "parts": parts})
    return waiting[0][-1] if waiting[0] else None


def _about(form: TryForm, values: Variables) -> list[str]:
    """Return sentences about the activity that the values come from."""
    asked, found = form.cleaned_data.get("activity"), None
    try:
        found = find_activity(asked, form.activity_type) if asked else None
    except Refusal as refusal:
        show_refusal(form, refusal, field="activity")
    return list(_sentences(found, values)) if found else ["Values typed by hand."]


def _sentences(activity: PastActivity, values: Variables) -> list[str]:
    reward = "no reward" if activity.reward is None else f"the reward {plain(activity.reward)}"
    said = [
        f"Activity {activity.activity_id} of {activity.created_on:%Y-%m-%d %H:%M} UTC has {reward}."
    ]
    if activity.why_not_calculated:
        said.append(f"No formula calculates its reward: {activity.why_not_calculated}.")
    if changed := [name for name, value in values.items() if value != activity.variables[name]]:
        said.append(f"Changed by hand: {', '.join(changed)}.")
    return said


def _plot(form: TryForm, draft: Candidate, now: datetime, values: Variables) -> Plot | None:
    sweep = form.read_sweep()
    if sweep is None:
        return None
    curve, why_not = draw_curve(draft, values, sweep), draft.why_not_valid(now)
    early = [f"Drawn as if the formula were valid: {why_not}."] if why_not else []
    return Plot(
        variable=sweep.variable,
        chart=drawn(curve),
        look=LOOK,
        rows=[
            (shown(point.x), _or_dash(point.result), _or_dash(point.reward), point.reason)
            for point in curve.points
        ],
        remarks=[*early, *_remarks(curve, sweep.variable)],
    )


def _remarks(curve: Curve, variable: str) -> list[str]:
    gaps = [
        f"No value from {variable} {shown(gap.first)} to {shown(gap.last)}: {gap.reason}."
        for gap in curve.gaps
    ]
    jumps = sorted(curve.jumps, key=lambda jump: -abs(jump.behind - jump.before))
    greatest = [
        f"Jumps from {shown(jump.before)} to {shown(jump.behind)} at {variable} {shown(jump.x, 6)}."
        for jump in jumps[:MOST_REMARKS]
    ]
    more = len(jumps) - len(greatest)
    return [
        *gaps[:MOST_REMARKS],
        *greatest,
        *([f"{more} more jumps, not greater."] if more else []),
        *([] if curve.is_searched else ["The formula is slow: not all changes were searched."]),
    ]


def _or_dash(value: Decimal | None) -> str:
    return "–" if value is None else shown(value)


def shown(value: Decimal, digits: int = 12) -> str:
    """Return a number with at most this many digits."""
    return plain(Context(prec=digits).plus(value))
