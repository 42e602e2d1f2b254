"""Activities and their explanations in answers."""

from uuid import UUID

import django_filters
from django.db.models import QuerySet
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from activities.explaining.compared_tasks import Since, TaskFit, TriedFit, explain_task
from activities.explaining.history import explain_activity
from activities.explaining.progress import Progress
from activities.records.changes import REWARDS, get_activity_by_id
from activities.records.models import Activity, ActivityState
from activities.records.readings import ActivityTypeField
from foundation.rest.access import Role
from foundation.rest.operations import operation
from foundation.rest.pagination import Filters, GuidFilter, MomentFilter
from foundation.rest.serializers import GuidField, Output, UtcDateTimeField
from foundation.rest.views import ApiViewSet
from programs import activity_types
from programs.tasks.models import ParticipantTaskState


class ActivityOutput(Output):
    """An activity; `reward` is null until it is calculated."""

    example = {
        "activityId": "c0f8a1f2-3d52-4b7e-9a0e-7b9f0a6d1e01",
        "participantId": "5f2d7a54-0f5c-4a1c-8f0e-6d0b7c8e9f10",
        "marketingProgramId": "2a4c6e80-1b3d-4f5a-9c7e-8d0f1a2b3c4d",
        "participantExerciseTaskId": None,
        "type": "SportActivity",
        "state": "Created",
        "reward": None,
        "data": {"Discipline": "running", "Distance": "10.5"},
        "createdOn": "2026-05-17T07:00:00Z",
    }

    activity_id = GuidField(source="id")
    participant_id = GuidField()
    marketing_program_id = GuidField()
    participant_exercise_task_id = GuidField(allow_null=True)
    type = ActivityTypeField()
    state = serializers.ChoiceField(choices=ActivityState.choices)
    reward = serializers.IntegerField(allow_null=True)
    data = serializers.DictField(child=serializers.CharField())  # type: ignore[assignment]
    created_on = UtcDateTimeField()


class ActivityHistoryEntryOutput(Output):
    """Something that happened to an activity; `details` depend on its kind."""

    occurred_on = UtcDateTimeField()
    kind = serializers.CharField()
    source = serializers.CharField(help_text="Who asked for it; empty for messages.")  # type: ignore[assignment]
    text = serializers.CharField()
    details = serializers.DictField()


class CheckOutput(Output):
    """One criterion of a task."""

    criterion = serializers.CharField()
    wanted = serializers.CharField()
    got = serializers.CharField()
    is_met = serializers.BooleanField()


class TaskLookedAtOutput(Output):
    """A task and why it did or did not suit; `place` is its turn, from 1."""

    place = serializers.IntegerField(min_value=1)
    participant_exercise_task_id = GuidField(source="task.pk")
    exercise_name = serializers.CharField(source="task.exercise.name")
    state = serializers.ChoiceField(choices=ParticipantTaskState.choices, source="task.state")
    verdict = serializers.ChoiceField(choices=[each.value for each in TaskFit])
    reason = serializers.CharField()
    since = serializers.ChoiceField(
        choices=[each.value for each in Since],
        help_text="What happened to the task after the activity was applied or skipped.",
    )
    checks = CheckOutput(many=True)


class TasksLookedAtOutput(Output):
    """The tasks of the type as they are now: the first of `count`, and the activity's own."""

    count = serializers.IntegerField(min_value=0)
    decided_on = UtcDateTimeField(allow_null=True)
    why_none = serializers.CharField(help_text="Why no task suits, whatever its criteria.")
    tasks = TaskLookedAtOutput(many=True)


class StandingOutput(Output):
    """Where an activity is, and why."""

    progress = serializers.ChoiceField(choices=[each.value for each in Progress])
    reasons = serializers.ListField(child=serializers.CharField())


class ExplainedActivityOutput(Output):
    """An activity, where it is, what happened to it in order, and the tasks looked at."""

    example = {
        "activityId": "c0f8a1f2-3d52-4b7e-9a0e-7b9f0a6d1e01",
        "type": "SportActivity",
        "state": "Skipped",
        "standing": {
            "progress": "Settled",
            "reasons": ["No task. No task suits.", "Reward 10, credited."],
        },
        "history": [
            {
                "occurredOn": "2026-05-17T09:30:00Z",
                "kind": "Created",
                "source": "callback",
                "text": "Came in: Distance 4.2.",
                "details": {"data": {"Distance": "4.2"}, "requestId": "7f3a"},
            }
        ],
        "tasks": {
            "count": 1,
            "decidedOn": "2026-05-17T09:30:01Z",
            "whyNone": "",
            "tasks": [
                {
                    "place": 1,
                    "participantExerciseTaskId": "6e2b5f0e-3f6c-4a55-9b6e-0a4f6d1c2b3a",
                    "exerciseName": "Run 5 km",
                    "state": "Active",
                    "verdict": "CriteriaNotMet",
                    "reason": "Distance: wanted at least 5, got 4.2",
                    "since": "",
                    "checks": [
                        {
                            "criterion": "Distance",
                            "wanted": "at least 5",
                            "got": "4.2",
                            "isMet": False,
                        }
                    ],
                }
            ],
        },
    }

    activity_id = GuidField(source="activity.pk")
    type = serializers.ChoiceField(choices=activity_types.choices(), source="activity.type")
    state = serializers.ChoiceField(choices=ActivityState.choices, source="activity.state")
    standing = StandingOutput()
    history = ActivityHistoryEntryOutput(many=True, source="entries")
    tasks = TasksLookedAtOutput()


