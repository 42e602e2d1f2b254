"""Months of pay: the next one as it stands, closing it, and the closed ones with their sheets."""

from collections.abc import Sequence
from datetime import datetime
from decimal import Decimal, InvalidOperation
from typing import Any
from zoneinfo import ZoneInfo

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import Count, QuerySet, Sum
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from foundation.records.audit import actor_of
from foundation.records.refusals import Refusal
from foundation.records.texts import in_utc
from foundation.staff.actions import view_button
from foundation.staff.command_admin import ReadOnlyAdmin
from foundation.staff.confirming import text_of
from foundation.staff.display import address_of_list, address_of_page
from tagging.pay.models import PaidMonth, Payment
from tagging.pay.months import (
    CloseMonthCommand,
    MonthOfPay,
    close_month,
    get_next_month,
    list_first_months,
    name_of_month,
    payments_until,
    total_of,
)
from tagging.pay.sheets import days_in_words, download, sheet_of_month
from tagging.records.tagators import Tagator
from tagging.statistics.queries import TimesheetPeriod

TEMPLATE = "admin/tagging/month_of_pay.html"
NEXT = "admin:tagging_paidmonth_next_month"
SHEET = "admin:tagging_paidmonth_sheet"
HEADERS = ("Tasks", "Skipped", "Numbers", "Active hours", "Earned", "Corrections", "Brought over",
           "To pay")  # fmt: skip


