"""The playground: a page on which staff try texts, saved or not. It writes only what they save."""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.core.exceptions import BadRequest, PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import URLPattern, path
from django.utils import timezone
from unfold.decorators import action

from foundation.records.audit import actor_of
from foundation.records.formats import read_guid
from foundation.records.refusals import Refusal
from foundation.staff.actions import say_done
from foundation.staff.confirming import Asking
from foundation.staff.html import address_of_list, address_of_page
from programs.activity_types import activity_types
from rewards.access import may_edit, may_read
from rewards.formulas.commands import ChangeFormulaCommand, change_formula
from rewards.formulas.editor import NEW_PLAYGROUND, texts_of
from rewards.formulas.models import FormulaRevision, RewardFormula, RewardFormulaNotFound
from rewards.trials.playground_form import PlaygroundForm, tried

TEMPLATE = "admin/rewards/playground.html"


class Playground(Asking):
    """A formula that can be tried, as it was saved once or as it is typed."""

    def get_urls(self) -> list[URLPattern]:
        new = self.admin_site.admin_view(self.new_playground)
        return [
            path("playground/", new, name=NEW_PLAYGROUND.partition(":")[2]),
            *super().get_urls(),
        ]

    @action(description="Playground", url_path="playground", permissions=["view"])  # type: ignore[untyped-decorator]
    def playground(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Try a formula of the list, or save what was tried as its next revision."""
        formula: RewardFormula = self.record_of(request, object_id)
        revision = _revision(formula, request)
        texts = {**texts_of(revision), "opened_version": str(formula.version)}
        kind = formula.program_id, formula.activity_type
        form = PlaygroundForm(*kind, texts, request.POST.dict())
        if "save" in request.POST and self._saved(request, formula, form):
            return HttpResponseRedirect(address_of_page(RewardFormula, formula.pk))
        return self._tried(request, form, formula, revision=revision)

    def new_playground(self, request: HttpRequest) -> HttpResponse:
        """Try the texts of a formula that is not saved yet."""
        if not may_read(request):
            raise PermissionDenied
        program_id, activity_type = _chosen(request)
        form = PlaygroundForm(program_id, activity_type, {}, request.POST.dict())
        hidden = [("activity_type", activity_type), ("program", program_id or "")]
        return self._tried(request, form, RewardFormula(), hidden=hidden)

    def _tried(
        self, request: HttpRequest, form: PlaygroundForm, formula: RewardFormula, **context: Any
    ) -> HttpResponse:
        if "fill" in request.POST:
            form.fill_in()
        is_saved = bool(formula.name)
        shown = {
            "formula": formula,
            "numbers": formula.revisions.order_by("-number").values_list("number", flat=True)
            if is_saved
            else [],
            "may_save": is_saved and may_edit(request),
            "back": address_of_page(RewardFormula, formula.pk)
            if is_saved
            else address_of_list(RewardFormula),
            "outcome": tried(form, formula, timezone.now()),
            **context,
        }
        title = f"Playground: {formula.name or 'a new formula'}"
        return self.page(request, TEMPLATE, title, form, **shown)

    def _saved(self, request: HttpRequest, formula: RewardFormula, form: PlaygroundForm) -> bool:
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
