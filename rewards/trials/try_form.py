"""What staff ask of the page *Try*: texts, an activity or typed values, a plot, and findings."""

from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from typing import Any
from uuid import UUID, uuid4

from django import forms
from unfold.widgets import UnfoldAdminIntegerFieldWidget, UnfoldAdminTextInputWidget

from foundation.records.audit import Actor
from foundation.records.refusals import Invalid, Refusal
from foundation.staff.confirming import show_refusal
from foundation.staff.display import in_words
from foundation.staff.form_fields import (
    CleanTextField,
    DecimalInput,
    PlainDecimalField,
    SelectField,
    WholeField,
)
from programs.activity_types import FormulaVariable, numbers_of, variables_of
from programs.readers import plain
from rewards.formula.values import written
from rewards.formulas.candidates import Variables
from rewards.formulas.checking import COEFFICIENTS, MAX_INPUT, SETTINGS
from rewards.formulas.editor import TextsForm
from rewards.formulas.models import RewardFormula
from rewards.past_activities import PastActivity, past_activities
from rewards.trials.counter_examples import GROWING
from rewards.trials.curves import Sweep
from rewards.trials.examples import PutExampleCommand
from rewards.trials.models import Expectation, GoldenExample
from rewards.trials.outcomes import find_activity, read_inputs, written_inputs

VALUE = "value_"
NEWEST = 20
PLOT = ("plotted", "start", "end")
FINDINGS = ("cap", "growing")
EXAMPLE = {"name": "example_name", "expectation": "expectation", "reward": "expected_reward"}
NONE = "-"


def value_field(name: str, variable: FormulaVariable) -> CleanTextField:
    """Return the field of a variable, written as in the language; empty: null."""
    return CleanTextField(
        label=in_words(name),
        required=False,
        max_length=MAX_INPUT,
        help_text=f"{name}: {variable.says} For example {written(variable.example)}. Empty: null.",
        widget=UnfoldAdminTextInputWidget(attrs={"spellcheck": "false"}),
    )


def _number(label: str) -> PlainDecimalField:
    return PlainDecimalField(
        label=label, required=False, max_digits=30, decimal_places=15, widget=DecimalInput
    )


