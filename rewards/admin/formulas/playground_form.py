"""What staff ask of the playground: texts, an activity or typed values, and a plot."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any
from uuid import UUID

from django import forms
from unfold.widgets import UnfoldAdminSelectWidget, UnfoldAdminTextInputWidget

from foundation.records.refusals import Invalid, Refusal
from foundation.staff.form_fields import CleanTextField, DecimalInput
from programs.activity_types import FormulaVariable, variables_of
from programs.readers import plain
from rewards.admin.formulas.editor import TextsForm
from rewards.candidates import Variables
from rewards.past_activities import PastActivity, past_activities
from rewards.trying.curves import Sweep
from rewards.trying.inputs import find_activity, read_inputs, written_inputs

VALUE = "value_"
NEWEST = 20
PLOT = ("plotted", "start", "end")


def _text(label: str, **attrs: str) -> CleanTextField:
    widget = UnfoldAdminTextInputWidget(attrs={"spellcheck": "false", **attrs})
    return CleanTextField(label=label, required=False, max_length=4000, widget=widget)


def _number(label: str) -> forms.DecimalField:
    return forms.DecimalField(
        label=label, required=False, max_digits=30, decimal_places=15, widget=DecimalInput
    )


class PlaygroundForm(TextsForm):
    """The form; what is not asked is that of the newest activity, or of the examples."""

    opened_version = forms.IntegerField(required=False, widget=forms.HiddenInput)
    newest = forms.ChoiceField(
        label="One of the last activities", required=False, widget=UnfoldAdminSelectWidget
    )
    activity = forms.UUIDField(
        label="Activity",
        required=False,
        widget=UnfoldAdminTextInputWidget(attrs={"spellcheck": "false"}),
        help_text="Its id. “Fill in” takes its values.",
    )
    plotted = forms.ChoiceField(label="Plot over", required=False, widget=UnfoldAdminSelectWidget)
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
            self.fields[VALUE + name] = _text(name)
            self.fields[VALUE + name].help_text = variable.says
        self.full_clean()

    def fill_in(self) -> None:
        """Take the values of the activity that is asked for; else show why not."""
        asked = self.data.get("activity") or self.data.get("newest", "")
        try:
            found = find_activity(UUID(asked), self.activity_type)
        except ValueError:
            self.add_error("activity", "Enter the id of an activity.")
        except Refusal as refusal:
            self.add_error("activity", refusal.detail)
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
            for name, fault in invalid.errors.items():
                self.add_error(VALUE + name, fault)
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
            for name, fault in invalid.errors.items():
                self.add_error(name, fault)
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
    return [(name, name) for name in numbers]


def _choices(activities: Sequence[PastActivity]) -> list[tuple[str, str]]:
    return [("", "–"), *((str(each.activity_id), _label(each)) for each in activities)]


def _label(activity: PastActivity) -> str:
    numbers = [
        f"{name} {plain(x)}" for name, x in activity.variables.items() if isinstance(x, Decimal)
    ]
    reward = "no reward" if activity.reward is None else f"reward {plain(activity.reward)}"
    return " · ".join([f"{activity.created_on:%Y-%m-%d %H:%M} UTC", *numbers[:2], reward])
