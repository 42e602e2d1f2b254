"""What staff ask of the playground: texts, an activity or typed values, and a plot."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Context, Decimal
from typing import Any
from uuid import UUID

from django import forms
from unfold.widgets import UnfoldAdminTextInputWidget

from foundation.records.refusals import Invalid, Refusal
from foundation.staff.confirming import show_refusal
from foundation.staff.display import in_words
from foundation.staff.form_fields import (
    CleanTextField,
    DecimalInput,
    PlainDecimalField,
    SelectField,
)
from programs.activity_types import FormulaVariable, variables_of
from programs.readers import plain
from rewards.formula.sentences import TraceStep
from rewards.formula.values import written
from rewards.formulas.candidates import Candidate, Variables, list_candidates
from rewards.formulas.editor import TextsForm
from rewards.formulas.models import RewardFormula
from rewards.past_activities import PastActivity, past_activities
from rewards.trials.curves import Curve, CurveChart, Sweep, draw, draw_curve
from rewards.trials.outcomes import (
    Trial,
    draft_of_texts,
    find_activity,
    read_inputs,
    try_draft,
    written_inputs,
)

VALUE = "value_"
NEWEST = 20
PLOT = ("plotted", "start", "end")


def _text(label: str, **attrs: str) -> CleanTextField:
    widget = UnfoldAdminTextInputWidget(attrs={"spellcheck": "false", **attrs})
    return CleanTextField(label=label, required=False, max_length=4000, widget=widget)


def _number(label: str) -> PlainDecimalField:
    return PlainDecimalField(
        label=label, required=False, max_digits=30, decimal_places=15, widget=DecimalInput
    )


class PlaygroundForm(TextsForm):
    """The form; what is not asked is that of the newest activity, or of the examples."""

    opened_version = forms.IntegerField(required=False, widget=forms.HiddenInput)
    newest = SelectField(label="One of the last activities", required=False)
    activity = forms.UUIDField(
        label="Activity",
        required=False,
        widget=UnfoldAdminTextInputWidget(attrs={"spellcheck": "false"}),
        help_text="Its id. “Fill in” takes its values.",
    )
    plotted = SelectField(label="Plot over", required=False)
    start = _number("From")
    end = _number("To")

    def __init__(
        self,
        program_id: UUID | None,
        activity_type: str,
        texts: Mapping[str, str],
        asked: Mapping[str, str],
    ) -> None:
        """Take what is asked of a program's formulas; `texts` are those of a saved revision."""
        self.program_id, self.activity_type = program_id, activity_type
        self.variables = variables_of(activity_type)
        newest = past_activities().newest(program_id, activity_type, NEWEST) if program_id else []
        values = _of_activity(newest[0]) if newest else _values(written_inputs(self.variables))
        super().__init__({**texts, **values, **_plot_at_first(self.variables), **asked})
        self.fields["expression"].widget.activity_type = activity_type
        self.fields["newest"].choices = _choices(newest)  # type: ignore[attr-defined]
        self.fields["plotted"].choices = [("", "–"), *_numbers(self.variables)]  # type: ignore[attr-defined]
        for name, variable in self.variables.items():
            self.fields[VALUE + name] = _text(in_words(name))
            self.fields[VALUE + name].help_text = f"{name}: {variable.says}"
        self.full_clean()

    def fill_in(self) -> None:
        """Take the values of the activity that is asked for; else show why not."""
        asked = self.data.get("activity") or self.data.get("newest", "")
        try:
            found = find_activity(UUID(asked), self.activity_type)
        except ValueError:
            self.add_error("activity", "Enter the id of an activity.")
        except Refusal as refusal:
            show_refusal(self, refusal, field="activity")
        else:
            self.data = {**self.data, **_of_activity(found)}
            self.full_clean()

    @property
    def texts_part(self) -> list[forms.BoundField]:
        return [self["settings"], self["coefficients"]]

    @property
    def value_part(self) -> list[forms.BoundField]:
        return [self[VALUE + name] for name in self.variables]

    @property
    def plot_part(self) -> list[forms.BoundField]:
        return [self[name] for name in PLOT]

    def read_values(self) -> Variables | None:
        """Return the variables; None: a text is no value, and its field has an error."""
        given = {name: self.cleaned_data.get(VALUE + name, "") for name in self.variables}
        try:
            return read_inputs(self.activity_type, given)
        except Invalid as invalid:
            show_refusal(self, invalid, {name: VALUE + name for name in self.variables})
            return None

    def read_sweep(self) -> Sweep | None:
        """Return what is plotted; None: nothing, or no range, and a field has an error."""
        asked: dict[str, Any] = {name: self.cleaned_data.get(name) for name in PLOT}
        variable = asked.pop("plotted")
        if not variable or self.errors:
            return None
        if missing := [name for name, value in asked.items() if value is None]:
            self.add_error(missing[0], "A plot needs this.")
            return None
        try:
            return Sweep(variable=variable, **asked)
        except Invalid as invalid:
            show_refusal(self, invalid)
            return None


def _of_activity(activity: PastActivity) -> dict[str, str]:
    chosen = str(activity.activity_id)
    return {"activity": chosen, "newest": chosen, **_values(written_inputs(activity.variables))}


def _values(texts: Mapping[str, str]) -> dict[str, str]:
    return {VALUE + name: text for name, text in texts.items()}


def _plot_at_first(variables: Mapping[str, FormulaVariable]) -> dict[str, str]:
    """Return a plot over the first number, from 0 to twice its example."""
    first = next(iter(_numbers(variables)), ("", ""))[0]
    example = variables[first].example if first else None
    end = plain(example * 2) if isinstance(example, Decimal) and example > 0 else "10"
    return {"plotted": first, "start": "0", "end": end}


def _numbers(variables: Mapping[str, FormulaVariable]) -> list[tuple[str, str]]:
    numbers = (name for name, each in variables.items() if isinstance(each.example, Decimal))
    return [(name, in_words(name)) for name in numbers]


def _choices(activities: Sequence[PastActivity]) -> list[tuple[str, str]]:
    return [("", "–"), *((str(each.activity_id), _label(each)) for each in activities)]


def _label(activity: PastActivity) -> str:
    numbers = [
        f"{name} {plain(x)}" for name, x in activity.variables.items() if isinstance(x, Decimal)
    ]
    reward = "no reward" if activity.reward is None else f"reward {plain(activity.reward)}"
    return " · ".join([f"{activity.created_on:%Y-%m-%d %H:%M} UTC", *numbers[:2], reward])


# What the playground shows of a try: the result, its trace, who decides, and a plot.


MOST_REMARKS = 6  # of gaps, and of jumps

Branch = Mapping[str, Any]
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
    tree: Branch | None
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


def _about(form: PlaygroundForm, values: Variables) -> list[str]:
    """Return sentences about the activity that the values come from."""
    asked = form.cleaned_data.get("activity")
    if asked is None:
        return ["Values typed by hand."]
    try:
        found = find_activity(asked, form.activity_type)
    except Refusal as refusal:
        show_refusal(form, refusal, field="activity")
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
