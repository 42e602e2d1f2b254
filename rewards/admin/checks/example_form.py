"""The form of a golden example: a field for each variable of the type, as text of the language."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django import forms
from unfold.widgets import (
    UnfoldAdminIntegerFieldWidget,
    UnfoldAdminSelectWidget,
    UnfoldAdminTextInputWidget,
)

from programs.activity_types import FormulaVariable, variables_of
from records.refusals import Invalid, Refusal
from rewards.commands.examples import PutExampleCommand
from rewards.formula.written import written
from rewards.inputs import MAX_INPUT
from rewards.models import Expectation, GoldenExample, RewardFormula
from rewards.past_activities import PastActivity
from staff.asking import text_of

INPUT = "inputs."


class ExampleForm(forms.Form):
    """A golden example; an empty field of a variable is null."""

    opened_version = forms.IntegerField(required=False, widget=forms.HiddenInput)
    name = forms.CharField(max_length=200, widget=UnfoldAdminTextInputWidget)
    expectation = forms.ChoiceField(
        label="Expected",
        choices=Expectation.choices,
        widget=UnfoldAdminSelectWidget,
        help_text="“Does not suit”: the formula's __where is not true.",
    )
    reward = forms.IntegerField(
        required=False,
        min_value=0,
        max_value=10**15 - 1,
        widget=UnfoldAdminIntegerFieldWidget,
        help_text="A whole number, where a reward is expected.",
    )

    def __init__(self, formula: RewardFormula, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.formula, self.variables = formula, variables_of(formula.activity_type)
        for name, variable in self.variables.items():
            self.fields[INPUT + name] = _field(name, variable)

    def command(self, example_id: UUID, actor: str) -> PutExampleCommand:
        """Return what stores the example."""
        given = self.cleaned_data
        return PutExampleCommand(
            formula_id=self.formula.pk,
            example_id=example_id,
            name=given["name"],
            inputs={name: given[INPUT + name] for name in self.variables if given[INPUT + name]},
            expectation=Expectation(given["expectation"]),
            reward=given["reward"],
            actor=actor,
            expected_version=given["opened_version"],
        )

    def refused(self, refusal: Refusal) -> None:
        """Show why the command refused, beside the fields that are wrong."""
        if not isinstance(refusal, Invalid):
            self.add_error(None, text_of(refusal))
            return
        for name, fault in refusal.errors.items():
            text = f"cannot be read: {fault}" if name.startswith(INPUT) else fault
            self.add_error(name if name in self.fields else None, f"{text[:1].upper()}{text[1:]}.")


def initial_of(example: GoldenExample) -> dict[str, Any]:
    """Return the form's texts for an example."""
    return {
        "opened_version": example.version,
        "name": example.name,
        "expectation": example.expectation,
        "reward": example.reward,
        **_inputs(example.inputs),
    }


def initial_of_activity(past: PastActivity) -> dict[str, Any]:
    """Return the form's texts for an activity that came, with the reward that it has."""
    reward = None if past.reward is None else int(past.reward)
    return {
        "name": f"Activity {past.activity_id}",
        "expectation": Expectation.NO_REWARD if reward is None else Expectation.REWARD,
        "reward": reward,
        **_inputs(past.written_inputs),
    }


def _inputs(inputs: Mapping[str, str]) -> dict[str, str]:
    return {INPUT + name: text for name, text in inputs.items()}


def _field(name: str, variable: FormulaVariable) -> forms.CharField:
    return forms.CharField(
        label=name,
        required=False,
        max_length=MAX_INPUT,
        widget=UnfoldAdminTextInputWidget,
        help_text=f"{variable.says} For example {written(variable.example)}. Empty: null.",
    )
