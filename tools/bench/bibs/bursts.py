"""Plans an album of bursts: who is on which photo, when, and whose bib is hidden; by a seed.

A burst is of one camera: the same runners on photos that follow each other within a second. Each
runner passes both cameras. Of five runners two are look-alikes: dressed alike, faces so near that
one may be taken for the other, and always in the same bursts.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import islice

CAMERAS = ("a", "b")
LENGTHS = (3, 4, 5)  # photos of a burst
TOGETHER = (1, 2, 2, 3)  # runners of a burst
HIDDEN = 0.3  # of the bibs, drawn for each photo
COVERED = (0.6, 1.0, 1.0)  # what is left of a number is no number
AWAY = 0.1  # of the faces
LOOKALIKES = 5  # of so many runners the last two
BEGIN = datetime(2024, 5, 12, 9, 0, tzinfo=UTC)
BETWEEN_PHOTOS = (0.2, 0.9)  # seconds
BETWEEN_BURSTS = (15.0, 60.0)
LETTERS = "AMT"
SAME_DIGITS = 0.2  # of numbers with letters: another runner has the digits with another letter


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnRunner:
    """A runner; two of one `look` are dressed alike, and their faces are near."""

    name: str
    number: str
    look: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Appearance:
    """A runner on a photo; an arm covers so much of the bib from its left, from 0 to 1."""

    runner: DrawnRunner
    covered: float
    looks_away: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """A photo of a burst, which its first photo names; `place` counts the photos of the burst."""

    name: str
    camera: str
    taken_on: datetime
    burst: str
    place: int
    runners: tuple[Appearance, ...]


def plan_bursts(photos: int, *, seed: int, letters: bool = False) -> list[Frame]:
    """Plan an album of so many photos, those of the first camera first."""
    draw = random.Random(f"bursts {seed}")
    runners = _runners(max(LOOKALIKES, photos // 4), draw, letters=letters)
    return [
        frame
        for at, camera in enumerate(CAMERAS)
        for frame in islice(_passing(camera, runners, draw), (photos + at) // len(CAMERAS))
    ]


def _passing(camera: str, runners: Sequence[DrawnRunner], draw: random.Random) -> Iterator[Frame]:
    """Let all runners pass a camera, group after group, and again."""
    moment, count = BEGIN, 0
    while True:
        for group in _groups(runners, draw):
            moment += timedelta(seconds=draw.uniform(*BETWEEN_BURSTS))
            burst = f"{camera}-{count:04}.jpg"
            for place in range(draw.choice(LENGTHS)):
                moment += timedelta(seconds=draw.uniform(*BETWEEN_PHOTOS))
                yield Frame(
                    name=f"{camera}-{count:04}.jpg",
                    camera=camera,
                    taken_on=moment,
                    burst=burst,
                    place=place,
                    runners=tuple(_appearance(runner, draw) for runner in group),
                )
                count += 1


def _groups(runners: Sequence[DrawnRunner], draw: random.Random) -> Iterator[Sequence[DrawnRunner]]:
    """Return groups in another order each time; look-alikes are one group."""
    by_look: dict[int, list[DrawnRunner]] = {}
    for runner in runners:
        by_look.setdefault(runner.look, []).append(runner)
    alone = [group[0] for group in by_look.values() if len(group) == 1]
    groups = [group for group in by_look.values() if len(group) > 1]
    draw.shuffle(alone)
    while alone:
        size = draw.choice(TOGETHER)
        groups.append(alone[:size])
        del alone[:size]
    draw.shuffle(groups)
    yield from groups


def _appearance(runner: DrawnRunner, draw: random.Random) -> Appearance:
    covered = draw.choice(COVERED) if draw.random() < HIDDEN else 0.0
    return Appearance(runner=runner, covered=covered, looks_away=draw.random() < AWAY)


def _runners(count: int, draw: random.Random, *, letters: bool) -> list[DrawnRunner]:
    digits = [str(number) for number in draw.sample(range(100, 9999), count)]
    numbers = _with_letters(digits, draw) if letters else digits
    return [
        DrawnRunner(
            name=f"R{at}", number=number, look=at - 1 if at % LOOKALIKES == LOOKALIKES - 1 else at
        )
        for at, number in enumerate(numbers)
    ]


def _with_letters(digits: Sequence[str], draw: random.Random) -> list[str]:
    """Put a letter before each; some have the digits of the one before with the next letter."""
    numbers: list[str] = []
    for one in digits:
        before = numbers[-1] if numbers else ""
        if before and draw.random() < SAME_DIGITS:
            letter = LETTERS[(LETTERS.index(before[0]) + 1) % len(LETTERS)]
            numbers.append(letter + before[1:])
        else:
            numbers.append(draw.choice(LETTERS) + one)
    return numbers
