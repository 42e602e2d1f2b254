"""ParticipatingActivity: the participant took part in an event."""

from typing import ClassVar

from activities.types.kind import ActivityKind, DataVariable, activity_type
from programs.criteria import Same, TaskCriteria
from programs.readers import guid, timestamp, words


@activity_type
class ParticipatingActivity(ActivityKind):
    type: ClassVar = "ParticipatingActivity"
    required: ClassVar = {"EventId": guid, "ParticipatedOn": timestamp}
    optional: ClassVar = {"StartNumber": words}
    variables: ClassVar = {
        "event_id": DataVariable(
            key="EventId",
            says="The event's id, as text.",
            example="3d2c1b0a-9f8e-4d7c-8b6a-5f4e3d2c1b0a",
        ),
        "participated_on": DataVariable(
            key="ParticipatedOn", says="When, as text.", example="2026-05-17T09:30:00Z"
        ),
        "start_number": DataVariable(
            key="StartNumber", says="The start number, as text.", example="1024"
        ),
    }
    criteria: ClassVar = TaskCriteria(
        [Same(key="eventId", fact="EventId", reader=guid, is_required=True)]
    )