@admin.register(PaidMonth)
class PaidMonthAdmin(ReadOnlyAdmin):
    """Months of pay."""

    filled_by = "The tagging lead closes a month when it is over."
    list_display = ("month", "days", "taggers", "to_pay", "closed_by", "closed_on")
    ordering = ("-end",)
    sortable_by = ()
    actions_list = ("next_month",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[PaidMonth]:
        months: QuerySet[PaidMonth] = super().get_queryset(request)
        return months.annotate(taggers=Count("payments"), sum_paid=Sum("payments__paid"))

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view
        sheet = view(self.sheet_view)
        own = [path("<int:month_id>/sheet/", sheet, name="tagging_paidmonth_sheet")]
        return [*own, *super().get_urls()]

    @admin.display(description="Month")
    def month(self, month: PaidMonth) -> str:
        return str(month)

    @admin.display(description="Days")
    def days(self, month: PaidMonth) -> str:
        return _days(TimesheetPeriod(begin=month.begin, end=month.end), month.time_zone)

    @admin.display(description="Taggers")
    def taggers(self, month: PaidMonth) -> int:
        return int(vars(month)["taggers"])

    @admin.display(description="Paid")
    def to_pay(self, month: PaidMonth) -> str:
        return f"{vars(month)['sum_paid'] or 0:,.2f} {month.currency}"

    def change_view(self, request: HttpRequest, object_id: str, *_: Any, **__: Any) -> HttpResponse:
        """Show a closed month, as a page that can be printed."""
        month = self.get_object(request, object_id)
        if month is None or not self.has_view_permission(request):
            return super().change_view(request, object_id)
        return self.page(
            request,
            TEMPLATE,
            f"Pay of {month}",
            days=_days(TimesheetPeriod(begin=month.begin, end=month.end), month.time_zone),
            currency=month.currency,
            closed=f"Closed and signed off by {month.closed_by} on {in_utc(month.closed_on)}.",
            sheet=reverse(SHEET, args=[month.pk]),
            list=address_of_list(PaidMonth),
            **_table(_payments(month)),
        )

    @view_button("The next month…", "next")
    def next_month(self, request: HttpRequest) -> HttpResponse:
        """Show the month that is closed next, as it stands now; close it if that is sent."""
        if request.method == "POST":
            return self._close(request)
        now = timezone.now()
        month = get_next_month(now, first=_moment(request.GET.get("first", "")))
        payments = payments_until(month.period, month.currency)
        return self.page(
            request,
            TEMPLATE,
            f"Pay of {month.name}",
            days=_days(month.period, month.time_zone),
            currency=month.currency,
            closed="" if month.is_over(now) else "The month is not over: the figures still grow.",
            warning=_other_currency(month),
            first_months=_first_months(month, now),
            may_close=month.is_over(now) and self.has_act_permission(request),
            begin=month.period.begin.isoformat(),
            total=total_of(payments),
            list=address_of_list(PaidMonth),
            **_table(payments),
        )

    def sheet_view(self, request: HttpRequest, month_id: int) -> HttpResponse:
        """Return a closed month as XLSX."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        month: PaidMonth = self.record_of(request, str(month_id))
        name = f"pay-{month.begin.astimezone(ZoneInfo(month.time_zone)):%Y-%m}"
        return download(sheet_of_month(month, _payments(month)), name)

    def _close(self, request: HttpRequest) -> HttpResponse:
        if not self.has_act_permission(request):
            raise PermissionDenied
        seen = _seen(request)
        try:
            month = close_month(CloseMonthCommand(**seen, now=timezone.now(), by=actor_of(request)))
        except Refusal as refusal:
            self.message_user(request, text_of(refusal), messages.ERROR)
            return HttpResponseRedirect(reverse(NEXT))
        self.message_user(request, f"{month} is closed.", messages.SUCCESS)
        return HttpResponseRedirect(address_of_page(PaidMonth, month.pk))


def next_month_in_words(month: MonthOfPay, now: datetime) -> str:
    """Return what there is to do about the month that is closed next."""
    return f"Close {month.name}…" if month.is_over(now) else f"{month.name} so far"


def _seen(request: HttpRequest) -> dict[str, Any]:
    """Return which month staff saw, its total and currency.

    :raises Http404: what was sent is none of these.
    """
    begin = _moment(request.POST.get("begin", ""))
    try:
        total = Decimal(request.POST.get("total", ""))
    except InvalidOperation as error:
        raise Http404 from error
    if begin is None or not total.is_finite():
        raise Http404
    return {"begin": begin, "total": total, "currency": request.POST.get("currency", "")}


def _moment(text: str) -> datetime | None:
    """Return a moment with its offset; None: the text is none."""
    try:
        found = parse_datetime(text)
    except ValueError:
        return None
    return found if found and found.tzinfo else None


def _other_currency(month: MonthOfPay) -> str:
    before, now = month.currency_before, month.currency
    if before == now:
        return ""
    return (
        f"The month before was paid in {before}: what it left is not brought over. All amounts of "
        f"this month are taken as {now}."
    )


def _first_months(month: MonthOfPay, now: datetime) -> list[dict[str, Any]]:
    """Return the months with which pay may begin; one alone is no choice."""
    months = list_first_months(now)
    return [
        {
            "begin": each.begin.isoformat(),
            "name": name_of_month(each, month.time_zone),
            "is_shown": each.begin == month.period.begin,
        }
        for each in (months if len(months) > 1 else ())
    ]


def _payments(month: PaidMonth) -> list[Payment]:
    return list(month.payments.order_by("name", "tagator"))


def _days(period: TimesheetPeriod, time_zone: str) -> str:
    return f"{days_in_words(period, ZoneInfo(time_zone))} ({time_zone})"


def _table(payments: Sequence[Payment]) -> dict[str, Any]:
    return {
        "headers": HEADERS,
        "rows": [
            {
                "name": each.name,
                "email": each.email,
                "page": address_of_page(Tagator, each.tagator_id),
                "figures": _figures(each),
            }
            for each in payments
        ],
        "sum_paid": f"{total_of(payments):,.2f}",
    }


def _figures(payment: Payment) -> list[str]:
    """Return the texts below `HEADERS`."""
    exact = (payment.earned, payment.corrections, payment.brought)
    return [
        f"{payment.tasks:,}",
        f"{payment.skipped:,}",
        f"{payment.numbers:,}",
        f"{payment.active_seconds / 3600:,.2f}",
        *(f"{amount:,.4f}" if amount % Decimal("0.01") else f"{amount:,.2f}" for amount in exact),
        f"{payment.paid:,.2f}",
    ]
