"""Exercises over the AdminApi."""

from uuid import UUID

import django_filters
from rest_framework.request import Request
from rest_framework.response import Response

from programs.api.access import MANAGE, READ
from programs.api.bulk import BulkOutput, put_items
from programs.api.exercises.serializers import (
    ExerciseInput,
    ExerciseItemInput,
    ExerciseOutput,
    ExercisesInput,
)
from programs.commands.exercises import Exercises, PutExerciseCommand, put_exercise
from programs.commands.putting import PutResult
from programs.models import Exercise
from rest.operations import operation
from rest.pages import Filters, GuidFilter
from rest.views import ApiViewSet


class ExerciseFilters(Filters):
    """By program, activity type, and a part of the name."""

    marketing_program_id = GuidFilter(field_name="program_id")
    activity_type = django_filters.CharFilter()
    search = django_filters.CharFilter(field_name="name", lookup_expr="icontains")

    class Meta:
        model = Exercise
        fields: list[str] = []


class ExerciseViews(ApiViewSet):
    """Exercises of marketing programs."""

    access = READ

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

    @operation(
        takes=ExerciseInput,
        gives=ExerciseOutput,
        statuses=(200, 201),
        locking=True,
        access=MANAGE,
        refusals=(404,),
    )
    def save(self, request: Request, exercise_id: UUID) -> Response:
        """Create or change an exercise; 404: no such program; 409: another program or type."""
        command = PutExerciseCommand(exercise_id=exercise_id, **self.changes())
        done = put_exercise(command)
        return self.answer(done.record, 201 if done.outcome is PutResult.CREATED else 200)

    @operation(takes=ExercisesInput, gives=BulkOutput, access=MANAGE)
    def save_all(self, request: Request) -> Response:
        """Create or change up to 1,000 exercises; each item is answered by itself."""
        items, shape = self.data()["items"], ExerciseItemInput
        return self.answer(
            put_items(Exercises, items, shape, lambda _, **data: PutExerciseCommand(**data))
        )
