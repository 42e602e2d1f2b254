"""What follows a change of an activity: a row of its history, its events, and the next steps.

The activity id is the key of each message, so a destination gets an activity's messages in order.
"""

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any, ClassVar
from uuid import UUID, uuid4

from django.db.models import Q

from activities.records.models import Activity, ActivityChange, ActivityHistory
from activities.types.simple import UploadImageActivity
from foundation.messaging import outbox
from foundation.messaging.outbox import HandlerMessage, TopicMessage
from foundation.messaging.outbox.posting import Message
from foundation.messaging.tracing import current_request_id
from foundation.records.formats import as_iso_text

# The routing key of created UploadImageActivities, which the topic alone cannot tell apart.
UPLOADED_IMAGES = "task-manager.image-uploads"


class ActivityEvent:
    """Something that happened to an activity; its data are the activity right after it."""

    topic: ClassVar[str]

    @classmethod
    def messages(cls, activity: Activity) -> tuple[TopicMessage, ...]:
        """Return the messages of the activity's last change, for `outbox.post`.

        The activity id is their key, so an activity's events keep their order.
        """
        task_id, reward = activity.participant_exercise_task_id, activity.reward
        message = TopicMessage(
            topic=cls.topic,
            key=activity.pk,
            subject=str(activity.pk),
            data={
                "activityId": str(activity.pk),
                "participantId": str(activity.participant_id),
                "marketingProgramId": str(activity.marketing_program_id),
                "type": activity.type,
                "participantExerciseTaskId": None if task_id is None else str(task_id),
                "reward": None if reward is None else int(reward),
                "occurredOn": as_iso_text(activity.updated_on),
            },
            occurred_on=activity.updated_on,
        )
        return (message,)


class ActivityCreated(ActivityEvent):
    """An activity was created."""

    topic = "activities.activity-created"

    @classmethod
    def messages(cls, activity: Activity) -> tuple[TopicMessage, ...]:
        """Return the message; if an image was uploaded, also a copy of it with its own key.

        Both have one event id.
        """
        [message] = super().messages(activity)
        if activity.type != UploadImageActivity.type:
            return (message,)
        message = replace(message, event_id=uuid4())
        return message, replace(message, routing_key=UPLOADED_IMAGES)


class ActivityDataUpdated(ActivityEvent):
    """An activity's data changed."""

    topic = "activities.activity-data-updated"


class ActivityApplied(ActivityEvent):
    """An activity was applied to a task."""

    topic = "activities.activity-applied"


class ActivitySkipped(ActivityEvent):
    """An activity was skipped: no task suits it."""

    topic = "activities.activity-skipped"


class ActivityRewardSet(ActivityEvent):
    """An activity's reward was set."""

    topic = "activities.activity-reward-set"


class TimelineActivityApplied(ActivityEvent):
    """An application, for the timeline."""

    topic = "timeline.activity-applied"


# Task managers decide about tasks in the old scheme. Each has a queue, which is declared before the
# manager first runs. By queue, the routing keys bound to it: topics, whatever the activity's type,
# or a key of its own.
TASK_MANAGER_QUEUES = {
    "task-manager.geo-activities": (ActivityCreated.topic, ActivityApplied.topic),
    "task-manager.invites": (ActivityCreated.topic,),
    "task-manager.quizzes": (ActivityCreated.topic, ActivityApplied.topic),
    "task-manager.partners": (ActivityCreated.topic,),
    "task-manager.sporadic-activities": (ActivityCreated.topic,),
    "task-manager.image-uploads": (UPLOADED_IMAGES,),
}


REWARD_AND_APPLY = "activities.reward_and_apply"
CALCULATE_REWARD = "activities.calculate_reward"
APPLY_ACTIVITY = "activities.apply_activity"
COMPLETE_TASK = "activities.complete_task"
REFILL_BALANCE = "activities.refill_balance"
TAKE_BACK_REWARD = "activities.take_back_reward"

# Sources that are no member of staff, as people read them.
_SOURCES = {
    "handler": "the service",
    "callback": "the source of the activity",
    "bus": "an event",
    "replay": "a replay",
    "task manager": "a task manager",
}


def source_in_words(source: str) -> str:
    """Return who asked for a change, in words: a member of staff by name."""
    return _SOURCES.get(source, source)


class Changes:
    """What happens to a locked activity in one transaction; `write` stores it all at the end.

    `source` says who asked: "callback", "bus", "handler", "task manager", or a member of staff.
    """

    def __init__(self, activity: Activity, source: str) -> None:
        self.activity, self.source = activity, source
        self._fields: set[str] = set()
        self._history: list[ActivityHistory] = []
        self._messages: list[Message] = []

    def note(
        self,
        change: ActivityChange,
        details: Mapping[str, Any],
        *events: type[ActivityEvent],
        **fields: Any,
    ) -> None:
        """Set fields of the activity, and note it: a row of the history, and events."""
        if fields:
            self.activity.change(**fields)
            self._fields.update(fields)
        self._history.append(
            ActivityHistory(
                activity=self.activity,
                change=change,
                occurred_on=self.activity.updated_on,
                source=self.source,
                request_id=current_request_id(),
                details=dict(details),
            )
        )
        for event in events:
            self._messages += event.messages(self.activity)

    def post(self, *messages: Message) -> None:
        """Add messages behind the events noted before: next steps, or events of what follows."""
        self._messages += messages

    @property
    def has_any(self) -> bool:
        """Whether anything was noted."""
        return bool(self._history)

    def write(self) -> Activity:
        """Store what was noted, in the caller's transaction; return the activity."""
        if self._fields:
            self.activity.save(update_fields=[*self._fields, "version", "updated_on"])
        ActivityHistory.objects.bulk_create(self._history)
        outbox.post(*self._messages)
        return self.activity


def step(activity: Activity, name: str, **more: Any) -> HandlerMessage:
    """Return the message for a step of an activity."""
    payload = {"activityId": str(activity.pk), **more}
    return HandlerMessage(handler=name, key=activity.pk, payload=payload)


def withdraw_steps(activity_ids: Collection[UUID], name: str, source: str) -> int:
    """Withdraw the messages of a step that `source` does now; also those that were given up.

    Return how many.

    Call it before locking the activities: a worker locks a step first and then its activity, so in
    the other order the two could wait for each other. A refusal of the caller undoes it.
    """
    return outbox.withdraw(name, activity_ids, f"Done by {source}.")


# One activity, and the conditions of lists.


# Whether the reward is set; without one, whether the last calculation failed.
REWARDS: Mapping[str, Q] = {
    "set": Q(reward__isnull=False),
    "failed": ~Q(reward_failure=""),
    "none": Q(reward__isnull=True, reward_failure=""),
}


def get_activity_by_id(activity_id: UUID) -> Activity:
    """Return an activity with its program (GetActivityByIdQuery of the specification)."""
    return Activity.objects.select_related("marketing_program").get_or_refuse(activity_id)
