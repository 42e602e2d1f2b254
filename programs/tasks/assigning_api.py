"""Tasks for many participants over the AdminApi."""

from typing import Any
from uuid import UUID, uuid4

import django_filters
from django.utils import timezone
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from foundation.messaging.models import LongJobState
from foundation.records.audit import actor_of
from foundation.rest.operations import operation
from foundation.rest.pagination import Filters, GuidFilter
from foundation.rest.serializers import (
    GuidField,
    Input,
    NewGuidField,
    Output,
    StrictTextField,
    UtcDateTimeField,
)
from foundation.rest.views import ApiViewSet
from programs.participants.models import ParticipantState
from programs.putting_api import EXERCISE_ID, MANAGE, READ
from programs.tasks.api import CriteriaField
from programs.tasks.assigning import (
    AssignTaskCommand,
    CancelAssignmentCommand,
    assign_task,
    cancel_assignment,
    preview_assignment,
)
from programs.tasks.models import TaskAssignment
from programs.tasks.segments import MOST_LINES, Segment

# Tasks for many participants in requests and answers.


ASSIGNMENT_ID = "4d8b2f60-7c1e-4a95-b3d8-5e9f0a1c2b34"
_TASK = {
    "exerciseId": EXERCISE_ID,
    "criteria": {"discipline": "running", "minDistance": "10"},
    "startsOn": None,
    "finishesOn": "2026-06-01T00:00:00Z",
}
_SEGMENT = {
    "state": "Active",
    "createdFrom": "2026-01-01T00:00:00Z",
    "createdBefore": None,
    "completedExerciseId": EXERCISE_ID,
    "notCompletedExerciseId": None,
}
_REFUSED = {"line": 2, "text": "ann", "reason": "is no id"}


class SegmentInput(Input):
    """Participants of the exercise's program who meet all that is given; nothing: all of them."""

    example = _SEGMENT

    state = serializers.ChoiceField(ParticipantState.choices, allow_null=True, default=None)
    created_from = UtcDateTimeField(allow_null=True, default=None)
    created_before = UtcDateTimeField(
        allow_null=True, default=None, help_text="This moment is not included."
    )
    completed_exercise_id = GuidField(
        allow_null=True, default=None, help_text="With a completed task of this exercise."
    )
    not_completed_exercise_id = GuidField(
        allow_null=True, default=None, help_text="Without a completed task of this exercise."
    )

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        given = super().to_internal_value(data)
        return {**given, "state": given.get("state") or ""}


class AssignmentInput(Input):
    """A task, and who gets it: a segment, or the participants of a list."""

    example = {"assignmentId": ASSIGNMENT_ID, **_TASK, "segment": _SEGMENT}

    assignment_id = NewGuidField(required=False, help_text="Makes the request repeatable.")
    exercise_id = GuidField()
    criteria = CriteriaField(
        default=dict, help_text="What an activity must meet; the keys are those of its type."
    )
    starts_on = UtcDateTimeField(allow_null=True, default=None)
    finishes_on = UtcDateTimeField(allow_null=True, default=None)
    segment = SegmentInput(required=False)
    participant_ids = serializers.ListField(
        child=StrictTextField(max_length=100, allow_blank=True),
        required=False,
        min_length=1,
        max_length=MOST_LINES,
        help_text="Instead of a segment. A text that is no participant's id is refused by itself.",
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if "segment" in attrs and "participant_ids" in attrs:
            raise serializers.ValidationError(
                {"participantIds": "Either a segment or a list of participants is expected."}
            )
        return attrs


class RefusedLineOutput(Output):
    """A line of the list that gets no task."""

    line = serializers.IntegerField(min_value=1, source="number")
    text = serializers.CharField(allow_blank=True)
    reason = serializers.CharField(source="refusal")


class AssignmentPreviewOutput(Output):
    """How many participants would get the task; nothing is done."""

    example = {"count": 1200, "refused": 1, "refusedLines": [_REFUSED]}

    count = serializers.IntegerField(min_value=0)
    refused = serializers.IntegerField(min_value=0)
    refused_lines = RefusedLineOutput(many=True, help_text="The first 100.")


class AssignmentOutput(Output):
    """A task for many, and how far it is."""

    example = {
        "assignmentId": ASSIGNMENT_ID,
        **_TASK,
        "state": "Running",
        "lookedAt": 500,
        "total": 1200,
        "created": 500,
        "refused": 1,
        "reason": "",
        "startedBy": "ann",
        "createdOn": "2026-05-17T09:30:00Z",
        "finishedOn": None,
    }

    assignment_id = GuidField(source="pk")
    exercise_id = GuidField()
    criteria = serializers.DictField(child=serializers.CharField(), help_text="Exact texts.")
    starts_on = UtcDateTimeField(allow_null=True)
    finishes_on = UtcDateTimeField(allow_null=True)
    state = serializers.ChoiceField(LongJobState.choices)
    looked_at = serializers.IntegerField(source="done", help_text="Participants by now.")
    total = serializers.IntegerField(allow_null=True, help_text="Null: not counted yet.")
    created = serializers.IntegerField(help_text="How many got the task.")
    refused = serializers.IntegerField(help_text="How many lines or participants did not.")
    reason = serializers.CharField(
        allow_blank=True, help_text="Why it failed, who cancelled it, or the last try's error."
    )
    started_by = serializers.CharField()
    created_on = UtcDateTimeField()
    finished_on = UtcDateTimeField(allow_null=True)


class AssignmentWithLinesOutput(AssignmentOutput):
    """A task for many with the lines that were refused."""

    example = {**AssignmentOutput.example, "refusedLines": [_REFUSED]}

    refused_lines = RefusedLineOutput(many=True, help_text="The first 100.")


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
