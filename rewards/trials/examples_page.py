"""Golden examples on the page *Try*: what is tried there is kept, and removed."""

from uuid import UUID

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import URLPattern, path

from foundation.records.audit import actor_of
from foundation.records.refusals import Refusal
from foundation.staff.actions import say_done
from foundation.staff.confirming import show_refusal
from foundation.staff.display import address_of_page
from foundation.staff.staff_admin import StaffAdmin
from rewards.access import may_edit
from rewards.formulas.models import RewardFormula
from rewards.trials.examples import DeleteExampleCommand, delete_example, put_example
from rewards.trials.models import GoldenExampleNotFound
from rewards.trials.try_form import TryForm

REMOVE_EXAMPLE = "admin:rewards_formula_remove_example"
REMOVE = "Remove this example"
REMOVING = (
    "“{}” wants: {}. Without it, revisions of the formula can be made active that give something "
    "else."
)


class ExamplePages(StaffAdmin):
    """A formula whose golden examples are added, changed and removed."""

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view(self.remove_example)
        address = "<uuid:object_id>/examples/<uuid:example_id>/remove/"
        return [path(address, view, name=REMOVE_EXAMPLE.partition(":")[2]), *super().get_urls()]

    def keep_example(self, request: HttpRequest, formula: RewardFormula, form: TryForm) -> bool:
        """Store what the form has as a golden example; else show why not."""
        if not may_edit(request):
            raise PermissionDenied
        if form.is_example_unreadable():
            return False
        try:
            saved = put_example(form.example_command(formula, actor_of(request)))
        except Refusal as refusal:
            show_refusal(form, refusal, form.example_places)
            return False
        form.opens(saved.record)
        say_done(request, f"Saved the example “{saved.record}”.")
        return True

    def remove_example(
        self, request: HttpRequest, object_id: UUID, example_id: UUID
    ) -> HttpResponse:
        """Ask first; then remove the example that was asked about."""
        if not may_edit(request):
            raise PermissionDenied
        formula: RewardFormula = self.record_of(request, str(object_id))
        example = formula.examples.filter(pk=example_id).first()
        if example is None:  # removed already, perhaps by another user
            messages.info(request, GoldenExampleNotFound().detail)
            return HttpResponseRedirect(address_of_page(RewardFormula, formula.pk))
        version = request.POST.get("opened_version", "")
        command = DeleteExampleCommand(
            formula_id=formula.pk,
            example_id=example.pk,
            by=actor_of(request),
            expected_version=int(version) if version.isdecimal() else None,
        )

        def remove(_: object) -> str:
            delete_example(command)
            return f"Removed the example “{example}”."

        text = REMOVING.format(example.name, example.wanted)
        hidden = [("opened_version", example.version)]
        return self.ordered(request, formula, REMOVE, text, remove, hidden=hidden)
