"""Judges each race by weights and thresholds that were chosen on the other races."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from vision.evaluate.labels import Label
from vision.evaluate.scores import Score, accepted, score, total
from vision.numbers.judging import Judgement, fitted
from vision.numbers.reading import Evidence, Reading, judged

Found = Mapping[str, Sequence[Evidence]]
Readings = Mapping[str, Sequence[Reading]]
Labels = Mapping[str, Label]
Lists = Sequence[frozenset[str] | None]

FLAT = 0.02  # of precision and recall together
THRESHOLDS = tuple(step / 20 for step in range(2, 19))


@dataclass(frozen=True, slots=True, kw_only=True)
class Thresholds:
    """The least confidence of an accepted number, with a start list and without."""

    listed: float
    unlisted: float


def fit(found: Found, labels: Labels) -> Judgement:
    """Fit the judgement to what was found on labelled photos; unsure numbers are left out."""
    sure = [
        (one, labels[photo])
        for photo, evidence in sorted(found.items())
        for one in evidence
        if not labels[photo].is_unsure(one.value)
    ]
    return fitted(
        [one.figures[one.value] for one, _ in sure],
        [one.value in label.true for one, label in sure],
    )


def left_out(found: Found, labels: Labels) -> dict[str, dict[str, list[Reading]]]:
    """Return the readings of each race, judged by weights that were fitted to the others."""
    return {
        race: readings_of(of_race(found, labels, race), fit(without(found, labels, race), labels))
        for race in races(labels, found)
    }


def of_race(found: Found, labels: Labels, race: str) -> Found:
    return {photo: one for photo, one in found.items() if labels[photo].race == race}


def without(found: Found, labels: Labels, race: str) -> Found:
    return {photo: one for photo, one in found.items() if labels[photo].race != race}


def readings_of(found: Found, judgement: Judgement) -> dict[str, list[Reading]]:
    return {photo: judged(evidence, judgement) for photo, evidence in found.items()}


def races(labels: Labels, photos: Mapping[str, object]) -> list[str]:
    return sorted({labels[photo].race for photo in photos})


def best_threshold(readings: Readings, labels: Labels, lists: Lists) -> float:
    """Return the least confidence at which precision and recall are large together.

    The middle of those that are nearly as good as the best: the curve is flat, and where it is
    highest depends on few readings.
    """
    found = [scored(readings, labels, lists, minimum) for minimum in THRESHOLDS]
    worth = [one.precision + one.recall for one in found]
    good = [at for at, one in enumerate(worth) if one >= max(worth) - FLAT]
    return THRESHOLDS[good[len(good) // 2]]


def scored(readings: Readings, labels: Labels, lists: Lists, minimum: float) -> Score:
    """Count over all photos and all start lists."""
    return total(
        score(accepted(found, listed, minimum), labels[photo])
        for listed in lists
        for photo, found in readings.items()
    )


def thresholds(found: Found, labels: Labels, lists: Lists) -> Thresholds:
    """Choose thresholds on readings whose race their weights have not seen."""
    readings = {
        photo: one for race in left_out(found, labels).values() for photo, one in race.items()
    }
    return Thresholds(
        listed=best_threshold(readings, labels, lists),
        unlisted=best_threshold(readings, labels, [None]),
    )
