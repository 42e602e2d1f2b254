"""Activities as sources send them, and how they become activity data."""

from collections.abc import Mapping
from datetime import datetime
from decimal import Decimal
from typing import Any, ClassVar
from uuid import UUID

from drf_spectacular.utils import extend_schema_field
from prometheus_client import Counter
from rest_framework import serializers

from activities.types import KINDS
from activities.types.sport import ACCEPTED, REJECTED
from foundation.records.formats import as_iso_text
from foundation.rest.serializers import (
    GuidField,
    Input,
    NewGuidField,
    StrictBooleanField,
    StrictTextField,
    UtcDateTimeField,
)
from programs import activity_types
from programs.readers import MAX_MAGNITUDE, number, plain

UNKNOWN_FIELDS = Counter(
    "finishline_activity_unknown_fields",
    "Fields of callbacks and events that no rule knows and that were ignored, by entrance.",
    ["entrance"],
)
MAX_KEYS = 100
MAX_KEY = 100  # characters
MAX_TEXT = 2000  # characters

_BOUNDS = {"minimum": -int(MAX_MAGNITUDE), "maximum": int(MAX_MAGNITUDE)}


@extend_schema_field({"type": "number", **_BOUNDS})
class MeasureField(serializers.Field[Decimal, Any, Any, Any]):
    """A JSON number, read digit by digit and never as a float; the type's rules say more."""

    default_error_messages = {"invalid": "A number is expected.", "unfit": "The number {fault}."}

    def to_internal_value(self, value: Any) -> Decimal:
        if isinstance(value, bool) or not isinstance(value, int | float):
            self.fail("invalid")
        try:
            return number(str(value))
        except ValueError as fault:
            self.fail("unfit", fault=fault)

    def to_representation(self, value: Decimal) -> str:
        return plain(value)


# A measure that some trackers do not have.
OPTIONAL: Mapping[str, Any] = {"required": False, "allow_null": True}


class DataField(serializers.DictField):
    """The data of an activity: texts by key."""

    default_error_messages = {
        "keys": f"At most {MAX_KEYS} keys of at most {MAX_KEY} characters are expected."
    }

    def __init__(self, **kwargs: Any) -> None:
        text = StrictTextField(max_length=MAX_TEXT, allow_blank=True)
        super().__init__(child=text, **kwargs)

    def to_internal_value(self, data: Any) -> dict[str, str]:
        texts: dict[str, str] = super().to_internal_value(data)
        if len(texts) > MAX_KEYS or any(len(key) > MAX_KEY for key in texts):
            self.fail("keys")
        return texts


class ActivityTypeField(serializers.ChoiceField):
    """An activity type, also one that was registered after this module was read."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(choices=activity_types.choices(), **kwargs)

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str) or data not in KINDS:
            self.fail("invalid_choice", input=data)
        return data


class SourceInput(Input):
    """What a source sends. Fields that are not known are ignored and counted."""

    entrance: ClassVar = "callback"

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        validated: dict[str, Any] = super().to_internal_value(data)
        if unknown := len(data.keys() - self.fields.keys()):
            UNKNOWN_FIELDS.labels(self.entrance).inc(unknown)
        return validated


class SportReading(SourceInput):
    """What a tracker measured or the participant entered."""

    tracker_id = GuidField()
    provider = StrictTextField(max_length=200)
    discipline = StrictTextField(max_length=200)
    start_date = UtcDateTimeField()
    finish_date = UtcDateTimeField()
    distance = MeasureField()
    time_in_seconds = MeasureField()
    average_pace = MeasureField(**OPTIONAL)
    average_speed = MeasureField(**OPTIONAL)
    is_manual = StrictBooleanField(**OPTIONAL)
    pulse = MeasureField(**OPTIONAL)
    height_difference = MeasureField(**OPTIONAL)


class CallbackBody(SportReading):
    """An activity of the participant `userId`."""

    activity_id = NewGuidField()
    user_id = GuidField()


class CreatedEventData(SportReading):
    """The data of `sport-activities.activity-created`; the event's subject is the activity id."""

    entrance = "sport-activities.activity-created"

    participant_id = GuidField()
    is_cyclic = StrictBooleanField()
    intensity = MeasureField(**OPTIONAL)
    refereeing_system_check_state = serializers.ChoiceField(
        choices=[ACCEPTED, REJECTED], required=False, allow_null=True
    )


class AppliedEventData(SourceInput):
    """The data of `task-managers.activity-applied`."""

    entrance = "task-managers.activity-applied"

    activity_id = GuidField()
    participant_exercise_task_id = GuidField()


class CompletedEventData(SourceInput):
    """The data of `task-managers.task-completed`."""

    entrance = "task-managers.task-completed"

    participant_exercise_task_id = GuidField()
    completed_on = UtcDateTimeField()


_NOT_DATA = {"activity_id", "user_id", "participant_id"}


def activity_data(reading: Mapping[str, Any]) -> dict[str, str]:
    """Return a reading as activity data: `start_date` becomes the text `StartDate`.

    A key without a value is left out. Equal values have the same text.
    """
    return {
        "".join(part.capitalize() for part in name.split("_")): _text(value)
        for name, value in reading.items()
        if value is not None and name not in _NOT_DATA
    }


def _text(value: UUID | datetime | Decimal | bool | str) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case Decimal():
            return plain(value)
        case datetime():
            return as_iso_text(value)
    return str(value)