class TriedActivityOutput(Output):
    """An activity, and why the task did not take it."""

    activity_id = GuidField(source="activity.pk")
    state = serializers.ChoiceField(choices=ActivityState.choices, source="activity.state")
    created_on = UtcDateTimeField(source="activity.created_on")
    verdict = serializers.ChoiceField(choices=[each.value for each in TriedFit])
    reason = serializers.CharField()
    checks = CheckOutput(many=True)


class ExplainedTaskOutput(Output):
    """A task, where it stands, and the newest of `count` activities of its type."""

    example = {
        "participantExerciseTaskId": "6e2b5f0e-3f6c-4a55-9b6e-0a4f6d1c2b3a",
        "state": "Active",
        "sentences": [
            "It is open: of the participant's one activity of its type (sport) it took none."
        ],
        "count": 1,
        "tried": [
            {
                "activityId": "c0f8a1f2-3d52-4b7e-9a0e-7b9f0a6d1e01",
                "state": "Skipped",
                "createdOn": "2026-05-17T09:30:00Z",
                "verdict": "CriteriaNotMet",
                "reason": "Distance: wanted at least 15, got 10.5",
                "checks": [
                    {
                        "criterion": "Distance",
                        "wanted": "at least 15",
                        "got": "10.5",
                        "isMet": False,
                    }
                ],
            }
        ],
    }

    participant_exercise_task_id = GuidField(source="task.pk")
    state = serializers.ChoiceField(choices=ParticipantTaskState.choices, source="task.state")
    sentences = serializers.ListField(child=serializers.CharField())
    count = serializers.IntegerField(min_value=0)
    tried = TriedActivityOutput(many=True)


# Activities over the ActivityApi and the AdminApi: one, lists, and what happened.


class ActivityViews(ApiViewSet):
    """Activities for other services."""

    access = Role("activities.read")

    @operation(gives=ActivityOutput, locking=True, refusals=(404,))
    def retrieve(self, request: Request, activity_id: UUID) -> Response:
        """Return an activity."""
        return self.answer(get_activity_by_id(activity_id))


class ActivityFilters(Filters):
    """By program, participant, type, state, reward and time of creation."""

    marketing_program_id = GuidFilter(field_name="marketing_program_id")
    participant_id = GuidFilter(field_name="participant_id")
    type = django_filters.ChoiceFilter(choices=activity_types.choices())
    state = django_filters.ChoiceFilter(choices=ActivityState.choices)
    reward = django_filters.ChoiceFilter(
        choices=[(name, name) for name in REWARDS],
        method="by_reward",
        help_text="`set`; `failed`: the last calculation failed; `none`: neither.",
    )
    created_from = MomentFilter(
        field_name="created_on", lookup_expr="gte", help_text="Created then or later."
    )
    created_before = MomentFilter(
        field_name="created_on", lookup_expr="lt", help_text="Created before then."
    )

    def by_reward(self, activities: QuerySet[Activity], _: str, name: str) -> QuerySet[Activity]:
        """Narrow by whether the reward is set."""
        return activities.filter(REWARDS[name])


class StaffActivityViews(ApiViewSet):
    """Activities."""

    access = Role("activities.manage")

    @operation(gives=ActivityOutput, paged=True, filters=ActivityFilters, ordering=("-created_on",))
    def list(self, request: Request) -> Response:
        """List activities, the newest first."""
        return self.page(Activity.objects.all())

    @operation(gives=ExplainedActivityOutput, refusals=(404,))
    def history(self, request: Request, activity_id: UUID) -> Response:
        """Explain an activity: where it is and why, what happened, and the tasks looked at.

        The tasks are compared when this is asked for, as they are now. A task that was added or
        changed after the activity was applied or skipped is marked by `since`.
        """
        return self.answer(explain_activity(activity_id))

    @operation(
        gives=ExplainedTaskOutput,
        refusals=(404,),
        access=Role("activities.manage", "programs.manage", "programs.read"),
    )
    def explain_task(self, request: Request, participant_exercise_task_id: UUID) -> Response:
        """Explain why a task is open or done: its activity, and those that were not taken.

        Of the participant's activities of the task's type the newest 20, each with why. Criteria
        are compared as they are now.
        """
        return self.answer(explain_task(participant_exercise_task_id))
