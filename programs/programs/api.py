"""Marketing programs and exercises over the AdminApi."""

from uuid import UUID

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from foundation.rest.operations import operation
from foundation.rest.pagination import Filters, GuidFilter, TextFilter, TrueOrFalseFilter
from foundation.rest.serializers import (
    GuidField,
    Input,
    NewGuidField,
    Output,
    StrictBooleanField,
    StrictTextField,
    UtcDateTimeField,
)
from programs.programs.commands import Exercises, MarketingPrograms
from programs.programs.models import Exercise, MarketingProgram
from programs.putting_api import (
    EXERCISE_ID,
    MANAGE,
    PROGRAM_ID,
    TIMES,
    BulkOutput,
    ItemsField,
    RecordViews,
    puts,
)

# Marketing programs in requests and answers.


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


class MarketingProgramFilters(Filters):
    """By scheme, and a part of the name."""

    is_new_scheme = TrueOrFalseFilter()
    search = TextFilter(field_name="name", lookup_expr="icontains")


class MarketingProgramViews(RecordViews):
    """Marketing programs."""

    kind = MarketingPrograms
    item = MarketingProgramItemInput

    @operation(
        gives=MarketingProgramOutput,
        paged=True,
        filters=MarketingProgramFilters,
        ordering=("name", "starts_on", "ends_on", "created_on", "updated_on"),
    )
    def list(self, request: Request) -> Response:
        """List programs by name."""
        return self.page(MarketingProgram.objects.all())

    @operation(gives=MarketingProgramOutput, locking=True, refusals=(404,))
    def retrieve(self, request: Request, marketing_program_id: UUID) -> Response:
        """Return a program."""
        return self.answer(MarketingProgram.objects.get_or_refuse(marketing_program_id))

    @puts(MarketingProgramInput, MarketingProgramOutput)
    def save(self, request: Request, marketing_program_id: UUID) -> Response:
        """Create or change a program; 404: `If-Match` names a version of one that is not there."""
        return self.put_one(marketing_program_id)

    @operation(takes=MarketingProgramsInput, gives=BulkOutput, access=MANAGE)
    def save_all(self, request: Request) -> Response:
        """Create or change up to 1,000 programs; each item is answered by itself."""
        return self.put_many()


# Exercises in requests and answers.


_EXERCISE = {
    "marketingProgramId": PROGRAM_ID,
    "name": "Run five kilometres",
    "activityType": "SportActivity",
}


class ExerciseInput(Input):
    """An exercise. The program and the activity type never change."""

    example = _EXERCISE

    marketing_program_id = GuidField(source="program_id")
    name = StrictTextField(max_length=200)
    activity_type = StrictTextField(max_length=30)


class ExerciseItemInput(ExerciseInput):
    """An exercise with its id."""

    exercise_id = NewGuidField()


class ExercisesInput(Input):
    """Exercises; each item is read and answered by itself."""

    example = {"items": [{"exerciseId": EXERCISE_ID, **_EXERCISE}]}

    items = ItemsField(ExerciseItemInput)


class ExerciseOutput(Output):
    """An exercise."""

    example = {"exerciseId": EXERCISE_ID, **_EXERCISE, **TIMES}

    exercise_id = GuidField(source="pk")
    marketing_program_id = GuidField(source="program_id")
    name = serializers.CharField()
    activity_type = serializers.CharField()
    created_on = UtcDateTimeField()
    updated_on = UtcDateTimeField()


class ExerciseFilters(Filters):
    """By program, activity type, and a part of the name."""

    marketing_program_id = GuidFilter(field_name="program_id")
    activity_type = TextFilter()
    search = TextFilter(field_name="name", lookup_expr="icontains")


class ExerciseViews(RecordViews):
    """Exercises of marketing programs."""

    kind = Exercises
    item = ExerciseItemInput

    @operation(
        gives=ExerciseOutput,
        paged=True,
        filters=ExerciseFilters,
        ordering=("name", "activity_type", "created_on", "updated_on"),
    )
    def list(self, request: Request) -> Response:
        """List exercises by name."""
        return self.page(Exercise.objects.all())

    @operation(gives=ExerciseOutput, locking=True, refusals=(404,))
    def retrieve(self, request: Request, exercise_id: UUID) -> Response:
        """Return an exercise."""
        return self.answer(Exercise.objects.get_or_refuse(exercise_id))

    @puts(ExerciseInput, ExerciseOutput)
    def save(self, request: Request, exercise_id: UUID) -> Response:
        """Create or change an exercise; 404: no such program; 409: another program or type."""
        return self.put_one(exercise_id)

    @operation(takes=ExercisesInput, gives=BulkOutput, access=MANAGE)
    def save_all(self, request: Request) -> Response:
        """Create or change up to 1,000 exercises; each item is answered by itself."""
        return self.put_many()
