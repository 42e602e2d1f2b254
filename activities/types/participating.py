"""ParticipatingActivity: the participant took part in an event."""

from typing import ClassVar

from activities.types.kind import ActivityKind, activity_type, text
from programs.criteria import Same, TaskCriteria
from programs.readers import guid, timestamp, words


@activity_type
class ParticipatingActivity(ActivityKind):
    type: ClassVar = "ParticipatingActivity"
    happens: ClassVar = "ParticipatedOn"
    required: ClassVar = {"EventId": guid, "ParticipatedOn": timestamp}
    optional: ClassVar = {"StartNumber": words}
    variables: ClassVar = {
        "event_id": text(
            "EventId", "The event's id, as text.", "3d2c1b0a-9f8e-4d7c-8b6a-5f4e3d2c1b0a"
        ),
        "participated_on": text("ParticipatedOn", "When, as text.", "2026-05-17T09:30:00Z"),
        "start_number": text("StartNumber", "The start number, as text.", "1024"),
    }
    criteria: ClassVar = TaskCriteria(
        [Same(key="eventId", fact="EventId", reader=guid, is_required=True)]
    )
