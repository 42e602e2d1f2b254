"""Precision and recall with intervals, and how reliable confidences are."""

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol

from vision.evaluate.labels import Label
from vision.numbers.formats import digits_of

CAPACITY = 5
RESAMPLES = 1000
BINS = 10


class Alternative(Protocol):
    """A number with a confidence."""

    @property
    def value(self) -> str: ...
    @property
    def confidence(self) -> float: ...


class Reading(Alternative, Protocol):
    """A number as read, and what else it may be."""

    @property
    def alternatives(self) -> Sequence[Alternative]: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """Counts of accepted and true numbers, of one photo or of many."""

    right: int = 0
    accepted: int = 0
    true: int = 0

    @property
    def precision(self) -> float:
        return self.right / self.accepted if self.accepted else 1.0

    @property
    def recall(self) -> float:
        return self.right / self.true if self.true else 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Interval:
    """Where a figure lies in 95 of 100 samples of the photos."""

    low: float
    high: float


def accepted(
    readings: Iterable[Reading], listed: frozenset[str] | None, minimum: float
) -> dict[str, float]:
    """Return the numbers that validation accepts, with their confidences.

    As recognition does it: a number that the list does not have, or of which the reader is not
    sure, gives way to its only sure alternative that the list has; what is below the minimum is
    rejected.
    """
    taken: dict[str, float] = {}
    for reading in readings:
        one = _sure(reading, listed, minimum)
        if one is not None and len(digits_of(one.value)) <= CAPACITY:
            value = _whole(one.value, listed)
            taken[value] = max(one.confidence, taken.get(value, 0.0))
    return taken


def _sure(reading: Reading, listed: frozenset[str] | None, minimum: float) -> Alternative | None:
    own, *others = [
        one if one.confidence >= minimum and _is_listed(one, listed) else None
        for one in (reading, *reading.alternatives)
    ]
    sure = [other for other in others if other is not None]
    return own or (sure[0] if len(sure) == 1 else None)


def _is_listed(one: Alternative, listed: frozenset[str] | None) -> bool:
    return listed is None or _whole(one.value, listed) in listed


def _whole(value: str, listed: frozenset[str] | None) -> str:
    """Return the one number of the list that has these digits, if they were read without letters.

    Otherwise the value as it is.
    """
    if listed is None or value in listed or not value.isdigit():
        return value
    return _with_digits(listed).get(value, value)


@lru_cache(maxsize=16)
def _with_digits(listed: frozenset[str]) -> Mapping[str, str]:
    found: dict[str, list[str]] = {}
    for number in listed:
        found.setdefault(digits_of(number), []).append(number)
    return {digits: numbers[0] for digits, numbers in found.items() if len(numbers) == 1}


def score(values: Iterable[str], label: Label) -> Score:
    """Count the accepted numbers of a photo; unsure ones are neither right nor wrong."""
    counted = {value for value in values if not label.is_unsure(value)}
    right = len(counted & label.true)
    return Score(right=right, accepted=len(counted), true=len(label.true))


def total(scores: Iterable[Score]) -> Score:
    counted = list(scores)
    return Score(
        right=sum(one.right for one in counted),
        accepted=sum(one.accepted for one in counted),
        true=sum(one.true for one in counted),
    )


def intervals(scores: Sequence[Score], *, seed: int = 1) -> tuple[Interval, Interval]:
    """Return the intervals of precision and recall, of photos drawn again and again (bootstrap)."""
    draw = random.Random(seed)
    totals = [total(draw.choices(scores, k=len(scores))) for _ in range(RESAMPLES)]
    return (_middle([one.precision for one in totals]), _middle([one.recall for one in totals]))


def _middle(figures: list[float]) -> Interval:
    figures.sort()
    cut = len(figures) // 40
    return Interval(low=figures[cut], high=figures[-cut - 1])


@dataclass(frozen=True, slots=True, kw_only=True)
class Bin:
    """Readings of similar confidence: their mean confidence, and the share that is right."""

    count: int
    confidence: float
    right: float


def reliability(judged: Iterable[tuple[float, bool]]) -> list[Bin]:
    """Put (confidence, right) into ten bins of confidence, the empty ones left out."""
    bins: dict[int, list[tuple[float, bool]]] = {}
    for confidence, right in judged:
        bins.setdefault(min(BINS - 1, int(confidence * BINS)), []).append((confidence, right))
    return [
        Bin(
            count=len(inside),
            confidence=sum(confidence for confidence, _ in inside) / len(inside),
            right=sum(right for _, right in inside) / len(inside),
        )
        for _, inside in sorted(bins.items())
    ]


def calibration_error(bins: Sequence[Bin]) -> float:
    """Return how far confidence and truth are apart, weighted by the bins' counts."""
    count = sum(one.count for one in bins)
    apart = sum(one.count * abs(one.confidence - one.right) for one in bins)
    return apart / count if count else 0.0


def judged(
    readings: Mapping[str, Iterable[Reading]], labels: Mapping[str, Label]
) -> list[tuple[float, bool]]:
    """Pair each reading's confidence with whether it is right; unsure ones are left out."""
    return [
        (reading.confidence, reading.value in labels[photo].true)
        for photo, found in readings.items()
        for reading in found
        if not labels[photo].is_unsure(reading.value)
    ]
