"""Sport activities as sources send them, and how they become activity data."""

from collections.abc import Mapping
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any
from uuid import UUID

from rest_framework import serializers

from activities.types.sport import ACCEPTED, REJECTED
from rest.fields import GuidField, UtcDateTimeField
from rest.serializers import Input

MAX_VALUE = 10**9


class MeasureField(serializers.FloatField):
    """A number of a size that sport can have; the type's rules say more."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(min_value=-MAX_VALUE, max_value=MAX_VALUE, **kwargs)

    def to_internal_value(self, value: Any) -> float:
        # FloatField accepts `true` and "nan", and fails on 400 digits.
        if isinstance(value, bool) or not isinstance(value, int | float):
            self.fail("invalid")
        # A number beyond the bounds, or NaN, is refused by the validators.
        return float(max(-MAX_VALUE - 1, min(value, MAX_VALUE + 1)))


class OptionalMeasureField(MeasureField):
    """A measure that some trackers do not have."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(required=False, allow_null=True, **kwargs)


class Reading(Input):
    """What a tracker measured or the participant entered."""

    tracker_id = GuidField()
    provider = serializers.CharField(max_length=200)
    discipline = serializers.CharField(max_length=200)
    start_date = UtcDateTimeField()
    finish_date = UtcDateTimeField()
    distance = MeasureField()
    time_in_seconds = MeasureField()
    average_pace = OptionalMeasureField()
    average_speed = OptionalMeasureField()
    is_manual = serializers.BooleanField(required=False, allow_null=True)
    pulse = OptionalMeasureField()
    height_difference = OptionalMeasureField()


class CallbackBody(Reading):
    """An activity of the participant `userId`."""

    activity_id = GuidField()
    user_id = GuidField()


class CreatedEventData(Reading):
    """The data of `sport-activities.activity-created`; the event's subject is the activity id."""

    participant_id = GuidField()
    is_cyclic = serializers.BooleanField()
    intensity = OptionalMeasureField()
    refereeing_system_check_state = serializers.ChoiceField(
        choices=[ACCEPTED, REJECTED], required=False, allow_null=True
    )


class AppliedEventData(Input):
    """The data of `task-managers.activity-applied`."""

    activity_id = GuidField()
    participant_exercise_task_id = GuidField()


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


def _text(value: UUID | datetime | float | str) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return f"{(Decimal(repr(value)) + 0).normalize():f}"
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat().replace("+00:00", "Z")
    return str(value)
