"""SporadicActivity: sport that is not cyclic; its distance may be 0."""

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from activities.types.kind import ActivityKind
from activities.types.readers import measure
from activities.types.sport import MEASURED, TRACKED, finished_after_it_started
from programs.models import ActivityType


class SporadicActivity(ActivityKind):
    type: ClassVar = ActivityType.SPORADIC
    required: ClassVar = TRACKED
    optional: ClassVar = {**MEASURED, "Distance": measure}

    def rules(self, values: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        """FinishDate is not before StartDate."""
        return finished_after_it_started(values)
