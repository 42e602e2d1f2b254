"""Participants' tasks over the AdminApi."""

from datetime import timedelta
from typing import Any
from uuid import UUID

import django_filters
from django.db.models import QuerySet
from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from programs.api.access import MANAGE, READ
from programs.api.bulk import BulkOutput, put_items
from programs.api.tasks.serializers import (
    ParticipantTaskOutput,
    TaskInput,
    TaskItemInput,
    TasksInput,
)
from programs.commands.putting import PutResult
from programs.commands.tasks import (
    CancelParticipantExerciseTaskCommand,
    ParticipantExerciseTasks,
    PutParticipantExerciseTaskCommand,
    cancel_participant_exercise_task,
    put_participant_exercise_task,
)
from programs.models import ParticipantExerciseTask, ParticipantTaskState
from rest.etags import expected_version
from rest.operations import operation
from rest.pages import Filters, GuidFilter, TrueOrFalseFilter
from rest.views import ApiViewSet


class TaskFilters(Filters):
    """By participant, exercise, activity type and state, and by whether an activity is applied."""

    participant_id = GuidFilter(field_name="participant_id")
    exercise_id = GuidFilter(field_name="exercise_id")
    activity_type = django_filters.CharFilter()
    state = django_filters.ChoiceFilter(choices=ParticipantTaskState.choices)
    is_applied = TrueOrFalseFilter(method="by_application")

    class Meta:
        model = ParticipantExerciseTask
        fields: list[str] = []

    def by_application(
        self, tasks: QuerySet[ParticipantExerciseTask], _: str, is_applied: bool
    ) -> QuerySet[ParticipantExerciseTask]:
        """Keep the tasks with an activity, or those without."""
        return tasks.filter(activity_applied_on__isnull=not is_applied)


class ParticipantTaskViews(ApiViewSet):
    """Tasks of participants."""

    access = READ

    @operation(
        gives=ParticipantTaskOutput,
        paged=True,
        filters=TaskFilters,
        ordering=("created_on", "updated_on", "starts_on", "finishes_on", "state"),
    )
    def list(self, request: Request) -> Response:
        """List tasks, the oldest first."""
        return self.page(ParticipantExerciseTask.objects.all())

    @operation(gives=ParticipantTaskOutput, locking=True, refusals=(404,))
    def retrieve(self, request: Request, participant_exercise_task_id: UUID) -> Response:
        """Return a task."""
        return self.answer(
            ParticipantExerciseTask.objects.get_or_refuse(participant_exercise_task_id)
        )

    @operation(
        takes=TaskInput,
        gives=ParticipantTaskOutput,
        statuses=(200, 201),
        locking=True,
        access=MANAGE,
        refusals=(404,),
    )
    def save(self, request: Request, participant_exercise_task_id: UUID) -> Response:
        """Create or change a task; 404: no such participant or exercise.

        409: another participant or exercise, or other criteria of a task that is completed or has
        its activity. 422: criteria that break a rule of the type; `field` is `criteria.minDistance`
        and the like.
        """
        command = PutParticipantExerciseTaskCommand(
            task_id=participant_exercise_task_id, now=timezone.now(), **self.changes()
        )
        done = put_participant_exercise_task(command)
        return self.answer(done.record, 201 if done.outcome is PutResult.CREATED else 200)

    @operation(takes=TasksInput, gives=BulkOutput, access=MANAGE)
    def save_all(self, request: Request) -> Response:
        """Create or change up to 1,000 tasks; each item is answered by itself.

        An earlier item counts as older, where tasks that finish together are tried in turn.
        """
        now = timezone.now()

        def command(index: int, **data: Any) -> PutParticipantExerciseTaskCommand:
            created_on = now + timedelta(microseconds=index)
            return PutParticipantExerciseTaskCommand(now=created_on, **data)

        items = self.data()["items"]
        return self.answer(put_items(ParticipantExerciseTasks, items, TaskItemInput, command))

    @operation(gives=ParticipantTaskOutput, locking=True, access=MANAGE, refusals=(404,))
    def cancel(self, request: Request, participant_exercise_task_id: UUID) -> Response:
        """Cancel a task; 409: it is completed, or an activity was applied to it."""
        command = CancelParticipantExerciseTaskCommand(
            task_id=participant_exercise_task_id, expected_version=expected_version(request)
        )
        return self.answer(cancel_participant_exercise_task(command))
