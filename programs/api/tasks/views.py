"""Participants' tasks over the AdminApi."""

from datetime import datetime, timedelta
from functools import cached_property
from typing import Any
from uuid import UUID

import django_filters
from django.db.models import QuerySet
from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from foundation.rest.etags import expected_version
from foundation.rest.operations import operation
from foundation.rest.pages import Filters, GuidFilter, TextFilter, TrueOrFalseFilter
from programs.api.records import MANAGE, BulkOutput, RecordViews, puts
from programs.api.tasks.serializers import (
    CompletionInput,
    ParticipantTaskOutput,
    TaskInput,
    TaskItemInput,
    TasksInput,
)
from programs.commands.applying import (
    CompleteParticipantExerciseTaskCommand,
    complete_participant_exercise_task,
)
from programs.commands.putting import PutCommand
from programs.commands.tasks import (
    CancelParticipantExerciseTaskCommand,
    ParticipantExerciseTasks,
    cancel_participant_exercise_task,
)
from programs.models import ParticipantExerciseTask, ParticipantTaskState


class TaskFilters(Filters):
    """By participant, exercise, activity type and state, and by whether an activity is applied."""

    participant_id = GuidFilter(field_name="participant_id")
    exercise_id = GuidFilter(field_name="exercise_id")
    activity_type = TextFilter()
    state = django_filters.ChoiceFilter(choices=ParticipantTaskState.choices)
    is_applied = TrueOrFalseFilter(method="by_application")

    def by_application(
        self, tasks: QuerySet[ParticipantExerciseTask], _: str, is_applied: bool
    ) -> QuerySet[ParticipantExerciseTask]:
        """Keep the tasks with an activity, or those without."""
        return tasks.filter(activity_applied_on__isnull=not is_applied)


class ParticipantTaskViews(RecordViews):
    """Tasks of participants."""

    kind = ParticipantExerciseTasks
    item = TaskItemInput

    def command_of(self, place: int, **data: Any) -> PutCommand:
        return super().command_of(place, now=self.now + timedelta(microseconds=place), **data)

    @cached_property
    def now(self) -> datetime:
        return timezone.now()

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

    @puts(TaskInput, ParticipantTaskOutput)
    def save(self, request: Request, participant_exercise_task_id: UUID) -> Response:
        """Create or change a task; 404: no such participant or exercise.

        409: another participant or exercise, or other criteria of a task that is completed or has
        its activity. 422: criteria that break a rule of the type; `field` is `criteria.minDistance`
        and the like.
        """
        return self.put_one(participant_exercise_task_id)

    @operation(takes=TasksInput, gives=BulkOutput, access=MANAGE)
    def save_all(self, request: Request) -> Response:
        """Create or change up to 1,000 tasks; each item is answered by itself.

        An earlier item counts as older, where tasks that finish together are tried in turn.
        """
        return self.put_many()

    @operation(gives=ParticipantTaskOutput, locking=True, access=MANAGE, refusals=(404,))
    def cancel(self, request: Request, participant_exercise_task_id: UUID) -> Response:
        """Cancel a task; 409: it is completed, or an activity was applied to it."""
        command = CancelParticipantExerciseTaskCommand(
            task_id=participant_exercise_task_id,
            expected_version=expected_version(request),
            by=self.actor,
        )
        return self.answer(cancel_participant_exercise_task(command))

    @operation(
        takes=CompletionInput,
        gives=ParticipantTaskOutput,
        locking=True,
        access=MANAGE,
        refusals=(404,),
    )
    def complete(self, request: Request, participant_exercise_task_id: UUID) -> Response:
        """Complete a task, as task managers do in the old scheme; again: nothing changes.

        A task without an activity may be completed, too. 409: it is cancelled.
        """
        given = self.data()
        tasks = ParticipantExerciseTask.objects.select_related("participant__program")
        task = tasks.get_or_refuse(participant_exercise_task_id)
        command = CompleteParticipantExerciseTaskCommand(
            exercise_id=task.exercise_id,
            participant_exercise_task_id=task.pk,
            value=None,
            is_new_scheme=task.participant.program.is_new_scheme,
            occurred_on=given["completed_on"] or self.now,
            expected_version=expected_version(request),
            by=self.actor,
        )
        return self.answer(complete_participant_exercise_task(command))
