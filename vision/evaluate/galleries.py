"""How often faces are found, and strangers taken for known people, by the size of a gallery.

As NIST does (FRTE 1:N): FPIR is the share of searches of people whom the gallery does not have that
return a person; FNIR is the share of searches of people whom it has that do not return them. The
bounds come from one half of the races, and are judged on the other one.

People of one race resemble each other more than people of two races do: they have the same light,
camera and often origin. So only pairs of one race count, and a gallery has people of one race.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from vision.faces.face_model import Strangers
from vision.gallery.matching import Bounds

Faces = NDArray[np.float64]
Outcomes = NDArray[np.bool_]

SIZES = (100, 1_000, 10_000)
TAIL = 0.01  # of the pairs, the nearest: the tail is fitted to them
REPEATS = 20  # galleries of a size
DEVIATIONS = 1.96  # of a normal distribution: 95 of 100 lie within


@dataclass(frozen=True, slots=True, kw_only=True)
class Share:
    """A share of some trials, with its interval (Wilson), which is not empty at 0 of them."""

    value: float
    trials: int

    @property
    def interval(self) -> tuple[float, float]:
        if not self.trials:
            return 0.0, 1.0
        square = DEVIATIONS**2 / self.trials
        middle = self.value + square / 2
        half = sqrt(square * (self.value * (1 - self.value) + square / 4))
        return max(0.0, (middle - half) / (1 + square)), min(1.0, (middle + half) / (1 + square))

    def __str__(self) -> str:
        low, high = self.interval
        return f"{self.value:.3f} ({low:.3f} to {high:.3f}, of {self.trials})"


@dataclass(frozen=True, slots=True, kw_only=True)
class RaceFaces:
    """The faces of one race (count, values).

    :param others: which two are certainly of two people (count, count).
    :param mates: pairs of pictures of one person: the one that is searched for, and the known one.
    """

    faces: Faces
    others: NDArray[np.bool_]
    mates: Sequence[tuple[int, int]]

    def distances(self) -> list[float]:
        """Return how far two people of the race are from each other, for each pair."""
        pairs = np.argwhere(np.triu(self.others, 1))
        apart = np.linalg.norm(self.faces[pairs[:, 0]] - self.faces[pairs[:, 1]], axis=1)
        return [float(each) for each in apart]


@dataclass(frozen=True, slots=True, kw_only=True)
class Searched:
    """Searches in galleries of one size: `people`."""

    people: int
    bounds: Bounds
    taken: Share  # strangers who are taken for a known person: FPIR
    found: Share  # known people who are found: 1 - FNIR
    possible: Share  # known people who are found or within the bound of possible persons


def fit_strangers(distances: Sequence[float]) -> Strangers:
    """Fit the tail of the distances of pairs of two people: peaks over threshold, exponential.

    The tail of distances is shorter, as they are bounded. So more strangers are expected than come.
    """
    ordered = np.sort(np.asarray(distances, np.float64))
    count = max(2, round(TAIL * len(ordered)))
    near = float(ordered[count])
    step = float(np.mean(near - ordered[:count]))
    return Strangers(near=near, share=count / len(ordered), step=step)


def search_galleries(
    races: Sequence[RaceFaces], bounds: Bounds, *, people: int, random: np.random.Generator
) -> Searched:
    """Search for each face, and for each person of whom there are two pictures.

    Galleries have the faces of other people of the race, chosen at random, and drawn ones where
    these are too few: of a normal distribution around the middle of the race, as wide as the races
    are together.
    """
    around = np.concatenate([race.faces - race.faces.mean(axis=0) for race in races])
    draw = _Drawing(around, random)
    taken, found, possible = [], [], []
    for race in races:
        nearest = np.array([_nearest(race, draw, people) for _ in range(REPEATS)])
        apart = np.array(
            [np.linalg.norm(race.faces[one] - race.faces[other]) for one, other in race.mates]
        )
        is_first = nearest[:, np.array([one for one, _ in race.mates], np.int64)] > apart
        taken.append(nearest <= bounds.known)
        found.append(is_first & (apart <= bounds.known))
        possible.append(np.broadcast_to(apart <= bounds.possible, is_first.shape))
    return Searched(
        people=people,
        bounds=bounds,
        taken=_share(taken),
        found=_share(found),
        possible=_share(possible),
    )


class _Drawing:
    """Draws people around a middle."""

    def __init__(self, around: Faces, random: np.random.Generator) -> None:
        self.random = random
        spread = np.cov(around, rowvar=False) + 1e-6 * np.eye(around.shape[1])
        self._root = np.linalg.cholesky(spread)

    def people(self, middle: Faces, count: int) -> Faces:
        drawn: Faces = middle + self.random.standard_normal((count, len(middle))) @ self._root.T
        return drawn


def _nearest(race: RaceFaces, draw: _Drawing, people: int) -> Faces:
    """Return for each face the distance of the nearest other person of a new gallery."""
    drawn = draw.people(race.faces.mean(axis=0), people)
    squares = np.square(drawn).sum(axis=1)
    found = np.empty(len(race.faces))
    for number, face in enumerate(race.faces):
        at_hand = draw.random.permutation(np.flatnonzero(race.others[number]))[:people]
        rest = people - len(at_hand)
        apart = np.square(race.faces[at_hand] - face).sum(axis=1)
        from_drawn = squares[:rest] - 2 * (drawn[:rest] @ face) + np.square(face).sum()
        found[number] = sqrt(max(0.0, float(np.concatenate([apart, from_drawn]).min())))
    return found


def _share(outcomes: Sequence[Outcomes]) -> Share:
    """Return the share of outcomes (galleries, searches) of all races; searches are the trials."""
    of_all = np.concatenate(outcomes, axis=1)
    trials = of_all.shape[1]
    return Share(value=float(of_all.mean()) if trials else 0.0, trials=trials)


def halves(groups: Sequence[str]) -> dict[str, int]:
    """Return the half, 0 or 1, of each group: in turn, by their names."""
    return {group: number % 2 for number, group in enumerate(sorted(set(groups)))}
