"""Staff's pages of orders that wait for a second person: approve, reject, withdraw."""

from typing import Any
from uuid import UUID

from django import forms
from django.contrib import admin, messages
from django.db.models import Model, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.html import format_html

from foundation.records.audit import Actor, actor_of, name_of
from foundation.records.formats import guid_or_none
from foundation.records.texts import counted
from foundation.staff.actions import action, button
from foundation.staff.command_admin import ReadOnlyAdmin
from foundation.staff.confirming import Effect
from foundation.staff.display import address_of_page, labelled, link, link_by_label, link_to
from foundation.staff.form_fields import ReasonField
from programs.participants.models import Participant
from rewards.approvals.commands import (
    ApprovalIsSettled,
    ApprovalRequesterDiffers,
    ApproverIsRequester,
    SettleApprovalCommand,
    kind_of,
    needs_another,
    request_approval,
    settle_approval,
)
from rewards.approvals.models import ActivationState, Approval, ApprovedOrder

COLOURS = {
    "success": ("Active", ActivationState.APPROVED),
    "info": (ActivationState.REQUESTED,),
    "warning": (ActivationState.OUTDATED, ActivationState.WITHDRAWN),
    "danger": (ActivationState.REJECTED,),
}
DONE = {
    ActivationState.APPROVED: "Done: {}",
    ActivationState.REJECTED: "Rejected, nothing is changed: {}",
    ActivationState.WITHDRAWN: "Withdrawn, nothing is changed: {}",
}


APPROVE, DONE_AT_ONCE = "Approve the requests", "This is done at once, in your name."
MOST_SHOWN = 10
TAKEN = (
    Effect(Q(state=ActivationState.REQUESTED), "request", "is carried out", "are carried out"),
    Effect(~Q(state=ActivationState.REQUESTED), "request", "is settled already",
           "are settled already"),
)  # fmt: skip
ASK = "rewards.add_approval"  # the right to ask for orders that another person then decides


class NothingAskedForm(forms.Form):
    """Nothing is asked for."""


class WhyNotForm(forms.Form):
    """Why it is rejected."""

    reason = ReasonField()


def requested_instead(request: HttpRequest, order: Any) -> Approval | None:
    """Request an order that needs another person, and say so; None: one person is enough.

    :raises Refusal: the command refuses it as things are now.
    """
    return requested(request, order) if needs_another(order) else None


def requested(request: HttpRequest, order: Any) -> Approval:
    """Request an order of another person, and say so.

    :raises Refusal: the command refuses it as things are now.
    """
    approval = request_approval(order, timezone.now()).record
    say_requested(request, approval)
    return approval


def say_requested(request: HttpRequest, approval: Approval) -> None:
    page = link(address_of_page(Approval, approval.pk), "Another person must approve it")
    messages.warning(request, format_html("{}. Nothing is changed yet: {}.", page, approval))


def requested_already(approvals: QuerySet[Approval]) -> list[str]:
    """Return which of these requests wait, for the page that asks first."""
    shown = approvals.waiting()[:MOST_SHOWN]  # type: ignore[attr-defined]
    return [f"Requested already by {each.requested_by}: {each}" for each in shown]


def _not_by_requester(_: Any, request: HttpRequest, approval: Approval) -> str:
    return _over(approval) or (ApproverIsRequester().detail if _is_own(request, approval) else "")


def _not_by_another(_: Any, request: HttpRequest, approval: Approval) -> str:
    refusal = "" if _is_own(request, approval) else ApprovalRequesterDiffers().detail
    return _over(approval) or refusal


def _over(approval: Approval) -> str:
    return "" if approval.state == ActivationState.REQUESTED else ApprovalIsSettled().detail


def _is_own(request: HttpRequest, approval: Approval) -> bool:
    return approval.requested_by == name_of(actor_of(request))


def _approve(approval: Approval, by: Actor) -> Approval:
    state, now = ActivationState.APPROVED, timezone.now()
    command = SettleApprovalCommand(approval_id=approval.pk, state=state, by=by, now=now)
    return settle_approval(command)


