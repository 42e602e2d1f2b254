"""The page of timesheets: a chart, a table, and the report as a file."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime, timedelta
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from django import forms
from django.conf import settings
from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.db import models
from django.http import HttpRequest, HttpResponse, QueryDict
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from unfold.widgets import UnfoldAdminSelectWidget, UnfoldAdminTextInputWidget

from foundation.records.database import time_zones
from foundation.staff.choosing import ChosenRecord
from foundation.staff.command_admin import ReadOnlyAdmin
from foundation.staff.dashboard import BarChart, draw_bars
from foundation.staff.display import address_of_list, address_of_page, may_see
from tagging.pay.models import PaidMonth
from tagging.pay.months import get_next_month
from tagging.pay.page import NEXT, next_month_in_words
from tagging.pay.sheets import days_in_words, download, sheet_of_report
from tagging.records.history import TimeSheet
from tagging.records.tagators import Tagator
from tagging.records.works import Work
from tagging.statistics.queries import (
    Cut,
    Done,
    Interval,
    Timesheet,
    TimesheetPeriod,
    Timesheets,
    cut,
    get_tagator_report,
    midnight,
)
from tagging.statistics.report_files import FILES, download_of

# The form for timesheets: when, who, by which interval, and what the chart shows.


FIRST, LAST = date(2000, 1, 1), date(2099, 12, 31)
LONGEST = 366  # days
TAGATORS: Any = Work._meta.get_field("tagator")
SHOWN_FIRST = timedelta(days=13)  # before today


class Measure(models.TextChoices):
    """What the bars of the chart show."""

    TASKS = "tasks", "Tasks completed"
    NUMBERS = "numbers", "Numbers added"
    HOURS = "hours", "Active hours"
    AMOUNT = "amount", "Amount"


def _day(label: str) -> forms.DateField:
    widget = UnfoldAdminTextInputWidget(
        attrs={"type": "date", "min": FIRST.isoformat(), "max": LAST.isoformat()}
    )
    return forms.DateField(label=label, widget=widget)


def _choice(label: str, choices: Any) -> forms.ChoiceField:
    return forms.ChoiceField(label=label, choices=choices, widget=UnfoldAdminSelectWidget)


def months_to_show(now: datetime) -> Sequence[tuple[str, str]]:
    """Return the titles and addresses of the timesheets of this month and of the last one."""
    zone = settings.TAGGING_TIME_ZONE
    today = now.astimezone(ZoneInfo(zone)).date()
    first = today.replace(day=1)
    last = first - timedelta(days=1)
    days = {"This month": (first, today), "Last month": (last.replace(day=1), last)}
    return [
        (title, address_of_list(TimeSheet, begin=begin, end=end, interval="month", zone=zone))
        for title, (begin, end) in days.items()
    ]


class TimesheetForm(forms.Form):
    """A period of at most 366 whole days in a time zone, and a tagger or all."""

    begin = _day("From")
    end = _day("To (included)")
    interval = _choice("By", Interval.choices)
    zone = _choice("Time zone", lambda: [(name, name) for name in sorted(time_zones())])
    tagator = forms.ModelChoiceField(
        Tagator.objects.all(), required=False, label="Tagger", widget=ChosenRecord(TAGATORS)
    )
    measure = _choice("Chart", Measure.choices)

    def __init__(self, asked: QueryDict, now: datetime) -> None:
        """By default: the last two weeks by day, in the zone of pay."""
        today = now.astimezone(ZoneInfo(settings.TAGGING_TIME_ZONE)).date()
        first = {
            "begin": (today - SHOWN_FIRST).isoformat(),
            "end": today.isoformat(),
            "interval": Interval.DAY.value,
            "zone": settings.TAGGING_TIME_ZONE,
            "measure": Measure.TASKS.value,
        }
        super().__init__({**first, **asked.dict()})

    def clean(self) -> dict[str, Any] | None:
        begin, end = self.cleaned_data.get("begin"), self.cleaned_data.get("end")
        if begin and end and not FIRST <= begin <= end <= LAST:
            raise forms.ValidationError("The last day is not before the first one, from 2000 on.")
        if begin and end and (end - begin).days >= LONGEST:
            raise forms.ValidationError(f"At most {LONGEST} days.")
        return super().clean()

    @property
    def period(self) -> TimesheetPeriod:
        begin, end = self.cleaned_data["begin"], self.cleaned_data["end"] + timedelta(days=1)
        zone = self.time_zone
        return TimesheetPeriod(begin=midnight(begin, zone), end=midnight(end, zone))

    @property
    def cuts(self) -> list[Cut]:
        return cut(self.period, Interval(self.cleaned_data["interval"]), self.time_zone)

    @property
    def time_zone(self) -> ZoneInfo:
        return ZoneInfo(self.cleaned_data["zone"])

    @property
    def tagators(self) -> list[Any] | None:
        """The ids of the taggers asked for; None: all."""
        tagator = self.cleaned_data["tagator"]
        return [tagator.pk] if tagator else None


# Timesheets as a chart of stacked bars, one an interval.


SERIES = 7  # taggers with a colour of their own
OTHERS = "others"
STEPS = (1, 2, 2.5, 5, 10)

_MEASURES: Mapping[Measure, Callable[[Done], float]] = {
    Measure.TASKS: lambda done: done.tasks_completed,
    Measure.NUMBERS: lambda done: done.numbers_added,
    Measure.HOURS: lambda done: float(done.active_seconds) / 3600,
    Measure.AMOUNT: lambda done: float(done.amount),
}
_FORMATS = {Interval.DAY: "%d %b", Interval.WEEK: "%d %b", Interval.MONTH: "%b %Y"}


def draw(
    rows: Iterable[Timesheet],
    starts: Sequence[datetime],
    measure: Measure,
    interval: Interval,
    zone: ZoneInfo,
) -> BarChart | None:
    """Return the chart of these timesheets, by `starts` of intervals; None: nothing was done."""
    values = _values(rows, _MEASURES[measure])
    # Those who did most get a colour.
    by_sum = sorted(values, key=lambda who: (-sum(values[who].values()), who[1]))
    series = by_sum[:SERIES]
    names = [*(name for _, name in series), *([OTHERS] if len(values) > SERIES else [])]
    labels = [start.astimezone(zone).strftime(_FORMATS[interval]) for start in starts]
    bars = [
        list(_parts(_bar(values, series, start), names, label))
        for start, label in zip(starts, labels, strict=True)
    ]
    return draw_bars(bars, labels, lambda level: f"{level:g}", STEPS, names=names)


Values = dict[tuple[UUID, str], dict[datetime, float]]


def _values(rows: Iterable[Timesheet], measured: Callable[[Done], float]) -> Values:
    """Return what each tagger did by interval; 0 if reopenings subtracted more."""
    values: Values = defaultdict(dict)
    for row in rows:
        values[row.tagator_id, row.name][row.interval_start] = max(0.0, measured(row.done))
    return values


def _bar(values: Values, series: Sequence[tuple[UUID, str]], start: datetime) -> list[float]:
    """Return what each of the series, and all others together, did in an interval."""
    own = [values[who].get(start, 0.0) for who in series]
    return [*own, sum(done.get(start, 0.0) for done in values.values()) - sum(own)]


def _parts(
    bar: Sequence[float], names: Sequence[str], label: str
) -> Iterator[tuple[int, str, float]]:
    for place, (name, value) in enumerate(zip(names, bar, strict=False)):
        if value > 0:
            series = SERIES if name == OTHERS else place
            yield series, f"{label}, {name}: {value:,.6g}", value


TEMPLATE = "admin/tagging/timesheets.html"
MOST = 20_000  # timesheets that a page reads
PER_PAGE = 50
FIGURES = ("Tasks", "Skipped", "Numbers", "Active", "Tasks an hour", "Amount")
TOO_MANY = f"These are more than {MOST:,} timesheets: choose a shorter period or longer intervals."


@admin.register(TimeSheet)
class TimeSheetAdmin(ReadOnlyAdmin):
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
