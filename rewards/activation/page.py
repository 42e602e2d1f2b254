"""The page on which staff request, look at and approve the activation of a formula's revision."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils import timezone

from foundation.records.audit import actor_of
from foundation.records.refusals import REASON_LENGTH, Refusal
from foundation.staff.actions import view_button
from foundation.staff.confirming import Asking, text_of
from foundation.staff.form_fields import CleanTextField, SelectField
from foundation.staff.html import address_of_page
from rewards.access import may_activate, may_edit
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
from rewards.activation.tables import activations_table, dry_runs_of
from rewards.formulas.models import FormulaActivation, FormulaRevision, RewardFormula
from rewards.trials.check_page import shown as shown_check
from rewards.trials.differences import compare_revisions
from rewards.trials.examination import examine

TEMPLATE = "admin/rewards/life.html"
NOTHING = 0  # in place of a revision's number: the other one is shown as a whole


class LookedAtForm(forms.Form):
    """Which revision is looked at, and with which it is compared."""

    revision = SelectField(coerce=int)
    against = SelectField(label="Compared with", coerce=int)

    def __init__(
        self, formula: RewardFormula, waiting: FormulaActivation | None, asked: Mapping[str, str]
    ) -> None:
        numbers = list(formula.revisions.order_by("-number").values_list("number", flat=True))
        revision = waiting.revision if waiting else formula.revision
        number = str(asked.get("revision", revision.number))
        usual = {"revision": number, "against": _compared_with(formula, number)}
        super().__init__({**usual, **asked}, use_required_attribute=False)
        names = _names(formula, waiting)
        choices = [(each, f"Revision {each}{names.get(each, '')}") for each in numbers]
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


class Life(Asking):
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
    found = examine(formula.pk, timezone.now(), revision)
    asked = waiting if waiting and waiting.revision.number == revision else None
    return {
        "may_edit": may_edit(request),
        "revision": found.revision,
        "difference": compare_revisions(formula.pk, against or None, revision),
        "found": shown_check(found, may_edit=False),
        "dry_runs": dry_runs_of(found.revision, request),
        "asked": asked,
        "waiting": waiting,
        "rejection": RejectionForm(request.POST or None),
        **_buttons(request, formula, found.revision, asked, waiting),
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


def _names(formula: RewardFormula, waiting: FormulaActivation | None) -> dict[int, str]:
    named: dict[int, list[str]] = {formula.revision.number: ["saved last"]}
    if waiting is not None:
        named.setdefault(waiting.revision.number, []).append("requested")
    if formula.active_revision is not None:
        named.setdefault(formula.active_revision.number, []).append("active")
    return {number: f" ({', '.join(words)})" for number, words in named.items()}
