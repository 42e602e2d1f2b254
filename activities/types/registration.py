"""RegistrationActivity: the participant registered."""

from typing import ClassVar

from activities.types.kind import ActivityKind, activity_type, text
from programs.readers import timestamp


@activity_type
class RegistrationActivity(ActivityKind):
    type: ClassVar = "RegistrationActivity"
    happens: ClassVar = "RegisteredOn"
    required: ClassVar = {"RegisteredOn": timestamp}
    variables: ClassVar = {
        "registered_on": text("RegisteredOn", "When, as text.", "2026-05-17T09:30:00Z")
    }
