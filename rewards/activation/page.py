"""The page on which staff request, look at and approve the activation of a formula's revision."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html, format_html_join

from foundation.messaging.models import LongJobState
from foundation.records.audit import actor_of
from foundation.records.refusals import REASON_LENGTH, Refusal
from foundation.staff.actions import view_button
from foundation.staff.command_admin import ReadOnlyInline
from foundation.staff.confirming import text_of
from foundation.staff.display import address_of_page, labelled, table, wrapping_link
from foundation.staff.form_fields import CleanTextField, SelectField
from foundation.staff.staff_admin import StaffAdmin
from rewards.access import READERS, may_activate, may_edit
from rewards.activation.activating import ActivateFormulaCommand, activate_formula, person_refused
from rewards.activation.requests import (
    ApproveActivationCommand,
    RejectActivationCommand,
    RequestActivationCommand,
    WithdrawActivationCommand,
    approve_activation,
    reject_activation,
    request_activation,
    withdraw_activation,
)
from rewards.approvals.admin import COLOURS
from rewards.approvals.models import ActivationState
from rewards.formulas.models import FormulaActivation, FormulaRevision, RewardFormula
from rewards.formulas.queries import lines_in_words, list_revisions, name_revisions
from rewards.trials.differences import ADDED, REMOVED, compare_revisions
from rewards.trials.dry_runs_admin import results_of
from rewards.trials.examination import examine
from rewards.trials.findings import shown as shown_findings
from rewards.trials.models import FormulaDryRun

MOST_ROWS = 50
MOST_RUNS = 3
LIFE = "admin:rewards_rewardformula_activation"
_CLASSES = {ADDED: "fl-added", REMOVED: "fl-removed"}


def activations_table(formula: RewardFormula) -> str:
    """Return who requested and approved which revision, the newest first."""
    rows = [_row(each) for each in formula.activations.newest()[:MOST_ROWS]]
    headers = ["Revision", "State", "Requested", "Settled", "Active until", "Reason"]
    return table(headers, rows)


def _row(each: FormulaActivation) -> list[object]:
    is_running = each.state == ActivationState.APPROVED and each.ended_on is None
    return [
        each.revision.number,
        labelled("Active" if is_running else each.state, COLOURS),
        _who(each.requested_by, each.requested_on),
        _who(each.settled_by, each.settled_on),
        _who(each.ended_by, each.ended_on),
        each.reason,
    ]


def _who(name: str, on: Any) -> str:
    if on is None:
        return ""
    return format_html(
        '{}<div class="whitespace-nowrap">{}</div>', name, f"{on:%Y-%m-%d %H:%M} UTC"
    )


def address_of_activation(revision: FormulaRevision) -> str:
    """Return the page on which a revision is looked at and made active."""
    return f"{reverse(LIFE, args=[revision.formula_id])}?revision={revision.number}"


def difference_shown(difference: str) -> str:
    """Return a unified difference: a sign and a ground for what changed, none for what did not."""
    lines = [each for each in difference.split("\n")[2:] if not each.startswith("@@")]
    marked = ((_CLASSES.get(each[:1], ""), each) for each in lines)
    shown = format_html_join("", '<div class="{}">{}</div>', marked)
    return format_html('<div class="fl-code-shown fl-difference">{}</div>', shown)


def dry_runs_of(revision: FormulaRevision, reader: HttpRequest) -> list[dict[str, Any]]:
    """Return the newest dry runs of a revision, each with its figures if it has any."""
    runs = FormulaDryRun.objects.filter(revision=revision).order_by("-created_on")[:MOST_RUNS]
    return [_dry_run(run, reader) for run in runs]


def _dry_run(run: FormulaDryRun, reader: HttpRequest) -> dict[str, Any]:
    period = f"{run.since:%Y-%m-%d} to {run.before:%Y-%m-%d}"
    known = run.known_results if run.state == LongJobState.FINISHED else None
    return {
        "link": wrapping_link(address_of_page(FormulaDryRun, run.pk), period),
        "state": run.state,
        "figures": results_of(known, reader)["figures"] if known else [],
    }


# The revisions on a formula's page: what each changed, and which one is active.


class RevisionInline(ReadOnlyInline):
    """Everything that the formula ever was, each with its difference from the one before."""

    opened_by = {"view": READERS}

    model = FormulaRevision
    fk_name = "formula"
    fields = readonly_fields = ("shown_number", "difference", "created_by", "created_on", "look")
    ordering = ("-number",)
    _differences: Mapping[int, str] | None = None

    def get_queryset(self, request: HttpRequest) -> QuerySet[FormulaRevision]:
        found: QuerySet[FormulaRevision] = super().get_queryset(request)
        return found.select_related("formula")

    @admin.display(description="Revision")
    def shown_number(self, revision: FormulaRevision) -> str:
        is_active = revision.pk == revision.formula.active_revision_id
        label = labelled("Active", COLOURS) if is_active else ""
        return format_html("{} {}", revision.number, label)

    @admin.display(description="Changes")
    def difference(self, revision: FormulaRevision) -> str:
        if self._differences is None:  # an inline is made for each request
            rows = list_revisions(revision.formula_id, lines_in_words)
            self._differences = {each.revision.number: each.difference for each in rows}
        if difference := self._differences.get(revision.number):
            return difference_shown(difference)
        return format_html('<pre class="fl-code-shown">{}</pre>', revision.expression)

    @admin.display(description="")
    def look(self, revision: FormulaRevision) -> str:
        return wrapping_link(address_of_activation(revision), "Look at it, make it active…")


TEMPLATE = "admin/rewards/life.html"
NOTHING = 0  # in place of a revision's number: the other one is shown as a whole


class LookedAtForm(forms.Form):
    """Which revision is looked at, and with which it is compared."""

    revision = SelectField(coerce=int)
    against = SelectField(label="Compared with", coerce=int)

    def __init__(
        self, formula: RewardFormula, waiting: FormulaActivation | None, asked: Mapping[str, str]
    ) -> None:
        revision = waiting.revision if waiting else formula.revision
        number = str(asked.get("revision", revision.number))
        usual = {"revision": number, "against": _compared_with(formula, number)}
        super().__init__({**usual, **asked}, use_required_attribute=False)
        choices = name_revisions(formula, waiting.revision if waiting else None)
        self.fields["revision"].choices = choices  # type: ignore[attr-defined]
        self.fields["against"].choices = [*choices, (NOTHING, "Nothing")]  # type: ignore[attr-defined]


class OrderForm(forms.Form):
    """What was looked at when a button was pressed."""

    revision = forms.IntegerField(min_value=1, max_value=2**31 - 1)
    version = forms.IntegerField(min_value=1, max_value=2**31 - 1)
    activation = forms.UUIDField(required=False)


class RejectionForm(forms.Form):
    """Why a request is rejected."""

    reason = CleanTextField(required=False, max_length=REASON_LENGTH, label="Reason, to reject it")


def may_request(request: HttpRequest) -> bool:
    return may_edit(request) or may_activate(request)


SEEN, SETTLED = ("number", "expected_version"), ("activation_id",)
# By the button: who may give the order, the command and what it takes, and what is said then.
_ORDERS: Mapping[str, tuple[Callable[[HttpRequest], bool], Any, Any, Sequence[str], str]] = {
    "request": (may_request, request_activation, RequestActivationCommand, SEEN,
                "The activation of revision {} is requested."),
    "withdraw": (may_request, withdraw_activation, WithdrawActivationCommand, SETTLED,
                 "The request is withdrawn."),
    "activate": (may_activate, activate_formula, ActivateFormulaCommand, SEEN,
                 "Revision {} is active."),
    "approve": (may_activate, approve_activation, ApproveActivationCommand, (*SETTLED, "number"),
                "Revision {} is active."),
    "reject": (may_activate, reject_activation, RejectActivationCommand, (*SETTLED, "reason"),
               "The activation of revision {} is rejected."),
}  # fmt: skip


class Life(StaffAdmin):
    """A formula whose revisions are requested, compared and made active."""

    @view_button("Activate…", "activation")
    def activation(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Show a revision beside another one, with what is known of it; carry out an order."""
        formula: RewardFormula = self.record_of(request, object_id)
        if request.method == "POST" and self._is_done(request, formula):
            return HttpResponseRedirect(address_of_page(RewardFormula, formula.pk))
        formula.refresh_from_db()
        waiting = formula.activations.waiting().select_related("revision").first()
        form = LookedAtForm(formula, waiting, request.GET.dict())
        context: dict[str, Any] = {
            "formula": formula,
            "back": address_of_page(RewardFormula, formula.pk),
            "history": activations_table(formula),
        }
        if form.is_valid():
            context |= _looked_at(request, formula, waiting, **form.cleaned_data)
        return self.page(request, TEMPLATE, f"Activation: {formula}", form, **context)

    def _is_done(self, request: HttpRequest, formula: RewardFormula) -> bool:
        """Carry out the order of the button that was pressed; else show why not."""
        form = OrderForm(request.POST)
        name = next((name for name in _ORDERS if name in request.POST), "")
        if not name or not _ORDERS[name][0](request) or not form.is_valid():
            raise PermissionDenied
        _, do, command, names, said = _ORDERS[name]
        seen = form.cleaned_data
        given = {
            "number": seen["revision"],
            "expected_version": seen["version"],
            "activation_id": seen["activation"],
            "reason": request.POST.get("reason", "")[:REASON_LENGTH],
        }
        asked = {"formula_id": formula.pk, "by": actor_of(request), "now": timezone.now()}
        try:
            do(command(**asked, **{name: given[name] for name in names}))
            self.message_user(request, said.format(given["number"]), messages.SUCCESS)
        except Refusal as refusal:
            self.message_user(request, text_of(refusal), messages.ERROR)
            return False
        return True


