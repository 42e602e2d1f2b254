"""What the playground shows of a try: the result, its trace, who decides, and a plot."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Context, Decimal
from typing import Any

from foundation.records.refusals import Refusal
from programs.readers import plain
from rewards.admin.formulas.curve_chart import CurveChart, draw
from rewards.admin.formulas.playground_form import PlaygroundForm
from rewards.candidates import Candidate, Variables, list_candidates
from rewards.formula.written import written
from rewards.models import RewardFormula
from rewards.past_activities import PastActivity
from rewards.trying.curves import Curve, draw_curve
from rewards.trying.inputs import find_activity
from rewards.trying.trials import Trial, draft_of_texts, try_draft

MOST_REMARKS = 6  # of gaps, and of jumps

TraceStep = Mapping[str, Any]
"""A computed part of a formula; its `parts` are those that it was computed from, in their order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plot:
    """A curve as a drawing and as a table."""

    variable: str
    chart: CurveChart | None
    rows: Sequence[tuple[str, str, str, str]]
    remarks: Sequence[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownTrial:
    """A try of texts that have no fault, of values that can be read."""

    trial: Trial
    result: str
    reward: str
    tree: TraceStep | None
    about: Sequence[str] = field(default_factory=list)
    plot: Plot | None = None


def tried(form: PlaygroundForm, formula: RewardFormula, now: datetime) -> ShownTrial | None:
    """Try what the form asks; None: something cannot be read, and its field has an error."""
    texts, values = form.read_texts(form.activity_type), form.read_values()
    if texts is None or values is None:
        return None
    draft, program_id = draft_of_texts(texts, formula), form.program_id
    candidates = list_candidates(program_id, form.activity_type) if program_id else []
    trial = try_draft(draft, now, values, candidates)
    reward = trial.outcome.reward
    return ShownTrial(
        trial=trial,
        result=written(trial.outcome.value) if trial.has_value else "–",
        reward="–" if reward is None else plain(reward),
        tree=tree_of(trial.trace),
        about=_about(form, values),
        plot=_plot(form, draft, now, values),
    )


def tree_of(trace: Iterable[Mapping[str, Any]]) -> TraceStep | None:
    """Return the whole of a trace as it is stored: innermost first, level 0 last; None: empty."""
    waiting: dict[int, list[TraceStep]] = defaultdict(list)
    for each in trace:
        level = each["level"]
        waiting[level].append({**each, "parts": waiting.pop(level + 1, [])})
    return waiting[0][-1] if waiting[0] else None


def _about(form: PlaygroundForm, values: Variables) -> list[str]:
    """Return sentences about the activity that the values come from."""
    asked = form.cleaned_data.get("activity")
    if asked is None:
        return ["Values typed by hand."]
    try:
        found = find_activity(asked, form.activity_type)
    except Refusal as refusal:
        form.add_error("activity", refusal.detail)
        return ["Values typed by hand."]
    return list(_sentences(found, values))


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


def _plot(form: PlaygroundForm, draft: Candidate, now: datetime, values: Variables) -> Plot | None:
    sweep = form.read_sweep()
    if sweep is None:
        return None
    curve = draw_curve(draft, values, sweep)
    return Plot(
        variable=sweep.variable,
        chart=draw(curve),
        rows=[
            (shown(point.x), _or_dash(point.result), _or_dash(point.reward), point.reason)
            for point in curve.points
        ],
        remarks=[*_as_if_valid(draft, now), *_remarks(curve, sweep.variable)],
    )


def _as_if_valid(draft: Candidate, now: datetime) -> list[str]:
    reason = draft.why_not_valid(now)
    return [f"Drawn as if the formula were valid: {reason}."] if reason else []


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
