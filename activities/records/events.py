"""The events that activities publish."""

from dataclasses import replace
from typing import ClassVar
from uuid import uuid4

from activities.records.models import Activity
from activities.types.upload_image import UploadImageActivity
from foundation.messaging.outbox import TopicMessage
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
