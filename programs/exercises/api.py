"""Exercises over the AdminApi."""

from uuid import UUID

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from foundation.rest.operations import operation
from foundation.rest.pages import Filters, GuidFilter, TextFilter
from foundation.rest.serializers import (
    GuidField,
    Input,
    NewGuidField,
    Output,
    StrictTextField,
    UtcDateTimeField,
)
from programs.exercises.commands import Exercises
from programs.models import Exercise
from programs.records_api import (
    EXERCISE_ID,
    MANAGE,
    PROGRAM_ID,
    TIMES,
    BulkOutput,
    ItemsField,
    RecordViews,
    puts,
)

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
