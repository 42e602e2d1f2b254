"""The pages on which staff write golden examples; commands store them."""

from typing import Any
from uuid import UUID, uuid4

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import URLPattern, path, reverse

from records.refusals import Refusal
from rewards.admin.checks.example_form import (
    ExampleForm,
    guid_of,
    initial_of,
    initial_of_activity,
)
from rewards.commands.examples import (
    DeleteExampleCommand,
    PutExampleCommand,
    delete_example,
    put_example,
)
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
        add = self.admin_site.admin_view(self.add_example)
        change = self.admin_site.admin_view(self.change_example)
        formula = "<uuid:object_id>/examples/"
        return [
            path(f"{formula}add/", add, name=ADD_EXAMPLE.partition(":")[2]),
            path(f"{formula}<uuid:example_id>/", change, name=CHANGE_EXAMPLE.partition(":")[2]),
            *super().get_urls(),
        ]

    def add_example(self, request: HttpRequest, object_id: UUID) -> HttpResponse:
        """Ask for a new example, perhaps with the variables of an activity, and add it."""
        formula = self._formula(request, object_id)
        if request.method == "POST":
            return self._example_saved(request, formula, uuid4(), {"save": "Add the example"})
        initial = _of_activity(request) if "activity" in request.GET else {}
        form = ExampleForm(formula, initial=initial)
        return self._example(request, formula, form, {"save": "Add the example"})

    def change_example(
        self, request: HttpRequest, object_id: UUID, example_id: UUID
    ) -> HttpResponse:
        """Show an example, and change or remove it."""
        formula = self._formula(request, object_id)
        example = GoldenExample.objects.filter(formula=formula, pk=example_id).first()
        if example is None:
            raise Http404
        buttons = {"save": "Save", "delete": "Remove this example"}
        if "delete" in request.POST:
            return _removed(request, formula, example)
        if request.method == "POST":
            return self._example_saved(request, formula, example_id, buttons)
        form = ExampleForm(formula, initial=initial_of(example))
        opened = [("opened_version", str(example.version))]
        return self._example(request, formula, form, buttons, hidden=opened)

    def _example_saved(
        self, request: HttpRequest, formula: RewardFormula, example_id: UUID, buttons: Any
    ) -> HttpResponse:
        form = ExampleForm(formula, request.POST)
        opened = request.POST.get("opened_version", "")
        hidden = [("opened_version", opened)] if opened else []
        if not form.is_valid():
            return self._example(request, formula, form, buttons, hidden=hidden)
        ids: dict[str, Any] = {"formula_id": formula.pk, "example_id": example_id}
        command = PutExampleCommand(
            **ids,
            **form.wanted(),
            actor=request.user.get_username(),
            expected_version=int(opened) if opened.isdecimal() and len(opened) < 10 else None,
        )
        try:
            saved = put_example(command)
        except Refusal as refusal:
            form.refused(refusal)
            return self._example(request, formula, form, buttons, hidden=hidden)
        return _checked(request, formula, f"Saved the example “{saved.record}”.")

    def _example(
        self,
        request: HttpRequest,
        formula: RewardFormula,
        form: ExampleForm,
        buttons: dict[str, str],
        **context: Any,
    ) -> HttpResponse:
        back = _address_of_check(formula)
        return self.ask(
            request, [formula], "Golden example", TEXT, buttons, form, back=back, **context
        )

    def _formula(self, request: HttpRequest, object_id: UUID) -> RewardFormula:
        if not request.user.has_perm("rewards.edit"):
            raise PermissionDenied
        formula: RewardFormula = self.record_of(request, str(object_id))
        return formula


def _of_activity(request: HttpRequest) -> dict[str, Any]:
    """Return the form's texts for the activity that the address names; say if there is none."""
    activity_id = guid_of(request.GET["activity"])
    try:
        if activity_id is not None:
            return initial_of_activity(past_activities().find(activity_id))
    except Refusal as refusal:
        messages.error(request, refusal.detail)
    else:
        messages.error(request, "This is not the id of an activity.")
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
