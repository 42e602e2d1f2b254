"""The button of a formula's page that starts a dry run."""

from typing import Any
from uuid import UUID, uuid4

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils import timezone
from unfold.decorators import action
from unfold.widgets import UnfoldAdminSelectWidget, UnfoldAdminTextInputWidget

from records.audit import Actor, actor_of
from records.refusals import Refusal
from rewards.commands.dry_runs import DryRunUnfinished, StartDryRunCommand, start_dry_run
from rewards.models import FormulaDryRun, RewardFormula
from rewards.periods import month_before, month_of
from staff.asking import Asking, text_of
from staff.links import address_of_page

TEXT = (
    "The formula's revision is compared with the formulas that are active now, over the "
    "activities that were created in the month. Nothing of rewards, activities or balances "
    "changes. It runs in the background; you see how far it is, and can cancel it."
)


class DryRunForm(forms.Form):
    """A month, and the revision that is compared."""

    month = forms.CharField(
        label="Month (UTC)",
        widget=UnfoldAdminTextInputWidget(
            attrs={"type": "month", "placeholder": "2026-10", "min": "2000-01", "max": "2099-12"}
        ),
    )
    revision = forms.TypedChoiceField(coerce=int, widget=UnfoldAdminSelectWidget)

    def __init__(self, formula: RewardFormula, asked: Any = None) -> None:
        initial = {"month": month_before(timezone.now()), "revision": formula.revision.number}
        super().__init__(asked, initial=initial)
        self._formula = formula
        numbers = range(formula.revision.number, 0, -1)
        names = {formula.revision.number: "saved last"}
        if formula.active_revision:
            known = names.get(formula.active_revision.number)
            names[formula.active_revision.number] = "saved last, active" if known else "active"
        self.fields["revision"].choices = [  # type: ignore[attr-defined]
            (number, f"{number} ({names[number]})" if number in names else str(number))
            for number in numbers
        ]

    def clean_month(self) -> str:
        month: str = self.cleaned_data["month"]
        try:
            month_of(month)
        except ValueError as fault:
            raise forms.ValidationError(f"The month {fault}.") from None
        return month

    def start(self, dry_run_id: UUID, by: Actor) -> bool:
        """Start the dry run; return whether it was started. If not, the form has the reason."""
        since, before = month_of(self.cleaned_data["month"])
        command = StartDryRunCommand(
            dry_run_id=dry_run_id,
            formula_id=self._formula.pk,
            number=self.cleaned_data["revision"],
            since=since,
            before=before,
            by=by,
            now=timezone.now(),
        )
        try:
            start_dry_run(command)
        except Refusal as refusal:
            self.add_error(None, text_of(refusal))
        return not self.errors


class DryRunActions(Asking):
    """A button on a formula's page, for those who may write formulas."""

    def has_dry_run_permission(self, request: HttpRequest, key: object = None) -> bool:
        return request.user.has_perm("rewards.edit")

    @action(description="Dry run…", url_path="dry-run", permissions=["dry_run"])  # type: ignore[untyped-decorator]
    def dry_run(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Ask for the month; start the run and show its page, or that of the unfinished one."""
        formula: RewardFormula = self.record_of(request, object_id)
        unfinished = FormulaDryRun.objects.unfinished().filter(formula=formula).first()
        if unfinished is not None:
            messages.info(request, DryRunUnfinished().detail)
            return HttpResponseRedirect(address_of_page(FormulaDryRun, unfinished.pk))
        form = DryRunForm(formula, request.POST if request.method == "POST" else None)
        dry_run_id = uuid4()
        if form.is_valid() and form.start(dry_run_id, actor_of(request)):
            return HttpResponseRedirect(address_of_page(FormulaDryRun, dry_run_id))
        return self.ask(request, [formula], "Dry run", TEXT, {"start": "Start"}, form)
