"""SportActivity: cyclic sport, measured by a tracker or entered by the participant."""

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from activities.types.kind import ActivityKind, Reader
from activities.types.readers import guid, measure, number, one_of, timestamp, truth, words
from programs.models import ActivityType

ACCEPTED = "Accepted"
REJECTED = "Rejected"

TRACKED: Mapping[str, Reader] = {
    "TrackerId": guid,
    "StartDate": timestamp,
    "FinishDate": timestamp,
}
MEASURED: Mapping[str, Reader] = {
    "Provider": words,
    "Discipline": words,
    "TimeInSeconds": measure,
    "AveragePace": measure,
    "AverageSpeed": measure,
    "HeightDifference": number,
    "Pulse": measure,
    "IsManual": truth,
    "RefereeingSystemCheckState": one_of(ACCEPTED, REJECTED),
    "IsCyclic": truth,
    "Intensity": measure,
}


class SportActivity(ActivityKind):
    type: ClassVar = ActivityType.SPORT
    required: ClassVar = {**TRACKED, "Distance": number}
    optional: ClassVar = MEASURED

    def rules(self, values: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        """FinishDate is not before StartDate, and Distance is greater than 0."""
        yield from finished_after_it_started(values)
        if values["Distance"] <= 0:
            yield "Distance", "must be greater than 0"


def finished_after_it_started(values: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """FinishDate is not before StartDate."""
    if values["FinishDate"] < values["StartDate"]:
        yield "FinishDate", "must not be before StartDate"
