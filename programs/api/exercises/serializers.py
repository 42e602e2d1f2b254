"""Exercises in requests and answers."""

from rest_framework import serializers

from foundation.rest.fields import GuidField, NewGuidField, StrictTextField, UtcDateTimeField
from foundation.rest.serializers import Input, Output
from programs.api.records import EXERCISE_ID, PROGRAM_ID, TIMES, ItemsField

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
