"""Staff's pages of balances: they look at them, and correct them by operations of their own."""

from decimal import Decimal
from uuid import UUID, uuid4

from django import forms
from django.contrib import admin
from django.db.models import OuterRef, Q, QuerySet, Subquery, Sum
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils import timezone
from django.utils.html import format_html
from unfold.widgets import (
    UnfoldAdminDecimalFieldWidget,
    UnfoldAdminTextareaWidget,
    UnfoldAdminTextInputWidget,
)

from programs.models import Participant
from records.audit import actor_of
from records.reasons import REASON_LENGTH
from records.refusals import Refusal
from rewards.admin.operations import operations_table
from rewards.admin.statement import StatementPage
from rewards.commands.balances import AdjustBalanceCommand, adjust_balance
from rewards.models import Balance, BalanceOperation, OperationSource, OperationType
from rewards.queries import list_operations
from staff.actions import button, computed_once
from staff.asking import Asking, text_of
from staff.links import address_of_list, address_of_page, link, link_to
from staff.read_only import ReadOnlyAdmin
from staff.search import FoundById

READERS = ("rewards.read", "rewards.adjust")
MOST_ROWS = 50
TITLE = "Adjust the balance"
TEXT = (
    "A correction is an operation of its own, with your name and the reason. What is credited "
    "stays as it is. The next page asks once more."
)
AFTER = (
    "{amount} is added to the balance of {balance}: it will be {after}. Reason: {reason} "
    "This cannot be undone; another adjustment can correct it."
)


class AdjustmentForm(forms.Form):
    """What to add or take, and why; the id makes it happen once."""

    operation_id = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4)
    amount = forms.DecimalField(
        max_digits=17,
        decimal_places=2,
        widget=UnfoldAdminDecimalFieldWidget,
        help_text="What is added; with a minus what is taken.",
    )
    reason = forms.CharField(
        max_length=REASON_LENGTH, widget=UnfoldAdminTextareaWidget(attrs={"rows": 3})
    )
    activity_id = forms.UUIDField(
        required=False,
        label="Activity",
        widget=UnfoldAdminTextInputWidget,
        help_text="The id of the activity whose credited reward is corrected, if there is one.",
    )


@admin.register(Balance)
class BalanceAdmin(StatementPage, FoundById, Asking, ReadOnlyAdmin):
    filled_by = "The first reward of a participant creates one."
    list_display = ("participant_id", "amount", "adjusted", "updated_on")
    list_display_links = ("participant_id",)
    search_help_text = "Id of a participant"
    ordering = ("-updated_on",)
    sortable_by = ()
    fields = ("of_participant", "amount", "operations", "version", "updated_on")
    readonly_fields = fields
    actions_detail = ("statement", "adjust_one")

    def has_view_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return _may_read(request)

    def has_act_permission(self, request: HttpRequest, key: object = None) -> bool:
        return request.user.has_perm("rewards.adjust")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Balance]:
        found: QuerySet[Balance] = super().get_queryset(request)
        adjustments = BalanceOperation.objects.filter(
            balance=OuterRef("pk"), type=OperationType.ADJUSTMENT
        )
        total = adjustments.order_by().values("balance").annotate(total=Sum("amount"))
        return found.annotate(adjusted=Subquery(total.values("total")))

    @admin.display(description="Adjustments")
    def adjusted(self, balance: Balance) -> str:
        total: Decimal | None = vars(balance)["adjusted"]
        return "" if total is None else f"{total:f}"

    @admin.display(description="Participant")
    def of_participant(self, balance: Balance) -> str:
        return link_to(Participant, balance.pk, reader=self.reader)

    @admin.display(description="Operations")
    @computed_once
    def operations(self, balance: Balance) -> str:
        shown = operations_table(list_operations().filter(balance=balance)[:MOST_ROWS])
        address = address_of_list(BalanceOperation, q=balance.pk)
        return format_html("<div>{}</div>{}", link(address, "All operations"), shown)

    @button("Adjust…", "adjust")
    def adjust_one(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Ask for the adjustment, ask once more, and make it."""
        balance = self.record_of(request, object_id)
        form = AdjustmentForm(request.POST or None)
        if not form.is_valid():
            return self.ask(request, [balance], TITLE, TEXT, {"continue": "Continue"}, form)
        if "confirmed" not in request.POST:
            return self._confirm(request, balance, form)
        try:
            self._adjust(request, balance, form)
        except Refusal as refusal:
            form.add_error(None, text_of(refusal))
            return self.ask(request, [balance], TITLE, TEXT, {"continue": "Continue"}, form)
        return HttpResponseRedirect(address_of_page(Balance, balance.pk))

    def _confirm(
        self, request: HttpRequest, balance: Balance, form: AdjustmentForm
    ) -> HttpResponse:
        given = form.cleaned_data
        after = balance.amount + given["amount"]
        text = AFTER.format(
            amount=f"{given['amount']:f}",
            balance=balance.pk,
            after=f"{after:f}" if after >= 0 else f"{after:f}, which is refused",
            reason=given["reason"],
        )
        hidden = [(name, value) for name, value in given.items() if value is not None]
        buttons = {"confirmed": "Adjust"}
        return self.ask(request, [balance], TITLE, text, buttons, hidden=hidden)

    def _adjust(self, request: HttpRequest, balance: Balance, form: AdjustmentForm) -> None:
        by = actor_of(request)
        adjusted = adjust_balance(
            AdjustBalanceCommand(
                balance_id=balance.pk, by=by, now=timezone.now(), **form.cleaned_data
            )
        )
        self.message_user(request, f"{adjusted.record} is done.")


@admin.register(BalanceOperation)
class BalanceOperationAdmin(FoundById, ReadOnlyAdmin):
    filled_by = "Each reward appears here, and each correction by staff."
    list_display = ("id", "balance_id", "type", "amount", "reason", "created_by", "source",
                    "created_on")  # fmt: skip
    list_filter = ("source", "type", "state")
    search_help_text = "Id of an operation, an activity or a participant"
    ordering = ("-created_on", "id")
    sortable_by = ()

    def has_view_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return _may_read(request)

    def with_id(self, guid: UUID) -> Q:
        of_source = Q(source__in=OperationSource.values, source_id=guid)
        return Q(pk=guid) | of_source | Q(balance=guid)


def _may_read(request: HttpRequest) -> bool:
    """Return whether this user may see balances: those who write or activate formulas may not."""
    return any(request.user.has_perm(role) for role in READERS)
