"""The statement of account of a balance in words: a page that prints well, and the same as CSV.

Its days and moments are in the zone of the participant's program.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Any
from urllib.parse import urlencode
from uuid import UUID
from zoneinfo import ZoneInfo

from django import forms
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils import timezone

from foundation.records.formats import csv_file
from foundation.records.refusals import Refusal
from foundation.records.texts import in_utc
from foundation.staff.actions import view_button
from foundation.staff.confirming import show_refusal
from foundation.staff.display import (
    address_by_label,
    address_of_page,
    link_by_label,
    link_to,
    wrapping_link,
)
from foundation.staff.form_fields import DayField
from foundation.staff.staff_admin import StaffAdmin
from rewards.balances.models import Balance, BalanceOperation
from rewards.balances.queries import Statement, get_statement
from rewards.months import beginning_of, beginning_of_day
from rewards.past_activities import past_activities

TEMPLATE = "admin/rewards/statement.html"
ACTIVITY, SEES_ACTIVITIES = "activities.activity", "activities.view_activity"
EXPLANATION, EXPLAINS = "admin:activities_activity_explain_reward_page", "rewards.read"
MOST_ROWS = 2_000  # of a page; the file has all
DAY = timedelta(days=1)
COLUMNS = ("What", "For", "Reason", "By", "Amount", "Balance", "Activity")


class PeriodForm(forms.Form):
    """The first and the last day."""

    since = DayField(label="From")
    until = DayField(label="To, included")

    def clean(self) -> dict[str, Any]:
        given: dict[str, Any] = super().clean() or self.cleaned_data
        since, until = given.get("since"), given.get("until")
        if since and until and not 2000 <= since.year <= until.year <= 2099:
            raise forms.ValidationError("Choose years from 2000 to 2099, in their order.")
        if since and until and since > until:
            raise forms.ValidationError("The last day is before the first one.")
        return given


class StatementPage(StaffAdmin):
    """A button on a balance's page."""

    @view_button("Statement", "statement")
    def statement(self, request: HttpRequest, object_id: str) -> HttpResponseBase:
        """Show what came and went in a period: at first this month."""
        balance: Balance = self.record_of(request, object_id)
        months = _months(timezone.now(), zone_of(balance))
        form = PeriodForm(request.GET if "since" in request.GET else dict(months[0][1]))
        found = _found(balance, form) if form.is_valid() else None
        if found is not None and request.GET.get("format") == "csv":
            return _file(found, balance)
        return self._shown(request, balance, form, found)

    def _shown(
        self, request: HttpRequest, balance: Balance, form: PeriodForm, found: Statement | None
    ) -> HttpResponse:
        by_title = _months(timezone.now(), zone_of(balance))
        months = [(title, f"?{urlencode(days)}") for title, days in by_title]
        title = f"Statement of {balance.participant.known_as}"
        shown = {"months": months, "balance": address_of_page(Balance, balance.pk)}
        if found is not None:
            shown |= _account(found, balance, form, request)
        return self.page(request, TEMPLATE, title, form, **shown)


def _found(balance: Balance, form: PeriodForm) -> Statement | None:
    zone = zone_of(balance)
    since, after = form.cleaned_data["since"], form.cleaned_data["until"] + DAY
    try:
        return get_statement(
            balance.pk, beginning_of_day(since, zone), beginning_of_day(after, zone)
        )
    except Refusal as refusal:
        show_refusal(form, refusal)
        return None


def zone_of(balance: Balance) -> ZoneInfo:
    """Return the zone of the participant's program."""
    return ZoneInfo(balance.participant.program.time_zone)


def _months(moment: datetime, zone: ZoneInfo) -> list[tuple[str, dict[str, str]]]:
    """Return this month and the last one, with their days."""
    now = moment.astimezone(zone)
    starts = [beginning_of(now.year, now.month + 1), beginning_of(now.year, now.month)]
    last = now.replace(day=1) - DAY
    starts.append(beginning_of(last.year, last.month))
    days = [
        {"since": f"{start:%Y-%m-%d}", "until": f"{end - DAY:%Y-%m-%d}"}
        for end, start in pairwise(starts)
    ]
    return list(zip(("This month", "Last month"), days, strict=True))


def _account(
    found: Statement, balance: Balance, form: PeriodForm, request: HttpRequest
) -> dict[str, Any]:
    days = {name: form.cleaned_data[name].isoformat() for name in ("since", "until")}
    rows, who, zone = list(found.operations[:MOST_ROWS]), balance.participant, zone_of(balance)
    return {
        "participant": link_by_label("programs.Participant", who.pk, who.known_as, request),
        "program": who.program,
        "zone": zone,
        "days": f"{days['since']} to {days['until']} ({zone})",
        "as_of": in_utc(found.as_of),
        "opening": f"{found.opening:f}",
        "added": f"{found.added:f}",
        "taken": f"{found.taken:f}",
        "closing": f"{found.closing:f}",
        "rows": list(_rows(rows, request, zone)),
        "left_out": max(0, found.count - len(rows)),
        "file": f"?{urlencode({**days, 'format': 'csv'})}",
    }


def _words_of(operations: Sequence[BalanceOperation]) -> Mapping[UUID, str]:
    """Return what the activities of operations were, by id."""
    keys = [each.source_id for each in operations if each.source_id is not None]
    return past_activities().in_words(keys)


def _rows(
    operations: list[BalanceOperation], request: HttpRequest, zone: ZoneInfo
) -> Iterator[dict[str, str]]:
    words = _words_of(operations)
    for each in operations:
        yield {
            "when": _when(each, zone),
            "operation": link_to(BalanceOperation, each.pk, each.get_type_display()),
            "activity": _activity(each, words, request),
            "reason": each.reason,
            "who": each.created_by,
            "amount": f"{each.amount:+f}",
            "balance": f"{each.balance_after:f}",
        }


def _when(operation: BalanceOperation, zone: ZoneInfo) -> str:
    return f"{operation.recorded_on.astimezone(zone):%Y-%m-%d %H:%M:%S}"


def _activity(operation: BalanceOperation, words: Mapping[UUID, str], request: HttpRequest) -> str:
    """Return the activity that was rewarded or corrected, with a link to what may be seen of it."""
    key = operation.source_id
    if key is None:
        return ""
    said = words.get(key, f"Activity {key}")
    if request.user.has_perm(SEES_ACTIVITIES):
        return wrapping_link(address_by_label(ACTIVITY, key), said)
    if request.user.has_perm(EXPLAINS):
        return wrapping_link(reverse(EXPLANATION, args=[key]), said)
    return said


def _file(found: Statement, balance: Balance) -> HttpResponseBase:
    zone, who = zone_of(balance), balance.participant.known_as

    def lines_of(operations: Sequence[BalanceOperation]) -> Iterator[tuple[Any, ...]]:
        words = _words_of(operations)
        for each in operations:
            activity = words.get(each.source_id, "") if each.source_id else ""
            what = (who, _when(each, zone), each.get_type_display(), activity)
            yield (*what, each.reason, each.created_by, each.amount, each.balance_after,
                   each.source_id)  # fmt: skip

    name = f"statement-{found.participant_id}-{found.since:%Y-%m-%d}.csv"
    titles = ("Participant", f"When ({zone})", *COLUMNS)
    return csv_file(name, titles, found.operations, lines_of)
