"""The statement of account of a balance: a page that prints well, and the same as CSV."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django import forms
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils import timezone
from unfold.widgets import UnfoldAdminTextInputWidget

from foundation.records.refusals import Refusal
from foundation.staff.actions import view_button
from foundation.staff.confirming import Asking, text_of
from foundation.staff.links import (
    address_by_label,
    address_of_page,
    link_by_label,
    link_to,
    wrapping_link,
)
from rewards.balances.models import Balance, BalanceOperation
from rewards.balances.queries import CSV, Statement, csv_of, get_statement
from rewards.months import beginning_of, beginning_of_day, end_of_day

TEMPLATE = "admin/rewards/statement.html"
ACTIVITY, SEES_ACTIVITIES = "activities.activity", "activities.view_activity"
EXPLANATION, EXPLAINS = "admin:activities_activity_explain_reward_page", "rewards.read"
MOST_ROWS = 2_000  # of a page; the file has all
DAY = timedelta(days=1)


class PeriodForm(forms.Form):
    """The first and the last day."""

    since = forms.DateField(
        label="From (UTC)", widget=UnfoldAdminTextInputWidget(attrs={"type": "date"})
    )
    until = forms.DateField(
        label="To, included", widget=UnfoldAdminTextInputWidget(attrs={"type": "date"})
    )

    def clean(self) -> dict[str, Any]:
        given: dict[str, Any] = super().clean() or self.cleaned_data
        since, until = given.get("since"), given.get("until")
        if since and until and not 2000 <= since.year <= until.year <= 2099:
            raise forms.ValidationError("Choose years from 2000 to 2099, in their order.")
        if since and until and since > until:
            raise forms.ValidationError("The last day is before the first one.")
        return given


class StatementPage(Asking):
    """A button on a balance's page."""

    @view_button("Statement", "statement")
    def statement(self, request: HttpRequest, object_id: str) -> HttpResponseBase:
        """Show what came and went in a period: at first this month."""
        balance: Balance = self.record_of(request, object_id)
        months = _months(timezone.now())
        form = PeriodForm(request.GET if "since" in request.GET else dict(months[0][1]))
        found = _found(balance, form) if form.is_valid() else None
        if found is not None and request.GET.get("format") == "csv":
            return _file(found)
        return self._shown(request, balance, form, found)

    def _shown(
        self, request: HttpRequest, balance: Balance, form: PeriodForm, found: Statement | None
    ) -> HttpResponse:
        months = [(title, f"?{urlencode(days)}") for title, days in _months(timezone.now())]
        title = f"Statement of {balance.pk}"
        shown = {"months": months, "balance": address_of_page(Balance, balance.pk)}
        if found is not None:
            shown |= _account(found, form, request)
        return self.page(request, TEMPLATE, title, form, **shown)


def _found(balance: Balance, form: PeriodForm) -> Statement | None:
    since, until = form.cleaned_data["since"], form.cleaned_data["until"]
    try:
        return get_statement(balance.pk, beginning_of_day(since), end_of_day(until))
    except Refusal as refusal:
        form.add_error(None, text_of(refusal))
        return None


def _months(now: datetime) -> list[tuple[str, dict[str, str]]]:
    """Return this month and the last one, with their days."""
    starts = [beginning_of(now.year, now.month + 1), beginning_of(now.year, now.month)]
    last = now.replace(day=1) - DAY
    starts.append(beginning_of(last.year, last.month))
    days = [
        {"since": f"{start:%Y-%m-%d}", "until": f"{end - DAY:%Y-%m-%d}"}
        for end, start in pairwise(starts)
    ]
    return list(zip(("This month", "Last month"), days, strict=True))


def _account(found: Statement, form: PeriodForm, request: HttpRequest) -> dict[str, Any]:
    days = {name: form.cleaned_data[name].isoformat() for name in ("since", "until")}
    rows, key = list(found.operations[:MOST_ROWS]), found.participant_id
    return {
        "participant": link_by_label("programs.Participant", key, key, request),
        "days": f"{days['since']} to {days['until']} (UTC)",
        "as_of": f"{found.as_of:%Y-%m-%d %H:%M:%S} UTC",
        "opening": f"{found.opening:f}",
        "added": f"{found.added:f}",
        "taken": f"{found.taken:f}",
        "closing": f"{found.closing:f}",
        "rows": list(_rows(rows, request)),
        "left_out": max(0, found.count - len(rows)),
        "file": f"?{urlencode({**days, 'format': 'csv'})}",
    }


def _rows(operations: list[BalanceOperation], request: HttpRequest) -> Iterator[dict[str, str]]:
    for each in operations:
        yield {
            "when": f"{each.recorded_on:%Y-%m-%d %H:%M:%S}",
            "operation": link_to(BalanceOperation, each.pk, each.get_type_display()),
            "activity": _activity(each, request),
            "reason": each.reason,
            "who": each.created_by,
            "amount": f"{each.amount:+f}",
            "balance": f"{each.balance_after:f}",
        }


def _activity(operation: BalanceOperation, request: HttpRequest) -> str:
    """Return the activity that was rewarded or corrected, with a link to what may be seen of it."""
    key = operation.source_id
    if key is None:
        return ""
    if not request.user.has_perm(SEES_ACTIVITIES):
        return _explanation(key) if request.user.has_perm(EXPLAINS) else str(key)
    return wrapping_link(address_by_label(ACTIVITY, key), f"Activity {key}")


def _explanation(activity_id: UUID) -> str:
    return wrapping_link(reverse(EXPLANATION, args=[activity_id]), f"Why activity {activity_id}")


def _file(found: Statement) -> HttpResponseBase:
    name = f"statement-{found.participant_id}-{found.since:%Y-%m-%d}.csv"
    headers = {"Cache-Control": "no-store", "Content-Disposition": f'attachment; filename="{name}"'}
    return StreamingHttpResponse(csv_of(found.operations), content_type=CSV, headers=headers)
