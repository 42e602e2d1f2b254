"""Statistics on the wire: which are asked for, and what is sent."""

from datetime import UTC, datetime, timedelta
from typing import Any

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from rest_framework import serializers

from foundation.rest.serializers import (
    CountField,
    GuidField,
    Input,
    Output,
    TimeZoneField,
    UtcDateTimeField,
)
from recognition.records.steps import PhotoState
from tagging.example_ids import ALBUM_ID, TAGATOR_ID, TENANT_ID
from tagging.records.tasks import TaggingTaskState
from tagging.statistics.queries import Interval

FIRST, LAST = datetime(2000, 1, 1, tzinfo=UTC), datetime(2100, 1, 1, tzinfo=UTC)
LONGEST = timedelta(days=366)
MAX_TAGATORS = 1000


class ReportFormat(models.TextChoices):
    """How the report is sent."""

    JSON = "json"
    CSV = "csv"
    XLSX = "xlsx"


class StatisticMomentField(UtcDateTimeField):
    """A moment of this century, so that it is a date in every time zone."""

    def __init__(self, **kwargs: Any) -> None:
        limits = [MinValueValidator(FIRST), MaxValueValidator(LAST)]
        super().__init__(validators=limits, **kwargs)


class AlbumsQuery(Input):
    """Which photos and tasks are counted, and of which albums."""

    from_ = StatisticMomentField(
        source="begin",
        required=False,
        help_text="Photos received, and tasks created, from this moment on.",
    )
    to = StatisticMomentField(source="end", required=False, help_text="… and before this one.")
    tenant_id = GuidField(required=False)
    album_id = GuidField(required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        return _in_order(attrs)


class PeriodInput(Input):
    """A period of at most 366 days."""

    from_ = StatisticMomentField(source="begin", help_text="This moment is included.")
    to = StatisticMomentField(source="end", help_text="This moment is not included.")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if attrs["end"] - attrs["begin"] > LONGEST:
            text = f"At most {LONGEST.days} days after `from`."
            raise serializers.ValidationError({"to": text}, "too-long")
        return _in_order(attrs)


class TimesheetsQuery(PeriodInput):
    """A period, and the intervals into which it is cut."""

    interval = serializers.ChoiceField(Interval.choices)
    time_zone = TimeZoneField(
        default="UTC", help_text="An IANA time zone, at whose midnights intervals begin."
    )
    tagator_id = GuidField(required=False)


class ReportInput(PeriodInput):
    """The report's period, taggers and format."""

    example = {
        "from": "2026-05-01T00:00:00Z",
        "to": "2026-06-01T00:00:00Z",
        "tagatorIds": [TAGATOR_ID],
        "format": "json",
    }

    tagator_ids = serializers.ListField(
        child=GuidField(),
        min_length=1,
        max_length=MAX_TAGATORS,
        required=False,
        allow_null=True,
        help_text="Left out or null: all who did something in the period.",
    )
    format = serializers.ChoiceField(ReportFormat.choices)


def _in_order(attrs: dict[str, Any]) -> dict[str, Any]:
    if "begin" in attrs and "end" in attrs and attrs["begin"] >= attrs["end"]:
        raise serializers.ValidationError({"to": "Later than `from`."}, "not-later")
    return attrs


_WHO = {"tagatorId": TAGATOR_ID, "name": "Kim"}
_SUMS = {
    "tasksCompleted": 120,
    "numbersAdded": 161,
    "activeSeconds": 2873.25,
    "tasksPerHour": 150.36,
    "amount": "18.00",
}
_ALL_SUMS = {**_SUMS, "tasksSkipped": 4}


def _states(states: Any) -> serializers.DictField:
    return serializers.DictField(
        child=CountField(),
        help_text=f"Of {', '.join(states.values)}; a state that none is in is left out.",
    )


class AlbumStatisticOutput(Output):
    """The photos of an album received in the period, and its tasks created in it."""

    example = {
        "albumId": ALBUM_ID,
        "tenantId": TENANT_ID,
        "name": "City Marathon",
        "photos": {"AwaitingTagging": 20, "Processed": 100, "Deleted": 1},
        "faceRecognized": 118,
        "numberRecognized": 100,
        "persons": 87,
        "tags": 131,
        "tasks": {"Open": 15, "Assigned": 5, "Completed": 40},
    }

    album_id = GuidField(source="album.pk")
    tenant_id = GuidField(
        source="album.tenant_id", allow_null=True, help_text="null: not known yet."
    )
    name = serializers.CharField(source="album.name", allow_blank=True)
    photos = _states(PhotoState)
    face_recognized = CountField(help_text="Photos whose faces are recognised, or have none.")
    number_recognized = CountField(help_text="Photos whose numbers are read, or have none.")
    persons = CountField(help_text="Persons on these photos; on two photos: two.")
    tags = CountField(help_text="Accepted start numbers on these photos; on two photos: two.")
    tasks = _states(TaggingTaskState)


class SumsOutput(Output):
    """What was done and earned: totals minus reopened tasks."""

    example = _SUMS

    tasks_completed = serializers.IntegerField(source="done.tasks_completed")
    numbers_added = serializers.IntegerField(source="done.numbers_added")
    active_seconds = serializers.FloatField(source="done.active_seconds")
    tasks_per_hour = serializers.FloatField(
        source="done.tasks_per_hour",
        allow_null=True,
        help_text="By active time, rounded to two places; null: there was none.",
    )
    amount = serializers.CharField(
        source="done.amount_text",
        help_text="A decimal text: the rates of the moments of completion.",
    )


class AllSumsOutput(SumsOutput):
    """The same, with the number of skipped tasks."""

    example = _ALL_SUMS

    tasks_skipped = serializers.IntegerField(source="done.tasks_skipped")


class StatisticOutput(AllSumsOutput):
    """What a tagator did and earned in the period."""

    def to_representation(self, instance: Any) -> dict[str, Any]:
        return super().to_representation({"done": instance})


class TimesheetOutput(SumsOutput):
    """What a tagator did and earned in one interval."""

    example = {**_WHO, "intervalStart": "2026-05-16T22:00:00Z", **_SUMS}

    tagator_id = GuidField()
    name = serializers.CharField()
    interval_start = UtcDateTimeField(
        help_text="When the day, week or month begins; this may be before `from`."
    )


class TagatorStatisticOutput(AllSumsOutput):
    """What one of the tagators did and earned in the period."""

    example = {**_WHO, **_ALL_SUMS}

    tagator_id = GuidField()
    name = serializers.CharField()


class ReportRowOutput(TagatorStatisticOutput):
    """A row of the report."""

    example = {**_WHO, "email": "kim@example.org", **_ALL_SUMS}

    email = serializers.CharField()


class ReportOutput(Output):
    """The report, by name, with the sums of its rows."""

    example = {
        "from": "2026-05-01T00:00:00Z",
        "to": "2026-06-01T00:00:00Z",
        "currency": "EUR",
        "rows": [ReportRowOutput.example],
        "total": _ALL_SUMS,
    }

    from_ = UtcDateTimeField(source="period.begin")
    to = UtcDateTimeField(source="period.end")
    currency = serializers.CharField(help_text="Of every amount; ISO 4217.")
    rows = ReportRowOutput(many=True)
    total = StatisticOutput()