class TryForm(TextsForm):
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
    cap = forms.IntegerField(
        label="No reward above",
        required=False,
        min_value=0,
        max_value=10**15,
        widget=UnfoldAdminIntegerFieldWidget(attrs={"min": "0", "inputmode": "numeric"}),
    )
    growing = SelectField(
        label="No fall while this grows",
        coerce=lambda name: "" if name == NONE else name,
        required=False,
    )
    example = forms.UUIDField(required=False, widget=forms.HiddenInput)
    example_version = forms.IntegerField(required=False, widget=forms.HiddenInput)
    example_name = CleanTextField(label="Name", required=False, max_length=200)
    expectation = SelectField(
        label="Expected",
        choices=Expectation.choices,
        required=False,
        help_text="“Does not suit”: the formula's condition is not met.",
    )
    expected_reward = WholeField(
        label="Reward",
        required=False,
        min_value=0,
        max_value=10**15 - 1,
        help_text="A whole number, where a reward is expected.",
    )

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
        numbers = numbers_of(activity_type)
        usual = {"growing": GROWING if GROWING in numbers else NONE, **self._plot_at_first(numbers)}
        super().__init__({**texts, **values, **usual, **asked})
        self.fields["expression"].widget.activity_type = activity_type
        named = [(name, in_words(name)) for name in numbers]
        labels = [(str(each.activity_id), _label(each)) for each in newest]
        self._offer("newest", [("", "–"), *labels])
        self._offer("plotted", [("", "–"), *named])
        self._offer("growing", [(NONE, "–"), *named])
        for name, variable in self.variables.items():
            self.fields[VALUE + name] = value_field(name, variable)
        self.full_clean()

    def _offer(self, name: str, choices: list[tuple[str, str]]) -> None:
        self.fields[name].choices = choices  # type: ignore[attr-defined]

    def _plot_at_first(self, numbers: Sequence[str]) -> dict[str, str]:
        """Return a plot over the first number, from 0 to twice its example."""
        first = next(iter(numbers), "")
        example = self.variables[first].example if first else None
        end = plain(example * 2) if isinstance(example, Decimal) and example > 0 else "10"
        return {"plotted": first, "start": "0", "end": end}

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
            offered: Any = self.fields["newest"]
            if self.data["newest"] not in dict(offered.choices):  # an older one
                self.data["newest"] = ""
            self.full_clean()

    @property
    def parts(self) -> Mapping[str, Sequence[forms.BoundField]]:
        """The fields of each part of the page."""
        names: Mapping[str, Iterable[str]] = {
            "texts": (SETTINGS, COEFFICIENTS),
            "values": [VALUE + name for name in self.variables],
            "plot": PLOT,
            "findings": FINDINGS,
            "example": EXAMPLE.values(),
        }
        return {part: [self[name] for name in names[part]] for part in names}

    def opens(self, example: GoldenExample) -> None:
        """Go on with an example as it is stored now."""
        stored = {"example": str(example.pk), "example_version": example.version}
        self.data = {**self.data, **stored}
        self.full_clean()

    @property
    def example_places(self) -> Mapping[str, str]:
        """The fields by the names that refusals of an example have for them."""
        return {**EXAMPLE, **{f"inputs.{name}": VALUE + name for name in self.variables}}

    def is_example_unreadable(self) -> bool:
        """Return whether the form has no example that can be stored; its fields have errors."""
        if not self.cleaned_data.get("example_name"):
            self.add_error("example_name", "An example needs a name.")
        if {"example", "example_version"} & self.errors.keys():
            self.add_error(None, "The example cannot be found. Open it again.")
            return True
        return any(name in self.errors for name in self.example_places.values())

    def example_command(self, formula: RewardFormula, by: Actor) -> PutExampleCommand:
        """Return what stores the example; a value of null is left out."""
        given = self.cleaned_data
        texts = {name: given[VALUE + name] for name in self.variables}
        return PutExampleCommand(
            formula_id=formula.pk,
            example_id=given["example"] or uuid4(),
            name=given["example_name"],
            inputs={name: text for name, text in texts.items() if text not in ("", "null")},
            expectation=Expectation(given["expectation"]) if given["expectation"] else None,
            reward=given["expected_reward"],
            by=by,
            expected_version=given["example_version"],
        )

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


def of_example(example: GoldenExample) -> dict[str, Any]:
    """Return the form's texts for a golden example."""
    variables = variables_of(example.formula.activity_type)
    return {
        "activity": "",
        "newest": "",
        "example": str(example.pk),
        "example_version": example.version,
        "example_name": example.name,
        "expectation": example.expectation,
        "expected_reward": example.reward,
        **_values({name: example.inputs.get(name, "") for name in variables}),
    }


def _of_activity(activity: PastActivity) -> dict[str, Any]:
    """Return the form's texts for an activity, also as an example with the reward that it has."""
    chosen, has_reward = str(activity.activity_id), activity.reward is not None
    return {
        "activity": chosen,
        "newest": chosen,
        "example": "",
        "example_version": "",
        "example_name": f"Activity {chosen}",
        "expectation": Expectation.REWARD if has_reward else Expectation.NO_REWARD,
        "expected_reward": plain(activity.reward) if activity.reward is not None else "",
        **_values(written_inputs(activity.variables)),
    }


def _values(texts: Mapping[str, str]) -> dict[str, str]:
    return {VALUE + name: text for name, text in texts.items()}


def _label(activity: PastActivity) -> str:
    numbers = [
        f"{name} {plain(x)}" for name, x in activity.variables.items() if isinstance(x, Decimal)
    ]
    reward = "no reward" if activity.reward is None else f"reward {plain(activity.reward)}"
    return " · ".join([f"{activity.created_on:%Y-%m-%d %H:%M} UTC", *numbers[:2], reward])
