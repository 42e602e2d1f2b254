"""Prints what was measured."""

import sys
from collections.abc import Iterable, Mapping, Sequence

from vision.evaluate.labels import Label
from vision.evaluate.reading import Cost, costs_by_size
from vision.evaluate.scores import (
    Reading,
    Score,
    accepted,
    calibration_error,
    intervals,
    judged,
    reliability,
    score,
    total,
)

Readings = Mapping[str, Sequence[Reading]]
Labels = Mapping[str, Label]


def tell(line: str = "") -> None:
    sys.stdout.write(f"{line}\n")


def tell_photos(readings: Readings, labels: Labels, minimum: float) -> None:
    """Print for each photo what was missed and what else was read, without a start list."""
    for photo, found in sorted(readings.items()):
        values, label = accepted(found, None, minimum), labels[photo]
        missed = sorted(label.true.difference(values))
        others = sorted(
            f"{value} ({confidence:.2f})"
            for value, confidence in values.items()
            if value not in label.true and not label.is_unsure(value)
        )
        right = len(label.true.intersection(values))
        tell(f"{photo}: {right} right, missed {missed or 'none'}, also {others or 'none'}")


def tell_scores(name: str, photos: Mapping[str, Score]) -> None:
    """Print precision and recall with their intervals; `photos` has a score for each photo."""
    tell(f"{name}: {_with_intervals(list(photos.values()))}")


def _with_intervals(photos: Sequence[Score]) -> str:
    one = total(photos)
    precision, recall = intervals(photos)
    return (
        f"precision {one.precision:.3f} ({precision.low:.3f} to {precision.high:.3f})"
        f"  recall {one.recall:.3f} ({recall.low:.3f} to {recall.high:.3f})"
        f"  ({one.right} right, {one.accepted} accepted, {one.true} true)"
    )


def scores(
    readings: Readings, labels: Labels, lists: Sequence[frozenset[str] | None], minimum: float
) -> dict[str, Score]:
    """Return a score for each photo, counted over all start lists."""
    return {
        photo: total(score(accepted(found, listed, minimum), labels[photo]) for listed in lists)
        for photo, found in readings.items()
    }


def tell_races(photos: Mapping[str, Score], labels: Labels) -> None:
    """Print a line for each race, with its intervals."""
    by_race: dict[str, list[Score]] = {}
    for photo, one in photos.items():
        by_race.setdefault(labels[photo].race, []).append(one)
    for race, some in sorted(by_race.items()):
        tell(f"  {race}: {len(some)} photos, {_with_intervals(some)}")


def tell_reliability(readings: Readings, labels: Labels) -> None:
    """Print how often readings of similar confidence are right."""
    bins = reliability(judged(readings, labels))
    tell(f"reliability: expected calibration error {calibration_error(bins):.3f}")
    for one in bins:
        tell(f"  confidence {one.confidence:.2f}: {one.right:.2f} right, {one.count} readings")


def tell_costs(name: str, costs: Sequence[Cost]) -> None:
    """Print CPU-seconds by size."""
    for size, count, seconds in costs_by_size(costs):
        tell(f"{name}, {count} photos {size}: {seconds:.2f} CPU-seconds a photo")
    mean = sum(cost.seconds for cost in costs) / max(len(costs), 1)
    tell(f"{name}, {len(costs)} photos: {mean:.2f} CPU-seconds a photo")


def merged(parts: Iterable[Mapping[str, Score]]) -> dict[str, Score]:
    """Join the scores of several races."""
    return {photo: one for part in parts for photo, one in part.items()}
