"""Statistics as they are sent."""

from typing import Any

from rest_framework import serializers

from recognition.models import PhotoState
from rest.fields import CountField, GuidField, UtcDateTimeField
from rest.serializers import Output
from tagging.api.samples import ALBUM_ID, TAGATOR_ID, TENANT_ID
from tagging.models import TaskState

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
    """What an album has of the photos received and the tasks created in the period."""

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
    tasks = _states(TaskState)


class SumsOutput(Output):
    """What was done and earned, of which a reopening takes back what the completion counted."""

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
    """The same with the tasks that were skipped."""

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
