"""The events that activities publish."""

from dataclasses import dataclass, replace
from datetime import datetime
from decimal import Decimal
from typing import ClassVar, Self
from uuid import UUID, uuid4

from activities.models import Activity
from activities.types.upload_image import UploadImageActivity
from messaging.outbox import TopicMessage

# The routing key of created UploadImageActivities, which the topic alone cannot tell apart.
UPLOADED_IMAGES = "task-manager.image-uploads"


@dataclass(frozen=True, slots=True, kw_only=True)
class ActivityEvent:
    """Something that happened to an activity, and the activity right after it."""

    topic: ClassVar[str]

    activity_id: UUID
    participant_id: UUID
    marketing_program_id: UUID
    type: str
    participant_exercise_task_id: UUID | None
    reward: Decimal | None
    occurred_on: datetime

    @classmethod
    def of(cls, activity: Activity) -> Self:
        """Return the event of the activity's last change."""
        return cls(
            activity_id=activity.pk,
            participant_id=activity.participant_id,
            marketing_program_id=activity.marketing_program_id,
            type=activity.type,
            participant_exercise_task_id=activity.participant_exercise_task_id,
            reward=activity.reward,
            occurred_on=activity.updated_on,
        )

    def message(self) -> TopicMessage:
        """Return the outbox message. The activity id is its key, so its events keep their order."""
        task_id = self.participant_exercise_task_id
        return TopicMessage(
            topic=self.topic,
            key=self.activity_id,
            subject=str(self.activity_id),
            data={
                "activityId": str(self.activity_id),
                "participantId": str(self.participant_id),
                "marketingProgramId": str(self.marketing_program_id),
                "type": self.type,
                "participantExerciseTaskId": None if task_id is None else str(task_id),
                "reward": None if self.reward is None else int(self.reward),
                "occurredOn": self.occurred_on.isoformat().replace("+00:00", "Z"),
            },
            occurred_on=self.occurred_on,
        )

    def messages(self) -> tuple[TopicMessage, ...]:
        """Return all messages that are published when this happens, for `outbox.post`."""
        return (self.message(),)


class ActivityCreated(ActivityEvent):
    """An activity was created."""

    topic = "activities.activity-created"

    def messages(self) -> tuple[TopicMessage, ...]:
        """Return the message; if an image was uploaded, also a copy of it with its own key.

        Both have one event id.
        """
        if self.type != UploadImageActivity.type:
            return (self.message(),)
        message = replace(self.message(), event_id=uuid4())
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
