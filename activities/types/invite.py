"""InviteActivity: the participant invited another one; each invitation counts for one task."""

from typing import ClassVar

from activities.types.kind import ActivityKind, activity_type, text
from programs.readers import guid, timestamp


@activity_type
class InviteActivity(ActivityKind):
    type: ClassVar = "InviteActivity"
    happens: ClassVar = "InvitedOn"
    participants: ClassVar = ("InvitedParticipantId",)
    required: ClassVar = {"InvitedParticipantId": guid, "InvitedOn": timestamp}
    variables: ClassVar = {
        "invited_participant_id": text(
            "InvitedParticipantId",
            "The id of the invited participant, as text.",
            "5f2d7a54-0f5c-4a1c-8f0e-6d0b7c8e9f10",
        ),
        "invited_on": text("InvitedOn", "When, as text.", "2026-05-17T09:30:00Z"),
    }
