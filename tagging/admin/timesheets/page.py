"""The page of timesheets: a chart, a table, and the report as a file."""

from typing import Any

from django.conf import settings
from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, path, reverse
from django.utils import timezone

from foundation.staff.asking import Asking
from foundation.staff.links import address_of_page, may_see
from foundation.staff.read_only import ReadOnlyAdmin
from tagging.admin.pay.page import NEXT, next_month_in_words
from tagging.admin.pay.sheets import days_in_words, download, sheet_of_report
from tagging.admin.timesheets.chart import draw
from tagging.admin.timesheets.form import Measure, TimesheetForm, months_to_show
from tagging.api.statistics.report_files import FILES, download_of
from tagging.models import PaidMonth, Tagator, TimeSheet
from tagging.queries.intervals import Interval, TimesheetPeriod
from tagging.queries.pay import get_next_month
from tagging.queries.statistics import Done, Timesheet, Timesheets, get_tagator_report

TEMPLATE = "admin/tagging/timesheets.html"
MOST = 20_000  # timesheets that a page reads
PER_PAGE = 50
FIGURES = ("Tasks", "Skipped", "Numbers", "Active", "Tasks an hour", "Amount")
TOO_MANY = f"These are more than {MOST:,} timesheets: choose a shorter period or longer intervals."


@admin.register(TimeSheet)
class TimeSheetAdmin(Asking, ReadOnlyAdmin):
    """Timesheets: sums of the history, not a list of its rows."""

    filled_by = "Each task that a tagger completes or skips is a line."

    def get_urls(self) -> list[URLPattern]:
        report = self.admin_site.admin_view(self.report_view)
        own = [path("report/", report, name="tagging_timesheet_report")]
        return [*own, *super().get_urls()]

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        if not self.has_view_permission(request):
            raise PermissionDenied
        return self._page(request, TimesheetForm(request.GET, timezone.now()))

    def report_view(self, request: HttpRequest) -> HttpResponse:
        """Return the report of the asked period and taggers as a file."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        form = TimesheetForm(request.GET, timezone.now())
        chosen = request.GET.get("format", "")
        if not form.is_valid() or chosen not in FILES:
            return self._page(request, form)
        report = get_tagator_report(form.period, form.tagators)
        if chosen == "xlsx":
            days = days_in_words(form.period, form.time_zone).replace(" to ", "-")
            return download(sheet_of_report(report, str(form.time_zone)), f"timesheets-{days}")
        return download_of(report, chosen)

    def _page(self, request: HttpRequest, form: TimesheetForm) -> HttpResponse:
        shown = _shown(form, request.GET.get("page", "1")) if form.is_valid() else {}
        now = timezone.now()
        shown["months"] = months_to_show(now)
        if may_see(request, PaidMonth):
            shown |= {
                "pay": reverse(NEXT),
                "pay_text": next_month_in_words(get_next_month(now), now),
            }
        return self.page(request, TEMPLATE, "Timesheets", form, files=list(FILES), **shown)


def _shown(form: TimesheetForm, page: str) -> dict[str, Any]:
    """Return the sums, the chart and a page of the table, all of the same rows."""
    cuts = form.cuts
    rows = Timesheets(cuts, form.tagators)[: MOST + 1]
    if len(rows) > MOST:
        form.add_error(None, TOO_MANY)
        return {}
    measure = Measure(form.cleaned_data["measure"])
    interval = Interval(form.cleaned_data["interval"])
    parts = {each.interval_start: each.part for each in cuts}
    total = sum((row.done for row in rows), Done())
    rows_of_page = Paginator(rows, PER_PAGE).get_page(page)
    return {
        "figures": list(zip(FIGURES, _figures(total), strict=True)),
        "chart": draw(rows, list(parts), measure, interval, form.time_zone),
        "measure": measure.label,
        "page": rows_of_page,
        "headers": FIGURES,
        "rows": [_row(row, form, parts[row.interval_start]) for row in rows_of_page],
        "asked": form.data,
    }


def _row(row: Timesheet, form: TimesheetForm, part: TimesheetPeriod) -> dict[str, Any]:
    return {
        "days": days_in_words(part, form.time_zone),
        "page": address_of_page(Tagator, row.tagator_id),
        "name": row.name,
        "figures": _figures(row.done),
    }


def _figures(done: Done) -> list[str]:
    """Return the texts below `FIGURES`."""
    minutes = round(done.active_seconds / 60)
    return [
        f"{done.tasks_completed:,}",
        f"{done.tasks_skipped:,}",
        f"{done.numbers_added:,}",
        f"{minutes // 60} h {minutes % 60:02} min",
        "–" if done.tasks_per_hour is None else f"{done.tasks_per_hour:,}",
        f"{done.amount_text} {settings.TAGGING_CURRENCY}",
    ]