def _looked_at(
    request: HttpRequest,
    formula: RewardFormula,
    waiting: FormulaActivation | None,
    revision: int,
    against: int,
) -> dict[str, Any]:
    seen = formula.revision_numbered(revision)
    found = examine(formula.pk, timezone.now(), revision)
    asked = waiting if waiting and waiting.revision.number == revision else None
    return {
        "may_edit": may_edit(request),
        "revision": seen,
        "difference": compare_revisions(formula.pk, against or None, revision),
        "found": shown_findings(found),
        "dry_runs": dry_runs_of(seen, request),
        "asked": asked,
        "waiting": waiting,
        "rejection": RejectionForm(request.POST or None),
        **_buttons(request, formula, seen, asked, waiting),
    }


def _buttons(
    request: HttpRequest,
    formula: RewardFormula,
    revision: FormulaRevision,
    asked: FormulaActivation | None,
    waiting: FormulaActivation | None,
) -> dict[str, Any]:
    """Return which orders the page offers to this person, and why one is not."""
    by, is_active = actor_of(request), revision.pk == formula.active_revision_id
    refused = person_refused(revision, by)
    activates = may_activate(request) and not is_active and refused is None
    return {
        "is_active": is_active,
        "refused": refused.detail if refused and may_activate(request) and not is_active else "",
        "may_approve": activates and asked is not None,
        "may_activate": activates and asked is None,
        "may_reject": may_activate(request) and asked is not None,
        "may_withdraw": asked is not None and asked.requested_by == by.name,
        "may_request": may_request(request) and not is_active and waiting is None,
    }


def _compared_with(formula: RewardFormula, number: str) -> str:
    """Return the number of the active revision; of that itself, the one before."""
    active = formula.active_revision
    if active is not None and str(active.number) != number:
        return str(active.number)
    return str(int(number) - 1) if number.isdecimal() and len(number) < 10 else str(NOTHING)
