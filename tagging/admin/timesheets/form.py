"""The form for timesheets: when, who, by which interval, and what the chart shows."""

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.conf import settings
from django.db import models
from django.http import QueryDict
from unfold.widgets import UnfoldAdminSelectWidget, UnfoldAdminTextInputWidget

from foundation.records.database import time_zones
from foundation.staff.choosing import ChosenRecord
from foundation.staff.links import address_of_list
from tagging.models import Tagator, TimeSheet, Work
from tagging.queries.intervals import Cut, Interval, TimesheetPeriod, cut, midnight

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
