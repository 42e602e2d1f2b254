"""What participants' front ends show: a participant's activities with why, and the open tasks."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from activities.explaining.compared_tasks import compared, facts_of
from activities.explaining.history import data_in_words
from activities.explaining.progress import Progress, Standing, standings_of
from activities.explaining.serializers import CheckOutput
from activities.records.models import Activity, ActivityState
from foundation.rest.access import Role
from foundation.rest.operations import operation
from foundation.rest.pagination import Filters, MomentFilter
from foundation.rest.serializers import GuidField, Output, UtcDateTimeField
from foundation.rest.views import ApiViewSet
from programs import activity_types
from programs.criteria import Check
from programs.participants.models import Participant
from programs.tasks.models import ParticipantExerciseTask, ParticipantTaskState
from programs.tasks.suitable import IN_TURN

UNDER_WAY = "It is still being worked on."


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnActivity:
    """An activity in words for the participant: what it was, and why it gave what it gave."""

    activity: Activity
    what: str
    why: Sequence[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenTask:
    """A task that no activity has, and how its criteria compare with the newest activity.

    `checks` of a participant without an activity of the type say only what is wanted.
    """

    task: ParticipantExerciseTask
    checks: Sequence[Check]
    compared_with: Activity | None


def in_own_words(activities: Sequence[Activity]) -> list[OwnActivity]:
    standings = standings_of(activities)
    return [
        OwnActivity(
            activity=each, what=data_in_words(each, each.data), why=_why(standings[each.pk])
        )
        for each in activities
    ]


def _why(standing: Standing) -> Sequence[str]:
    """Return the reasons; how a step fails meanwhile is no matter of participants."""
    return standing.reasons if standing.progress is Progress.SETTLED else [UNDER_WAY]


def compared_tasks(tasks: Sequence[ParticipantExerciseTask]) -> list[OpenTask]:
    """Compare open tasks of one participant with the newest activity of each type."""
    if not tasks:
        return []
    newest = Activity.objects.filter(
        participant=tasks[0].participant_id, type__in={task.activity_type for task in tasks}
    ).order_by("type", "-created_on", "-pk")
    by_type = {each.type: each for each in newest.distinct("type")}
    return [_compared(task, by_type.get(task.activity_type)) for task in tasks]


def _compared(task: ParticipantExerciseTask, activity: Activity | None) -> OpenTask:
    _, facts = facts_of(activity.type, activity.data) if activity else ("", {})
    _, _, checks = compared(task, facts)
    return OpenTask(task=task, checks=checks, compared_with=activity)


class OwnActivityOutput(Output):
    """An activity, in words for the participant; `reward` is null until it is calculated."""

    example = {
        "activityId": "c0f8a1f2-3d52-4b7e-9a0e-7b9f0a6d1e01",
        "type": "SportActivity",
        "createdOn": "2026-05-17T07:00:00Z",
        "what": "Discipline running, Distance 10.5",
        "state": "Applied",
        "reward": 26,
        "why": ["Counted for a task.", "Reward 26, credited."],
    }

    activity_id = GuidField(source="activity.pk")
    type = serializers.ChoiceField(choices=activity_types.choices(), source="activity.type")
    created_on = UtcDateTimeField(source="activity.created_on")
    what = serializers.CharField(help_text="Its data.")
    state = serializers.ChoiceField(choices=ActivityState.choices, source="activity.state")
    reward = serializers.IntegerField(allow_null=True, source="activity.reward")
    why = serializers.ListField(child=serializers.CharField())


class OpenTaskOutput(Output):
    """A task that waits for an activity: what is asked, and what is missing."""

    example = {
        "participantExerciseTaskId": "6e2b5f0e-3f6c-4a55-9b6e-0a4f6d1c2b3a",
        "exerciseName": "Run 5 km",
        "type": "SportActivity",
        "startsOn": None,
        "finishesOn": "2026-05-31T22:00:00Z",
        "comparedWith": "c0f8a1f2-3d52-4b7e-9a0e-7b9f0a6d1e01",
        "checks": [{"criterion": "Distance", "wanted": "at least 5", "got": "4.2", "isMet": False}],
    }

    participant_exercise_task_id = GuidField(source="task.pk")
    exercise_name = serializers.CharField(source="task.exercise.name")
    type = serializers.ChoiceField(choices=activity_types.choices(), source="task.activity_type")
    starts_on = UtcDateTimeField(allow_null=True, source="task.starts_on")
    finishes_on = UtcDateTimeField(allow_null=True, source="task.finishes_on")
    compared_with = GuidField(
        source="compared_with.pk",
        default=None,
        allow_null=True,
        help_text="The participant's newest activity of the type; null: there is none.",
    )
    checks = CheckOutput(many=True)


class OwnActivityFilters(Filters):
    """By when they were created: `from` a moment until just before `to`."""

    from_ = MomentFilter(field_name="created_on", lookup_expr="gte")
    to = MomentFilter(field_name="created_on", lookup_expr="lt")


class OwnViews(ApiViewSet):
    """Every participant's whose id the caller knows."""

    access = Role("rewards.balance")

    @operation(gives=OwnActivityOutput, paged=True, filters=OwnActivityFilters, refusals=(404,))
    def activities(self, request: Request, participant_id: UUID) -> Response:
        """List a participant's activities, the newest first: what, which reward, and why."""
        participant = Participant.objects.get_or_refuse(participant_id)
        found = Activity.objects.filter(participant=participant).select_related("marketing_program")
        return self.page(found.order_by("-created_on", "-pk"), in_own_words)

    @operation(gives=OpenTaskOutput, paged=True, refusals=(404,))
    def tasks(self, request: Request, participant_id: UUID) -> Response:
        """List the tasks that wait for an activity of the participant, in the order of their turn.

        `checks` compare what each asks with the newest activity of its type.
        """
        participant = Participant.objects.get_or_refuse(participant_id)
        found = ParticipantExerciseTask.objects.filter(
            participant=participant, state=ParticipantTaskState.ACTIVE, activity_applied_on=None
        )
        return self.page(found.select_related("exercise").order_by(*IN_TURN), compared_tasks)
