"""Handlers of other services' events: each turns an event into one command."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from activities.commands import CreateActivityCommand, create_activity
from activities.readings import CreatedEventData, activity_data
from activities.types.sporadic import SporadicActivity
from activities.types.sport import SportActivity
from messaging.bus.cloud_events import Event
from messaging.bus.subscriptions import subscribe
from records.refusals import Invalid

SPORT_ACTIVITY_CREATED = "sport-activities.activity-created"


class UnreadableActivityEvent(Invalid):
    """The event does not have the data of an activity."""

    code = "unreadable-activity-event"


def subscribe_to_topics() -> None:
    """Register handlers for the topics that this app consumes."""
    subscribe(SPORT_ACTIVITY_CREATED, on_sport_activity_created)


def on_sport_activity_created(event: Event) -> None:
    """Create the event's activity: a SportActivity if it is cyclic, else a SporadicActivity.

    :raises UnreadableActivityEvent: the subject is not a guid, or the data have another format.
    :raises Refusal: as `create_activity`.
    """
    data = _read(event.data)
    create_activity(
        CreateActivityCommand(
            activity_id=_activity_id(event.subject),
            participant_id=data["participant_id"],
            activity_data=activity_data(data),
            activity_type=SportActivity.type if data["is_cyclic"] else SporadicActivity.type,
        )
    )


def _activity_id(subject: str) -> UUID:
    try:
        return UUID(subject)
    except ValueError:
        raise UnreadableActivityEvent(f"The subject {subject!r} is not an activity id.") from None


def _read(data: Mapping[str, Any]) -> dict[str, Any]:
    shape = CreatedEventData(data=dict(data))
    if not shape.is_valid():
        faults = {name: str(faults[0]) for name, faults in shape.errors.items()}
        sentence = "; ".join(f"{name}: {fault}" for name, fault in faults.items())
        raise UnreadableActivityEvent(sentence, faults)
    validated: dict[str, Any] = shape.validated_data
    return validated
