"""Staff's pages of balances: they look at them, and correct them by operations of their own."""

from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal
from functools import partial
from uuid import UUID, uuid4

from django import forms
from django.contrib import admin, messages
from django.db.models import OuterRef, Q, QuerySet, Subquery, Sum
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils import timezone
from django.utils.html import format_html
from unfold.contrib.filters.admin import RelatedDropdownFilter

from foundation.records.audit import actor_of
from foundation.records.refusals import Refusal
from foundation.staff.actions import button, computed_once
from foundation.staff.command_admin import ReadOnlyAdmin
from foundation.staff.confirming import show_refusal
from foundation.staff.display import address_of_list, address_of_page, link, link_to, table
from foundation.staff.form_fields import DecimalInput, IdField, PlainDecimalField, ReasonField
from foundation.staff.long_lists import DaysFilter, FoundById
from programs.participants.models import Participant
from rewards.approvals.admin import ASK, requested, requested_already, requested_instead
from rewards.approvals.commands import needs_another
from rewards.approvals.models import Approval
from rewards.balances.commands import (
    AdjustBalanceCommand,
    BalanceChangedMeanwhile,
    BalanceOutOfRange,
    RewardNotCredited,
    adjust_balance,
    balance_after,
    refuse_uncredited,
)
from rewards.balances.models import Balance, BalanceOperation, OperationSource, OperationType
from rewards.balances.queries import list_operations
from rewards.balances.statement_page import StatementPage
from rewards.past_activities import past_activities

# Operations of a balance as a table, for the pages of several records.


def operations_table(
    operations: Iterable[BalanceOperation],
    activity: Callable[[UUID, str], str] = lambda _, words: words,
    reader: HttpRequest | None = None,
) -> str:
    """Return operations as a table: what and when, how much, and for what.

    :param activity: shows an activity by its id, and by what it was in words.
    :param reader: as in `foundation.staff.display.link_to`.
    """
    found = list(operations)
    words = past_activities().in_words([each.source_id for each in found if each.source_id])
    rows = [
        [_what(each, reader), f"{each.amount:f}", _reason(each, words, activity)] for each in found
    ]
    return table(["What, and when (UTC)", "Amount", "For"], rows)


def _what(operation: BalanceOperation, reader: HttpRequest | None) -> str:
    return format_html(
        '{}<div class="whitespace-nowrap">{}</div>',
        link_to(BalanceOperation, operation.pk, operation.get_type_display(), reader),
        f"{operation.created_on:%Y-%m-%d %H:%M:%S}",
    )


def _reason(
    operation: BalanceOperation, words: Mapping[UUID, str], activity: Callable[[UUID, str], str]
) -> str:
    key = operation.source_id
    shown = "" if key is None else activity(key, words.get(key, f"Activity {key}"))
    if not operation.reason:
        return format_html("{}", shown)
    return format_html("{} ({})<div>{}</div>", operation.reason, operation.created_by, shown)


# Those who write or activate formulas may not.
READERS = ("rewards.read", "rewards.adjust")
MOST_ROWS = 50
TITLE = "Adjust the balance"
TEXT = (
    "A correction is an operation of its own, with your name and the reason. What is credited "
    "stays as it is. The next page asks once more."
)
AFTER = (
    "The balance of {balance} is {before}. {change}: it will be {after}. {activity}Reason: "
    "“{reason}”. Limits neither cut it nor count it. It cannot be undone; another adjustment can "
    "correct it."
)
REQUESTED = (
    "The balance of {balance} is {before}. You request that {change}: it would be {after} now. "
    "{activity}Reason: “{reason}”. Limits neither cut it nor count it. Another person decides it: "
    "nothing is changed until then."
)
ABOUT = "It corrects the reward of activity {}. "
CHANGED = "The balance changed meanwhile: nothing is done yet. Look at what it will be now."
WRONG = {RewardNotCredited: "activity_id", BalanceOutOfRange: "amount"}  # the field that is wrong
ANY_TITLE = "Adjust a participant's balance"
ASKED_TITLE = "Ask for an adjustment"


class AdjustmentForm(forms.Form):
    """What to add or take, and why; the id makes it happen once."""

    operation_id = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4)
    amount = PlainDecimalField(
        max_digits=17,
        decimal_places=2,
        widget=DecimalInput({"inputmode": "text"}),  # some keyboards for decimals have no minus
        help_text="What is added; with a minus what is taken.",
    )
    reason = ReasonField()
    activity_id = IdField(
        required=False,
        label="Activity",
        help_text="The id of the activity whose credited reward is corrected, if there is one.",
    )
    expected_amount = PlainDecimalField(
        required=False, max_digits=17, decimal_places=2, widget=forms.HiddenInput
    )

    def clean_amount(self) -> Decimal:
        """Refuse 0 at once: to ask for a confirmation first would be in vain."""
        amount: Decimal = self.cleaned_data["amount"]
        if amount == 0:
            raise forms.ValidationError("An adjustment of 0 changes nothing.")
        return amount


