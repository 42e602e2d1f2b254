"""The form that starts the preview of a correction."""

from typing import Any
from urllib.parse import urlencode
from uuid import UUID, uuid4

from django import forms
from django.db.models import Q
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone
from unfold.widgets import UnfoldAdminSelectWidget, UnfoldBooleanSwitchWidget

from foundation.records.audit import actor_of
from foundation.records.formats import guid_or_none
from foundation.records.refusals import Refusal
from foundation.staff.actions import button, unless
from foundation.staff.confirming import show_refusal
from foundation.staff.display import address_of_page
from foundation.staff.form_fields import DayField, IdsField, RecordField, SelectField
from foundation.staff.staff_admin import StaffAdmin
from programs.activity_types import titles_to_choose
from programs.programs.models import MarketingProgram
from rewards.corrections.commands import StartCorrectionCommand, start_correction
from rewards.corrections.models import RewardCorrection
from rewards.formulas.models import RewardFormula
from rewards.limits.budgets import budget_use
from rewards.limits.models import RewardLimit
from rewards.months import beginning_of_day, end_of_day

TITLE, TITLE_OF_CUTS = "Correct credited rewards", "Pay what limits had cut"
TEXT = (
    "First a preview: the credited rewards of the chosen activities are compared with what the "
    "formulas that are active now give. No balance changes before another person approves it. "
    "Activities that someone adjusted by hand, and those that are not accepted, are left out."
)
TEXT_OF_CUTS = (
    "First a preview: what limits had cut of the chosen activities, and was not paid since. No "
    "balance changes before another person approves it. Then the earlier activity comes first, and "
    "the limits of that moment are asked again: what they leave is paid, and counts in them."
)
LEFT = "Left now of {}: {:,}."
IS_ACTIVE = Q(active_revision__isnull=False)
NOT_ACTIVE = "The formula is not active: only what active formulas give is compared."
PREFILLED = ("program", "activity_type", "formula", "since", "until", "pays_cuts")


class FormulaChoice(forms.ModelChoiceField):  # type: ignore[type-arg]  # not subscriptable
    """A formula, named with its program: names are alike in several programs."""

    def label_from_instance(self, obj: RewardFormula) -> str:
        return f"{obj.program}: {obj}"


class RewardCorrectionForm(forms.Form):
    """Which rewards are compared; the id makes a form that is sent twice start once."""

    correction_id = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4)
    program = RecordField(MarketingProgram.objects.order_by("name", "pk"))
    activity_type = SelectField(choices=titles_to_choose)
    formula = FormulaChoice(
        RewardFormula.objects.select_related("program").order_by("program__name", "position"),
        required=False,
        empty_label="All formulas",
        widget=UnfoldAdminSelectWidget,
        help_text="Only the rewards that it decided.",
    )
    since = DayField(label="Created from (UTC)")
    until = DayField(label="To, included")
    participants = IdsField(
        required=False,
        help_text="Only theirs: ids, one a line or separated by commas. Empty: of all.",
    )
    includes_changed_data = forms.BooleanField(
        required=False,
        label="Also where the data changed",
        widget=UnfoldBooleanSwitchWidget,
        help_text="Rewards of activities whose data changed after the credit are left out else.",
    )
    pays_cuts = forms.BooleanField(
        required=False,
        label=TITLE_OF_CUTS,
        widget=UnfoldBooleanSwitchWidget,
        help_text="After a limit was raised or removed. Formulas are not asked.",
    )

    def clean(self) -> None:
        given = self.cleaned_data
        if {"since", "until"} <= given.keys() and given["until"] < given["since"]:
            self.add_error("until", "This is before the day above.")

    def start(self, request: HttpRequest) -> RewardCorrection | None:
        """Start the preview; if it is refused, the form has the reason."""
        given = self.cleaned_data
        command = StartCorrectionCommand(
            correction_id=given["correction_id"],
            program_id=given["program"].pk,
            activity_type=given["activity_type"],
            formula_id=given["formula"].pk if given["formula"] else None,
            since=beginning_of_day(given["since"]),
            before=end_of_day(given["until"]),
            participants=given["participants"],
            includes_changed_data=given["includes_changed_data"],
            pays_cuts=given["pays_cuts"],
            by=actor_of(request),
            now=timezone.now(),
        )
        try:
            return start_correction(command)
        except Refusal as refusal:
            show_refusal(self, refusal, {"before": "until"})
        return None


class StartingCorrections(StaffAdmin):
    """A button above the list of corrections."""

    @button("New correction…", "new")
    def new(self, request: HttpRequest) -> HttpResponse:
        """Ask what is compared, start the preview, and show its page."""
        form = RewardCorrectionForm(request.POST if "start" in request.POST else None)
        form.initial = _asked(request)
        if form.is_bound and form.is_valid() and (correction := form.start(request)):
            return HttpResponseRedirect(address_of_page(RewardCorrection, correction.pk))
        title, text, facts = TITLE, TEXT, list[str]()
        if form["pays_cuts"].value():
            title, text = TITLE_OF_CUTS, TEXT_OF_CUTS
            facts = _left_of_budgets(guid_or_none(str(form["program"].value())))
        return self.ask(request, [], title, text, {"start": "Preview"}, form, facts=facts)


class CorrectedFormula(StaffAdmin):
    """A button of a formula's page: correct what it credited."""

    opened_by = {"correct": ("rewards.adjust",)}

    @button("Correct credits…", "correct", "correct", unless(IS_ACTIVE, NOT_ACTIVE))
    def correct(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Show the form of a correction, filled in for the formula."""
        formula: RewardFormula = self.record_of(request, object_id)
        chosen = {
            "program": formula.program_id,
            "activity_type": formula.activity_type,
            "formula": formula.pk,
        }
        address = reverse("admin:rewards_rewardcorrection_new")
        return HttpResponseRedirect(f"{address}?{urlencode(chosen)}")


def _left_of_budgets(program_id: UUID | None) -> list[str]:
    """Return what the budgets of a program leave in their present periods."""
    now = timezone.now()
    limits = RewardLimit.objects.filter(program=program_id).select_related("program")
    uses = ((each, budget_use(each, now)) for each in limits.order_by("created_on", "pk"))
    return [LEFT.format(limit, use.left) for limit, use in uses if use is not None]


def _asked(request: HttpRequest) -> dict[str, Any]:
    """Return what a link to the form has chosen; the period is this year's until today."""
    today = timezone.now().date()
    usual = {"since": today.replace(month=1, day=1).isoformat(), "until": today.isoformat()}
    return usual | {name: request.GET[name] for name in PREFILLED if request.GET.get(name)}
