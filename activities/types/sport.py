"""SportActivity: cyclic sport. SporadicActivity: other sport; its distance may be 0."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from decimal import Decimal
from typing import Any, ClassVar

from activities.types.kind import ActivityKind, DataVariable, activity_type, numbers, numeric, text
from programs.criteria import Between, Same, TaskCriteria
from programs.readers import (
    Reader,
    guid,
    measure,
    number,
    one_of,
    pace_in_words,
    timestamp,
    truth,
    words,
)

ACCEPTED = "Accepted"
REJECTED = "Rejected"
_NOT_ACCEPTED = {
    REJECTED: "the referees rejected it",
    None: "the referees have not decided about it",
}

_DONE = {"running": "Run", "walking": "Walk", "cycling": "Ride", "swimming": "Swim"}
TRACKED: Mapping[str, Reader] = {"TrackerId": guid, "StartDate": timestamp, "FinishDate": timestamp}
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


DISTANCE = numeric(
    "Distance",
    "The distance in kilometres.",
    "10.5",
    numbers("0.5 1 5 10 21.0975 42.195 100 1000 10000", least=Decimal(0)),
    unit="km",
)


class RefereedActivity(ActivityKind):
    """Sport that referees accept or reject."""

    optional: ClassVar = MEASURED
    usual: ClassVar = {
        "Discipline": "running",
        "Distance": "10.5",
        "RefereeingSystemCheckState": ACCEPTED,
    }
    variables: ClassVar = {
        "tracker_id": text(
            "TrackerId", "The tracker's id, as text.", "7d9f3f7e-2d7b-4c52-9b39-0d5a5b7f6c11"
        ),
        "provider": text("Provider", "The tracker's provider.", "Garmin"),
        "discipline": text("Discipline", "The discipline.", "running"),
        "distance": DISTANCE,
        "time_in_seconds": numeric(
            "TimeInSeconds",
            "The time in seconds.",
            "3465",
            numbers("60 600 1800 7200 18000 86400", least=Decimal(0)),
            unit="s",
        ),
        "avg_pace": numeric(
            "AveragePace",
            "The mean pace in minutes a kilometre: AveragePace, which is seconds, divided by 60.",
            "5.5",
            numbers("2.5 4 7 10 20", least=Decimal(0)),
            unit="min/km",
            change=lambda pace: pace / 60,
        ),
        "avg_speed": numeric(
            "AverageSpeed",
            "The mean speed in kilometres an hour.",
            "10.9",
            numbers("3 5 15 30 60", least=Decimal(0)),
            unit="km/h",
        ),
        "height_diff": numeric(
            "HeightDifference",
            "The difference of heights in metres.",
            "120",
            numbers("-500 0 50 500 2000"),
            unit="m",
        ),
        "pulse": numeric(
            "Pulse",
            "The mean pulse, beats a minute.",
            "148",
            numbers("60 100 180 220", least=Decimal(0)),
            unit="beats/min",
        ),
        "is_manual": DataVariable(
            key="IsManual", says="Whether the participant entered it.", example=False
        ),
    }
    criteria: ClassVar = TaskCriteria(
        [
            Same(key="discipline", fact="Discipline"),
            Between(
                fact="Distance", least="minDistance", most="maxDistance", reader=measure, unit="km"
            ),
            Between(
                fact="TimeInSeconds",
                least="minTimeInSeconds",
                most="maxTimeInSeconds",
                reader=measure,
                unit="s",
            ),
            Between(
                fact="AveragePace",
                least="maxPace",
                most="minPace",
                reader=measure,
                unit="s/km",
                says={
                    "maxPace": "The fastest pace that is allowed: the smaller number.",
                    "minPace": "The slowest pace that is allowed: the larger number.",
                },
            ),
        ]
    )

    def in_words(self, data: Mapping[str, str]) -> str:
        discipline, distance = data.get("Discipline", "").strip(), data.get("Distance", "").strip()
        words = _DONE.get(discipline.lower(), discipline.capitalize()) or super().in_words(data)
        return f"{words} {distance} km" if distance else words

    def said(self, key: str, text: str) -> str:
        return pace_in_words(text) if key == "AveragePace" else super().said(key, text)

    def rules(self, values: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        """FinishDate is not before StartDate."""
        if values["FinishDate"] < values["StartDate"]:
            yield "FinishDate", "must not be before StartDate"

    def why_not_calculated(self, values: Mapping[str, Any]) -> str:
        """A reward needs the referees' acceptance."""
        state = values.get("RefereeingSystemCheckState")
        return _NOT_ACCEPTED.get(state, "")

    def is_rejected(self, data: Mapping[str, str]) -> bool:
        return data.get("RefereeingSystemCheckState", "").strip() == REJECTED

    def why_not_matched(self, values: Mapping[str, Any]) -> str:
        """What the referees rejected matches no task."""
        is_rejected = values.get("RefereeingSystemCheckState") == REJECTED
        return _NOT_ACCEPTED[REJECTED] if is_rejected else ""


@activity_type
class SportActivity(RefereedActivity):
    type: ClassVar = "SportActivity"
    happens: ClassVar = "StartDate"
    required: ClassVar = {**TRACKED, "Distance": number}
    variables: ClassVar = {
        **RefereedActivity.variables,
        "distance": replace(DISTANCE, span=replace(DISTANCE.span, least=None, above=Decimal(0))),
    }

    def rules(self, values: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        """FinishDate is not before StartDate, and Distance is greater than 0."""
        yield from super().rules(values)
        if values["Distance"] <= 0:
            yield "Distance", "must be greater than 0"


@activity_type
class SporadicActivity(RefereedActivity):
    type: ClassVar = "SporadicActivity"
    happens: ClassVar = "StartDate"
    required: ClassVar = TRACKED
    optional: ClassVar = {**MEASURED, "Distance": measure}
