"""SporadicActivity: sport that is not cyclic; its distance may be 0."""

from typing import ClassVar

from activities.types.kind import activity_type
from activities.types.sport import MEASURED, TRACKED, RefereedActivity
from programs.readers import measure


@activity_type
class SporadicActivity(RefereedActivity):
    type: ClassVar = "SporadicActivity"
    happens: ClassVar = "StartDate"
    required: ClassVar = TRACKED
    optional: ClassVar = {**MEASURED, "Distance": measure}
