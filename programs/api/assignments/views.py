"""Tasks for many participants over the AdminApi."""

from typing import Any
from uuid import UUID, uuid4

import django_filters
from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from foundation.messaging.jobs.models import LongJobState
from foundation.records.audit import actor_of
from foundation.rest.operations import operation
from foundation.rest.pages import Filters, GuidFilter
from foundation.rest.views import ApiViewSet
from programs.api.assignments.serializers import (
    AssignmentInput,
    AssignmentOutput,
    AssignmentPreviewOutput,
    AssignmentWithLinesOutput,
)
from programs.api.records import MANAGE, READ
from programs.commands.assigning import (
    AssignTaskCommand,
    CancelAssignmentCommand,
    assign_task,
    cancel_assignment,
    preview_assignment,
)
from programs.commands.segments import Segment
from programs.models import TaskAssignment

SHOWN = 100


class AssignmentFilters(Filters):
    """By exercise and by state."""

    exercise_id = GuidFilter(field_name="exercise_id")
    state = django_filters.ChoiceFilter(choices=LongJobState.choices)


class AssignmentViews(ApiViewSet):
    """One task for many participants: a job in the background."""

    access = READ

    @operation(
        takes=AssignmentInput,
        gives=AssignmentOutput,
        statuses=(202,),
        refusals=(404, 409),
        access=MANAGE,
    )
    def start(self, request: Request) -> Response:
        """Give a task to a segment, or to the participants of a list, in the background.

        Lines of the list that are refused stop no other. The same request with the same
        `assignmentId` again changes nothing. 404: no such exercise.
        """
        return self.answer(assign_task(self._command(request)))

    @operation(takes=AssignmentInput, gives=AssignmentPreviewOutput, refusals=(404,), access=MANAGE)
    def preview(self, request: Request) -> Response:
        """Return how many participants would get the task, and which lines are refused."""
        found = preview_assignment(self._command(request))
        shown = {"refused": len(found.refused), "refused_lines": found.refused[:SHOWN]}
        return self.answer({"count": found.count, **shown})

    @operation(
        gives=AssignmentOutput, paged=True, filters=AssignmentFilters, ordering=("-created_on",)
    )
    def list(self, request: Request) -> Response:
        """List the tasks for many, the newest first."""
        return self.page(TaskAssignment.objects.all())

    @operation(gives=AssignmentWithLinesOutput, refusals=(404,))
    def retrieve(self, request: Request, assignment_id: UUID) -> Response:
        """Return a task for many: how far it is, and which lines were refused."""
        job: Any = TaskAssignment.objects.get_or_refuse(assignment_id)
        job.refused_lines = job.lines.exclude(refusal="").order_by("number")[:SHOWN]
        return self.answer(job)

    @operation(gives=AssignmentOutput, refusals=(404, 409), access=MANAGE)
    def cancel(self, request: Request, assignment_id: UUID) -> Response:
        """Cancel a task for many; tasks that were given stay. 409: it is finished, or it failed."""
        by, now = actor_of(request), timezone.now()
        command = CancelAssignmentCommand(assignment_id=assignment_id, by=by, now=now)
        return self.answer(cancel_assignment(command))

    def _command(self, request: Request) -> AssignTaskCommand:
        given = {"assignment_id": uuid4(), **self.data()}
        segment = Segment(**given.pop("segment", {}))
        by, now = actor_of(request), timezone.now()
        return AssignTaskCommand(segment=segment, by=by, now=now, **given)
