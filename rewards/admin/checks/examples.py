"""The pages on which staff write golden examples; commands store them."""

from typing import Any
from uuid import UUID, uuid4

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import URLPattern, path, reverse

from records.refusals import Refusal
from rewards.admin.checks.example_form import ExampleForm, initial_of, initial_of_activity
from rewards.commands.examples import DeleteExampleCommand, delete_example, put_example
from rewards.models import GoldenExample, RewardFormula
from rewards.past_activities import past_activities
from staff.asking import Asking

ADD_EXAMPLE = "admin:rewards_formula_add_example"
CHANGE_EXAMPLE = "admin:rewards_formula_example"
TEXT = (
    "No revision of the formula is made active that does not give what is expected here. Values "
    "are written as in formulas: 10.5, 'running', true."
)


class ExamplePages(Asking):
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
            return _removed(request, formula, known)
        form = ExampleForm(formula, request.POST or None, initial=_initial(request, known))
        if form.is_valid():
            actor = request.user.get_username()
            try:
                saved = put_example(form.command(example_id or uuid4(), actor))
            except Refusal as refusal:
                form.refused(refusal)
            else:
                return _checked(request, formula, f"Saved the example “{saved.record}”.")
        add, change = {"save": "Add the example"}, {"save": "Save", "delete": "Remove this example"}
        buttons, back = change if known else add, _address_of_check(formula)
        return self.ask(request, [formula], "Golden example", TEXT, buttons, form, back=back)

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


def _removed(request: HttpRequest, formula: RewardFormula, example: GoldenExample) -> HttpResponse:
    actor = request.user.get_username()
    command = DeleteExampleCommand(formula_id=formula.pk, example_id=example.pk, actor=actor)
    try:
        delete_example(command)
    except Refusal as refusal:  # removed by another user at this moment
        messages.error(request, refusal.detail)
        return HttpResponseRedirect(_address_of_check(formula))
    return _checked(request, formula, f"Removed the example “{example}”.")


def _checked(request: HttpRequest, formula: RewardFormula, done: str) -> HttpResponse:
    messages.success(request, done)
    return HttpResponseRedirect(_address_of_check(formula))


def _address_of_check(formula: RewardFormula) -> str:
    return reverse("admin:rewards_rewardformula_check_formula", args=[formula.pk])
