"""The button of a formula's page that starts a dry run."""

from typing import Any
from uuid import UUID, uuid4

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils import timezone
from unfold.decorators import action
from unfold.widgets import UnfoldAdminCheckboxSelectMultipleWidget, UnfoldAdminTextInputWidget

from foundation.records.audit import Actor, actor_of
from foundation.records.refusals import Refusal
from foundation.staff.confirming import show_refusal
from foundation.staff.display import address_of_page
from foundation.staff.form_fields import CleanTextField, DayField, IdsField, SelectField
from foundation.staff.staff_admin import StaffAdmin
from programs.tasks.criteria_form import ExerciseChoice, key_in
from programs.tasks.segments import Segment
from rewards.formulas.models import RewardFormula
from rewards.formulas.queries import name_revisions
from rewards.months import beginning_of, beginning_of_day, end_of_day, month_before, month_of
from rewards.trials.dry_runs import (
    MOST_PARTICIPANTS,
    DryRunUnfinished,
    OtherDraft,
    StartDryRunCommand,
    start_dry_run,
)
from rewards.trials.models import FormulaDryRun

TEXT = (
    "The formula's revision is compared with the formulas that are active now, over the "
    "activities that were created in the period. A draft that is valid only later is tried as "
    "if it were valid already. Nothing of rewards, activities or balances changes. It runs in the "
    "background; you see how far it is, and can cancel it."
)


class DryRunForm(forms.Form):
    """A period, the revisions that are compared, and whose activities."""

    month = CleanTextField(
        label="Month (UTC)",
        required=False,
        widget=UnfoldAdminTextInputWidget(
            attrs={"type": "month", "placeholder": "2026-10", "min": "2000-01", "max": "2099-12"}
        ),
    )
    since = DayField(label="Or from (UTC)", required=False)
    until = DayField(label="To, included", required=False)
    revision = SelectField(coerce=int)
    others = forms.MultipleChoiceField(
        label="Together with the drafts of",
        required=False,
        widget=UnfoldAdminCheckboxSelectMultipleWidget,
        help_text="The revisions that were saved last.",
    )
    state = SelectField(
        label="Activities of participants who are",
        required=False,
        choices=[("", "active or blocked"), ("Active", "active"), ("Blocked", "blocked")],
    )
    completed_exercise = ExerciseChoice(label="With a completed task of", required=False)
    not_completed_exercise = ExerciseChoice(label="Without a completed task of", required=False)
    participants = IdsField(
        label="Or of these participants alone",
        required=False,
        help_text=f"Their ids, one a line, up to {MOST_PARTICIPANTS:,}.",
    )

    def __init__(self, formula: RewardFormula, asked: Any = None) -> None:
        initial = {"month": _usual_month(formula), "revision": formula.revision.number}
        super().__init__(asked, initial=initial)
        self._formula = formula
        self._offer("revision", name_revisions(formula))
        same = RewardFormula.objects.of(formula.program_id, formula.activity_type)
        rows = same.exclude(pk=formula.pk).select_related("revision")
        others = [(str(each.pk), f"{each.name}, revision {each.revision.number}") for each in rows]
        self._offer("others", others)
        if not others:
            del self.fields["others"]

    def _offer(self, name: str, choices: list[tuple[Any, str]]) -> None:
        self.fields[name].choices = choices  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        given: dict[str, Any] = super().clean() or self.cleaned_data
        since, until = given.get("since"), given.get("until")
        if bool(since) != bool(until):
            self.add_error("since" if until else "until", "Both days are needed.")
        elif since and until:
            given["period"] = beginning_of_day(since), end_of_day(until)
        else:
            self._clean_month(given)
        return given

    def _clean_month(self, given: dict[str, Any]) -> None:
        if not given.get("month"):
            self.add_error("month", "A month, or both days, are required.")
            return
        try:
            given["period"] = month_of(given["month"])
        except ValueError as fault:
            self.add_error("month", f"The month {fault}.")

    def start(self, dry_run_id: UUID, by: Actor) -> bool:
        """Start the dry run; return whether it was started. If not, the form has the reason."""
        given = self.cleaned_data
        since, before = given["period"]
        command = StartDryRunCommand(
            dry_run_id=dry_run_id,
            formula_id=self._formula.pk,
            number=given["revision"],
            since=since,
            before=before,
            others=[OtherDraft(formula_id=UUID(each)) for each in given.get("others", ())],
            participant_ids=given["participants"] or None,
            segment=Segment(
                state=given["state"],
                completed_exercise_id=key_in(given, "completed_exercise"),
                not_completed_exercise_id=key_in(given, "not_completed_exercise"),
            ),
            by=by,
            now=timezone.now(),
        )
        try:
            start_dry_run(command)
        except Refusal as refusal:
            show_refusal(self, refusal, {"before": "until"})
        return not self.errors


def _usual_month(formula: RewardFormula) -> str:
    """Return the last whole month; of a program that is newer than that, the present one."""
    now = timezone.now()
    is_new = formula.program.created_on >= beginning_of(now.year, now.month)
    return f"{now:%Y-%m}" if is_new else month_before(now)


class DryRunActions(StaffAdmin):
    """A button on a formula's page, for those who may write formulas."""

    opened_by = {"dry_run": ("rewards.edit",)}

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
