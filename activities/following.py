"""What follows a change of an activity: a row of its history, its events, and the next steps.

The activity id is the key of each message, so a destination gets an activity's messages in order.
"""

from collections.abc import Collection, Mapping
from typing import Any
from uuid import UUID

from activities.events import ActivityEvent
from activities.models import Activity, ActivityChange, ActivityHistory
from messaging import outbox
from messaging.outbox import HandlerMessage
from messaging.outbox.posting import Message
from messaging.tracing import current_request_id

CALCULATE_REWARD = "activities.calculate_reward"
APPLY_ACTIVITY = "activities.apply_activity"
COMPLETE_TASK = "activities.complete_task"
REFILL_BALANCE = "activities.refill_balance"
TAKE_BACK_REWARD = "activities.take_back_reward"

Following = type[ActivityEvent] | HandlerMessage


def note(
    activity: Activity,
    change: ActivityChange,
    source: str,
    details: Mapping[str, Any],
    *following: Following,
) -> None:
    """Write what happened to an activity into its history, and post what follows.

    `source` says who asked: "callback", "bus", "handler", "task manager", or a member of staff.
    """
    ActivityHistory.objects.create(
        activity=activity,
        change=change,
        occurred_on=activity.updated_on,
        source=source,
        request_id=current_request_id(),
        details=dict(details),
    )
    messages: list[Message] = []
    for what in following:
        messages += [what] if isinstance(what, HandlerMessage) else what.messages(activity)
    outbox.post(*messages)


def step(activity: Activity, name: str, **more: Any) -> HandlerMessage:
    """Return the message for a step of an activity."""
    payload = {"activityId": str(activity.pk), **more}
    return HandlerMessage(handler=name, key=activity.pk, payload=payload)


def withdraw_steps(activity_ids: Collection[UUID], name: str, source: str) -> None:
    """Withdraw the messages of a step that `source` does now; also those that were given up.

    Call it before locking the activities: a worker locks a step first and then its activity, so in
    the other order the two could wait for each other. A refusal of the caller undoes it.
    """
    outbox.withdraw(name, activity_ids, f"Done by {source}.")
