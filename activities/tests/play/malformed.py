"""Callbacks and events that are malformed, each with the key that the refusal has to name.

Drawn from a seed, so every process draws the same.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from activities.tests.factories import sport_body

GUID = "1f0c2b6a-4f0e-4a53-9a57-6e1d3c8b7a90"

_NO_TEXT: list[Any] = [None, [], {}, True, ["x"]]
_NO_GUID = [*_NO_TEXT, "", "none", 7, 1.5, GUID[:-1], GUID + "0", "ü" * 36]
_NO_TIME = [*_NO_TEXT, "", "soon", 7, "2026-05-17", "2026-05-17T09:30:00", "2026-02-30T00:00:00Z"]
_NO_NUMBER = [*_NO_TEXT, "", "12", "far", "NaN", 10**13, -(10**13), 1.1e12, 10**400, 1e300]
_NO_MEASURE = [value for value in _NO_NUMBER if value is not None]
_NO_TRUTH = [[], {}, "", "true", 0, 1, 1.0, "no"]

# Each field of a sport activity, with values that it does not accept.
UNFIT: dict[str, list[Any]] = {
    "trackerId": _NO_GUID,
    "provider": [*_NO_TEXT, "", " ", 5, 1.5, "x" * 201],
    "discipline": [*_NO_TEXT, "", " ", 5, 1.5, "x" * 201],
    "startDate": _NO_TIME,
    "finishDate": _NO_TIME,
    "distance": _NO_NUMBER,
    "timeInSeconds": _NO_NUMBER,
    "averagePace": _NO_MEASURE,
    "averageSpeed": _NO_MEASURE,
    "pulse": _NO_MEASURE,
    "heightDifference": _NO_MEASURE,
    "isManual": _NO_TRUTH,
}
UNFIT_IN_EVENTS = {
    **UNFIT,
    "participantId": _NO_GUID,
    "isCyclic": [None, *_NO_TRUTH],
    "intensity": _NO_MEASURE,
    "refereeingSystemCheckState": ["", "accepted", 1, [], True],
}
UNFIT_IN_CALLBACKS = {**UNFIT, "activityId": _NO_GUID, "userId": _NO_GUID}
# What can be read, but breaks a rule of the type.
RULES: list[tuple[dict[str, Any], str]] = [
    ({"distance": 0}, "Distance"),
    ({"distance": -1}, "Distance"),
    ({"distance": -1e-9}, "Distance"),
    ({"timeInSeconds": -1}, "TimeInSeconds"),
    ({"averagePace": -0.5}, "AveragePace"),
    ({"averageSpeed": -3}, "AverageSpeed"),
    ({"pulse": -1}, "Pulse"),
    ({"finishDate": "2026-05-17T09:29:59Z"}, "FinishDate"),
    ({"finishDate": "2026-05-17T10:30:00+02:00"}, "FinishDate"),
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Malformed:
    """A body or an event's data, and the key at fault."""

    fields: dict[str, Any]
    key: str


def malformed_callbacks(count: int, **ids: str) -> Iterator[Malformed]:
    """Yield the contents of `body`; `ids` are those of a participant and an activity."""
    yield from _drawn(count, UNFIT_IN_CALLBACKS, ids, seed=9)


def malformed_events(count: int, **ids: str) -> Iterator[Malformed]:
    """Yield the data of `sport-activities.activity-created`."""
    yield from _drawn(count, UNFIT_IN_EVENTS, {**ids, "isCyclic": True}, seed=10)


def _drawn(
    count: int, unfit: dict[str, list[Any]], fields: dict[str, Any], seed: int
) -> Iterator[Malformed]:
    draw = random.Random(seed)
    whole = sport_body(**fields)
    required = [key for key in whole if key in unfit]
    for number in range(count):
        match number % 4:
            case 0:
                key = draw.choice(required)
                yield Malformed(fields={k: v for k, v in whole.items() if k != key}, key=key)
            case 1:
                change, key = draw.choice(RULES)
                yield Malformed(fields={**whole, **change}, key=key)
            case _:
                key = draw.choice(list(unfit))
                yield Malformed(fields={**whole, key: draw.choice(unfit[key])}, key=key)