class ParticipantAdjustmentForm(AdjustmentForm):
    """The same for any participant: one without a balance, too."""

    field_order = ("participant_id",)
    participant_id = IdField(
        label="Participant", help_text="The whole id. A participant who has no balance gets one."
    )

    def clean_participant_id(self) -> UUID:
        pk: UUID = self.cleaned_data["participant_id"]
        if not Participant.objects.filter(pk=pk).exists():
            raise forms.ValidationError("There is no participant with this id.")
        return pk


@admin.register(Balance)
class BalanceAdmin(StatementPage, FoundById, ReadOnlyAdmin):
    filled_by = "The first reward or adjustment of a participant creates one."
    opened_by = {"view": READERS, "act": ("rewards.adjust",), "ask": (ASK,)}
    list_display = ("participant_name", "amount", "adjusted", "updated_on")
    list_display_links = ("participant_name",)
    list_select_related = ("participant__program",)
    search_help_text = "Id of a participant, or words of the name"
    searched_in_vain = "“{}” is neither a whole id nor in a participant's name."
    ordering = ("-updated_on",)
    sortable_by = ()
    fields = ("of_participant", "amount", "operations", "version", "updated_on")
    readonly_fields = fields
    actions_list = ("adjust_participant", "ask_for_participant")
    actions_detail = ("statement", "adjust_one", "ask_for_one")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Balance]:
        found: QuerySet[Balance] = super().get_queryset(request)
        adjustments = BalanceOperation.objects.filter(
            balance=OuterRef("pk"), type=OperationType.ADJUSTMENT
        )
        total = adjustments.order_by().values("balance").annotate(total=Sum("amount"))
        return found.annotate(adjusted=Subquery(total.values("total")))

    @admin.display(description="Adjustments")
    def adjusted(self, balance: Balance) -> Decimal | str:
        total: Decimal | None = vars(balance)["adjusted"]
        return "" if total is None else total

    @admin.display(description="Participant")
    def of_participant(self, balance: Balance) -> str:
        return link_to(Participant, balance.pk, balance.participant.known_as, self.reader)

    @admin.display(description="Participant")
    def participant_name(self, balance: Balance) -> str:
        return balance.participant.known_as

    def with_text(self, text: str) -> Q:
        return Q(participant__in=Participant.objects.named(text))

    @admin.display(description="Operations")
    @computed_once
    def operations(self, balance: Balance) -> str:
        shown = operations_table(list_operations().filter(balance=balance)[:MOST_ROWS])
        address = address_of_list(BalanceOperation, q=balance.pk)
        return format_html("<div>{}</div>{}", link(address, "All operations"), shown)

    @button("Adjust…", "adjust")
    def adjust_one(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Ask for the adjustment, ask once more, and make it."""
        return self._of_one(request, object_id, _adjust_or_request)

    @button("Adjust a participant's balance…", "adjust-participant")
    def adjust_participant(self, request: HttpRequest) -> HttpResponse:
        """The same for a participant who may have no balance yet."""
        return self._of_any(request, _adjust_or_request)

    @button("Ask for an adjustment…", "ask-to-adjust", "ask")
    def ask_for_one(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Ask for the adjustment, ask once more, and request it of those who may."""
        return self._of_one(request, object_id, requested)

    @button("Ask to adjust a participant's balance…", "ask-to-adjust-participant", "ask")
    def ask_for_participant(self, request: HttpRequest) -> HttpResponse:
        """The same for a participant who may have no balance yet."""
        return self._of_any(request, requested)

    def _of_one(self, request: HttpRequest, object_id: str, do: "Adjust") -> HttpResponse:
        balance = self.record_of(request, object_id)
        return self._adjusting(request, AdjustmentForm(request.POST or None), balance, do)

    def _of_any(self, request: HttpRequest, do: "Adjust") -> HttpResponse:
        given = {"participant_id": request.GET.get("participant", "")}
        form = ParticipantAdjustmentForm(request.POST or None, initial=given)
        return self._adjusting(request, form, None, do)

    def _adjusting(
        self, request: HttpRequest, form: AdjustmentForm, known: Balance | None, do: "Adjust"
    ) -> HttpResponse:
        asked = partial(self._asked, request, form, known, do)
        if not form.is_valid():
            return asked()
        balance = known or _balance_of(form.cleaned_data["participant_id"])
        try:
            refuse_uncredited(_order(request, balance, form))
            return self._confirmed(request, balance, form, do)
        except Refusal as refusal:
            show_refusal(form, refusal, field=WRONG.get(type(refusal), ""))
            return asked()

    def _confirmed(
        self, request: HttpRequest, balance: Balance, form: AdjustmentForm, do: "Adjust"
    ) -> HttpResponse:
        """Give the order, once it is confirmed for the balance as it is."""
        if "confirmed" not in request.POST:
            return self._confirm(request, balance, form, do)
        try:
            approval = do(request, _order(request, balance, form))
        except BalanceChangedMeanwhile:
            return self._confirm(request, _balance_of(balance.pk), form, do, CHANGED)
        page = (Approval, approval.pk) if approval else (Balance, balance.pk)
        return HttpResponseRedirect(address_of_page(*page))

    def _asked(
        self, request: HttpRequest, form: AdjustmentForm, known: Balance | None, do: "Adjust"
    ) -> HttpResponse:
        shown, title = ([known], TITLE) if known else ([], ANY_TITLE)
        title = ASKED_TITLE if do is requested else title
        return self.ask(request, shown, title, TEXT, {"continue": "Continue"}, form)

    def _confirm(
        self,
        request: HttpRequest,
        balance: Balance,
        form: AdjustmentForm,
        do: "Adjust",
        *facts: str,
    ) -> HttpResponse:
        given = {**form.cleaned_data, "expected_amount": balance.amount}
        needs = do is requested or needs_another(_order(request, balance, form))
        text = (REQUESTED if needs else AFTER).format(
            change=_change(given["amount"]),
            balance=balance.participant.known_as,
            before=f"{balance.amount:f}",
            after=f"{balance_after(balance.amount, given['amount']):f}",
            activity=ABOUT.format(given["activity_id"]) if given["activity_id"] else "",
            reason=given["reason"],
        )
        hidden = [(name, value) for name, value in given.items() if value is not None]
        buttons = {"confirmed": "Request" if needs else "Adjust"}
        shown = [] if balance.version == 0 else [balance]
        title = ASKED_TITLE if needs else TITLE
        waiting = requested_already(Approval.objects.filter(participant=balance.pk))
        return self.ask(
            request, shown, title, text, buttons, hidden=hidden, facts=[*facts, *waiting]
        )


Adjust = Callable[[HttpRequest, AdjustBalanceCommand], Approval | None]


def _adjust_or_request(request: HttpRequest, order: AdjustBalanceCommand) -> Approval | None:
    """Adjust the balance; return the request, if another person must approve it first."""
    if approval := requested_instead(request, order):
        return approval
    adjusted = adjust_balance(order)
    said = "is done" if adjusted.is_new else "was done before"
    messages.info(request, f"{adjusted.record} {said}.")
    return None


def _order(request: HttpRequest, balance: Balance, form: AdjustmentForm) -> AdjustBalanceCommand:
    given = {**form.cleaned_data, "balance_id": balance.pk}
    given.pop("participant_id", None)
    return AdjustBalanceCommand(by=actor_of(request), now=timezone.now(), **given)


def _change(amount: Decimal) -> str:
    """Return what an adjustment does: `1.5 is taken`."""
    return f"{abs(amount):f} is {'taken' if amount < 0 else 'added'}"


@admin.register(BalanceOperation)
class BalanceOperationAdmin(FoundById, ReadOnlyAdmin):
    filled_by = "Each reward appears here, and each correction by staff."
    opened_by = {"view": READERS}
    list_display = ("id", "participant_name", "type", "amount", "reason", "created_by", "source",
                    "created_on")  # fmt: skip
    list_filter = (
        "source",
        "type",
        "state",
        ("created_on", DaysFilter),
        ("balance__participant__program", RelatedDropdownFilter),
    )
    list_select_related = ("balance__participant",)
    search_help_text = "Id of an operation, an activity or a participant, or words of the name"
    ordering = ("-created_on", "id")
    sortable_by = ()

    def with_id(self, guid: UUID) -> Q:
        of_source = Q(source__in=OperationSource.values, source_id=guid)
        return Q(pk=guid) | of_source | Q(balance=guid)

    def with_text(self, text: str) -> Q:
        return Q(balance__participant__in=Participant.objects.named(text))

    @admin.display(description="Participant")
    def participant_name(self, operation: BalanceOperation) -> str:
        return operation.balance.participant.known_as


def _balance_of(participant_id: UUID) -> Balance:
    """Return the balance; where there is none yet, one of 0 that is not stored."""
    empty = Balance(participant_id=participant_id, amount=Decimal(0), version=0)
    return Balance.objects.filter(pk=participant_id).first() or empty