@admin.register(Approval)
class ApprovalAdmin(ReadOnlyAdmin):
    filled_by = "An order that one person may not give alone appears here."
    list_display = ("requested_on", "order", "of_participant", "words", "program",
                    "shown_state", "requested_by", "settled_by")  # fmt: skip
    list_filter = ("state", "order", "program")
    list_select_related = ("program", "participant__program")
    search_fields = ("id", "participant__id", "requested_by")
    search_help_text = "Id of an approval or a participant, or who requested it"
    ordering = ("-requested_on", "-id")
    sortable_by = ()
    fields = ("words", "order", "program", "of_participant", "activity", "shown_state",
              "requested_by", "requested_on", "settled_by", "settled_on", "reason")  # fmt: skip
    readonly_fields = fields
    actions = ("approve_chosen",)
    actions_detail = ("approve", "reject", "withdraw")

    def has_view_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return bool(_seen_by(request))

    def get_queryset(self, request: HttpRequest) -> QuerySet[Approval]:
        found: QuerySet[Approval] = super().get_queryset(request)
        return found.filter(order__in=_seen_by(request))

    def has_act_permission(self, request: HttpRequest, key: object = None) -> bool:
        """Return whether this user may settle it; without a key, whether they ever may."""
        guid = guid_or_none(str(key)) or UUID(int=0)  # of none
        known = Approval.objects.filter(pk=guid).values_list("order", flat=True)
        orders = known or list(ApprovedOrder)
        return any(request.user.has_perm(kind_of(order).role) for order in orders)

    @admin.display(description="Participant")
    def of_participant(self, approval: Approval) -> str:
        who = approval.participant
        return link_to(Participant, who.pk, who.known_as, self.reader) if who else ""

    @admin.display(description="Activity")
    def activity(self, approval: Approval) -> str:
        pk = approval.command.get("activity_id")
        return link_by_label("activities.Activity", pk, pk, self.reader) if pk else ""

    @admin.display(description="State")
    def shown_state(self, approval: Approval) -> str:
        return labelled(approval.state, COLOURS)

    @action("Approve the requests…")
    def approve_chosen(self, request: HttpRequest, queryset: QuerySet[Approval]) -> Any:
        """Ask first; then approve each that this user may approve."""
        roles = (order for order in ApprovedOrder if request.user.has_perm(kind_of(order).role))
        may = queryset.filter(order__in=list(roles))
        facts = [str(each) for each in may[:MOST_SHOWN]]
        if others := queryset.count() - may.count():
            facts.append(f"{counted(others, 'request')} of other groups: left as before.")
        page = self.asked_first(request, may, APPROVE, DONE_AT_ONCE, TAKEN, facts=facts)
        if page is None:
            self.act(request, may, _approve, APPROVE)
        return page

    @button("Approve…", "approve", why_not=_not_by_requester)
    def approve(self, request: HttpRequest, object_id: str) -> HttpResponse:
        return self._settle(request, object_id, ActivationState.APPROVED, "Approve", DONE_AT_ONCE)

    @button("Reject…", "reject", why_not=_not_by_requester)
    def reject(self, request: HttpRequest, object_id: str) -> HttpResponse:
        text = "Nothing is changed, and the person who requested it reads your reason."
        return self._settle(request, object_id, ActivationState.REJECTED, "Reject", text)

    def has_withdraw_permission(self, request: HttpRequest, key: object = None) -> bool:
        return request.user.has_perm(ASK) or self.has_act_permission(request, key)

    @button("Withdraw…", "withdraw", "withdraw", _not_by_another)
    def withdraw(self, request: HttpRequest, object_id: str) -> HttpResponse:
        text = "Nothing is changed."
        return self._settle(request, object_id, ActivationState.WITHDRAWN, "Withdraw", text)

    def _settle(
        self, request: HttpRequest, key: str, state: ActivationState, title: str, text: str
    ) -> HttpResponse:
        """Ask first; then settle it, or say on the same page why not."""
        approval = self.record_of(request, key)

        def settle(given: dict[str, Any]) -> str:
            by, now = actor_of(request), timezone.now()
            command = SettleApprovalCommand(
                approval_id=approval.pk, state=state, by=by, now=now, **given
            )
            return DONE[state].format(settle_approval(command))

        form = WhyNotForm if state == ActivationState.REJECTED else NothingAskedForm
        return self.ordered(request, approval, title, f"{approval}. {text}", settle, form)


def _seen_by(request: HttpRequest) -> list[ApprovedOrder]:
    """Return the kinds of orders that this user may see: who may see what they change."""
    may = request.user.has_perm
    return [order for order in ApprovedOrder if any(map(may, kind_of(order).readers))]


def orders_requested(record: Model) -> Q:
    """Return the condition for rows of the audit about requests for a balance or an activity."""
    about = Q(participant_id=record.pk) | Q(command__activity_id=str(record.pk))
    ids = {str(pk) for pk in Approval.objects.filter(about).values_list("pk", flat=True)}
    return Q(record_type=Approval.__name__, record_id__in=ids)


def carried_out(approval: Approval) -> Q:
    """Return the condition for rows of the audit about what an approval has carried out."""
    model, key = kind_of(approval.order).changes(approval)
    done = Q(record_type=model.__name__, record_id=str(key))
    return done & Q(occurred_on__gte=approval.requested_on)
