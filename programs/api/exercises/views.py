"""Exercises over the AdminApi."""

from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from foundation.rest.operations import operation
from foundation.rest.pages import Filters, GuidFilter, TextFilter
from programs.api.exercises.serializers import (
    ExerciseInput,
    ExerciseItemInput,
    ExerciseOutput,
    ExercisesInput,
)
from programs.api.records import MANAGE, BulkOutput, RecordViews, puts
from programs.commands.exercises import Exercises
from programs.models import Exercise


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
