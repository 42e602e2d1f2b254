"""Marketing programs in requests and answers."""

from rest_framework import serializers

from foundation.rest.fields import (
    GuidField,
    NewGuidField,
    StrictBooleanField,
    StrictTextField,
    UtcDateTimeField,
)
from foundation.rest.serializers import Input, Output
from programs.api.records import PROGRAM_ID, TIMES, ItemsField

_PROGRAM = {
    "name": "Spring challenge",
    "isNewScheme": True,
    "startsOn": "2026-03-01T00:00:00Z",
    "endsOn": None,
    "timeZone": "Europe/Berlin",
    "takesBackRejected": False,
    "refusesOutsideDates": False,
}


class MarketingProgramInput(Input):
    """A program; what is left out is as by default."""

    example = _PROGRAM

    name = StrictTextField(max_length=200)
    is_new_scheme = StrictBooleanField(
        default=True, help_text="true: rewards and tasks are settled here; false: by task managers."
    )
    starts_on = UtcDateTimeField(allow_null=True, default=None)
    ends_on = UtcDateTimeField(allow_null=True, default=None)
    time_zone = StrictTextField(
        max_length=50,
        default="UTC",
        help_text="Where the days, weeks and months of its limits begin.",
    )
    takes_back_rejected = StrictBooleanField(
        default=False,
        help_text="true: rewards of activities that are rejected later are taken back by itself.",
    )
    refuses_outside_dates = StrictBooleanField(
        default=False,
        help_text="true: activities that happened outside startsOn and endsOn are refused.",
    )


class MarketingProgramItemInput(MarketingProgramInput):
    """A program with its id."""

    marketing_program_id = NewGuidField(source="program_id")


class MarketingProgramsInput(Input):
    """Programs; each item is read and answered by itself."""

    example = {"items": [{"marketingProgramId": PROGRAM_ID, **_PROGRAM}]}

    items = ItemsField(MarketingProgramItemInput)


class MarketingProgramOutput(Output):
    """A program."""

    example = {"marketingProgramId": PROGRAM_ID, **_PROGRAM, **TIMES}

    marketing_program_id = GuidField(source="pk")
    name = serializers.CharField()
    is_new_scheme = serializers.BooleanField()
    starts_on = UtcDateTimeField(allow_null=True)
    ends_on = UtcDateTimeField(allow_null=True)
    time_zone = serializers.CharField()
    takes_back_rejected = serializers.BooleanField()
    refuses_outside_dates = serializers.BooleanField()
    created_on = UtcDateTimeField()
    updated_on = UtcDateTimeField()
