"""What is asked of statistics: a period, and whose."""

from datetime import UTC, datetime, timedelta
from typing import Any

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from rest_framework import serializers

from rest.fields import GuidField, TimeZoneField, UtcDateTimeField
from rest.serializers import Input
from tagging.api.samples import TAGATOR_ID
from tagging.queries.intervals import Interval

FIRST, LAST = datetime(2000, 1, 1, tzinfo=UTC), datetime(2100, 1, 1, tzinfo=UTC)
LONGEST = timedelta(days=366)
MAX_TAGATORS = 1000


class ReportFormat(models.TextChoices):
    """How the report is sent."""

    JSON = "json"
    CSV = "csv"
    XLSX = "xlsx"


class MomentField(UtcDateTimeField):
    """A moment of this century, so that it is a date in every time zone."""

    def __init__(self, **kwargs: Any) -> None:
        limits = [MinValueValidator(FIRST), MaxValueValidator(LAST)]
        super().__init__(validators=limits, **kwargs)


class AlbumsQuery(Input):
    """Which photos and tasks are counted, and of which albums."""

    from_ = MomentField(
        source="begin",
        required=False,
        help_text="Photos received, and tasks created, from this moment on.",
    )
    to = MomentField(source="end", required=False, help_text="… and before this one.")
    tenant_id = GuidField(required=False)
    album_id = GuidField(required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        return _in_order(attrs)


class PeriodInput(Input):
    """A period of at most 366 days."""

    from_ = MomentField(source="begin", help_text="This moment is included.")
    to = MomentField(source="end", help_text="This moment is not included.")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if attrs["end"] - attrs["begin"] > LONGEST:
            text = f"At most {LONGEST.days} days after `from`."
            raise serializers.ValidationError({"to": text}, "too-long")
        return _in_order(attrs)


class TimesheetsQuery(PeriodInput):
    """A period, and how it is cut."""

    interval = serializers.ChoiceField(Interval.choices)
    time_zone = TimeZoneField(
        default="UTC", help_text="An IANA time zone, at whose midnights intervals begin."
    )
    tagator_id = GuidField(required=False)


class ReportInput(PeriodInput):
    """Whose report, of when, and in which format."""

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
