"""The pages on which staff write golden examples; commands store them."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID, uuid4

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import URLPattern, path, reverse

from foundation.records.audit import Actor, actor_of
from foundation.records.refusals import Refusal
from foundation.staff.actions import say_done
from foundation.staff.confirming import show_refusal
from foundation.staff.form_fields import CleanTextField, SelectField, WholeField
from foundation.staff.staff_admin import StaffAdmin
from programs.activity_types import variables_of
from rewards.formulas.editor import address_of_try
from rewards.formulas.models import RewardFormula
from rewards.past_activities import PastActivity, past_activities
from rewards.trials.examples import (
    DeleteExampleCommand,
    PutExampleCommand,
    delete_example,
    put_example,
)
from rewards.trials.models import Expectation, GoldenExample
from rewards.trials.try_form import value_field

ADD_EXAMPLE = "admin:rewards_formula_add_example"
CHANGE_EXAMPLE = "admin:rewards_formula_example"
TEXT = (
    "No revision of the formula is made active that does not give what is expected here. Values "
    "are written as in formulas: 10.5, 'running', true."
)
REMOVE = "Remove this example"
REMOVING = (
    "“{}” wants: {}. Without it, revisions of the formula can be made active that give something "
    "else."
)
INPUT = "inputs."


class ExampleForm(forms.Form):
    """A golden example; an empty field of a variable is null."""

    opened_version = forms.IntegerField(required=False, widget=forms.HiddenInput)
    name = CleanTextField(max_length=200)
    expectation = SelectField(
        label="Expected",
        choices=Expectation.choices,
        help_text="“Does not suit”: the formula's condition is not met.",
    )
    reward = WholeField(
        required=False,
        min_value=0,
        max_value=10**15 - 1,
        help_text="A whole number, where a reward is expected.",
    )

    def __init__(self, formula: RewardFormula, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.formula, self.variables = formula, variables_of(formula.activity_type)
        for name, variable in self.variables.items():
            self.fields[INPUT + name] = value_field(name, variable)

    def command(self, example_id: UUID, by: Actor) -> PutExampleCommand:
        """Return what stores the example."""
        given = self.cleaned_data
        return PutExampleCommand(
            formula_id=self.formula.pk,
            example_id=example_id,
            name=given["name"],
            inputs={name: given[INPUT + name] for name in self.variables if given[INPUT + name]},
            expectation=Expectation(given["expectation"]),
            reward=given["reward"],
            by=by,
            expected_version=given["opened_version"],
        )


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


class ExamplePages(StaffAdmin):
    """A formula whose golden examples are added, changed and removed on pages of their own."""

    def get_urls(self) -> list[URLPattern]:
        view, formula = self.admin_site.admin_view(self.example), "<uuid:object_id>/examples/"
        return [
            path(f"{formula}add/", view, name=ADD_EXAMPLE.partition(":")[2]),
            path(f"{formula}<uuid:example_id>/", view, name=CHANGE_EXAMPLE.partition(":")[2]),
            *super().get_urls(),
        ]

    def example(
        self, request: HttpRequest, object_id: UUID, example_id: UUID | None = None
    ) -> HttpResponse:
        """Show an example, and change or remove it; without an id ask for a new one, and add it."""
        formula = self._formula(request, object_id)
        known = get_object_or_404(formula.examples, pk=example_id) if example_id else None
        if known and "delete" in request.POST:
            return self._removed(request, formula, known)
        form = ExampleForm(formula, request.POST or None, initial=_initial(request, known))
        if form.is_valid():
            try:
                saved = put_example(form.command(example_id or uuid4(), actor_of(request)))
            except Refusal as refusal:
                show_refusal(form, refusal)
            else:
                return _checked(request, formula, f"Saved the example “{saved.record}”.")
        add, change = {"save": "Add the example"}, {"save": "Save", "delete": f"{REMOVE}…"}
        buttons, back = change if known else add, _address_of_check(formula)
        return self.ask(request, [formula], "Golden example", TEXT, buttons, form, back=back)

    def _removed(
        self, request: HttpRequest, formula: RewardFormula, example: GoldenExample
    ) -> HttpResponse:
        """Ask first; then remove the example that was asked about."""
        if "confirmed" not in request.POST:
            text = REMOVING.format(example.name, example.wanted)
            hidden = [("delete", "yes"), ("opened_version", example.version)]
            back = reverse(CHANGE_EXAMPLE, args=[formula.pk, example.pk])
            buttons = {"confirmed": REMOVE}
            return self.ask(request, [formula], REMOVE, text, buttons, hidden=hidden, back=back)
        version = request.POST.get("opened_version", "")
        command = DeleteExampleCommand(
            formula_id=formula.pk,
            example_id=example.pk,
            by=actor_of(request),
            expected_version=int(version) if version.isdecimal() else None,
        )
        try:
            delete_example(command)
        except Refusal as refusal:  # changed, or removed, by another user meanwhile
            messages.error(request, refusal.detail)
            return HttpResponseRedirect(_address_of_check(formula))
        return _checked(request, formula, f"Removed the example “{example}”.")

    def _formula(self, request: HttpRequest, object_id: UUID) -> RewardFormula:
        if not request.user.has_perm("rewards.edit"):
            raise PermissionDenied
        formula: RewardFormula = self.record_of(request, str(object_id))
        return formula


def _initial(request: HttpRequest, known: GoldenExample | None) -> dict[str, Any]:
    """Return the texts of an example, or of the activity that the address names; say if none."""
    if known is not None:
        return initial_of(known)
    if "activity" not in request.GET:
        return {}
    try:
        return initial_of_activity(past_activities().find(UUID(request.GET["activity"].strip())))
    except ValueError:
        messages.error(request, "This is not the id of an activity.")
    except Refusal as refusal:
        messages.error(request, refusal.detail)
    return {}


def _checked(request: HttpRequest, formula: RewardFormula, done: str) -> HttpResponse:
    say_done(request, done)
    return HttpResponseRedirect(_address_of_check(formula))


def _address_of_check(formula: RewardFormula) -> str:
    return f"{address_of_try(formula)}?check=yes"
