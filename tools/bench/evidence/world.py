"""Photos, a number provider and taggers, drawn at random.

The provider's confidences are drawn from its published precision and recall (docs/vision.md).
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random

from tagging.evidence import Skill, read_by, skill_of

# Numbers on a photo: 181 on 95 photos were measured.
NUMBERS_ON_A_PHOTO = (0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 3, 3, 4, 6)
# Confidence from, to; the share of true numbers that get it; wrong readings for each true number.
# Thresholds 0.2, 0.4 and 0.6 are measured with a start list on 95 photos; above, the shares are
# those of eight photos of another race, and the wrong readings are divided evenly.
BANDS = (
    (0.95, 1.0, 0.834, 0.0031),
    (0.8, 0.95, 0.055, 0.0031),
    (0.6, 0.8, 0.028, 0.0031),
    (0.4, 0.6, 0.039, 0.0033),
    (0.2, 0.4, 0.022, 0.0094),
    (0.05, 0.2, 0.011, 0.0300),
)
Numbers = frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class World:
    """How taggers err; the defaults are what `tagging.evidence` assumes.

    `follow`: how often a tagger repeats a wrong number of the provider; `hard`: how many times
    likelier an error is where the provider did not read the number; `lazy`, `empty`: how many
    taggers only take the suggestion, or always say that there is no number.
    """

    follow: float = 0.0
    hard: float = 1.0
    lazy: int = 0
    empty: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Photo:
    truth: Numbers
    machine: dict[str, float]


@dataclass(slots=True, kw_only=True)
class Tagger:
    """`error`: the chance of an error a number. The counts are what was measured."""

    name: int
    error: float
    kind: str = ""
    right: int = 0
    checked: int = 0
    misled: int = 0
    led_astray: int = 0

    def skill(self) -> Skill:
        return skill_of(self.right, self.checked, self.misled, self.led_astray)

    def note(self, is_right: bool) -> None:
        self.checked += 1
        self.right += is_right


def draw_photos(count: int, chance: Random) -> list[Photo]:
    return [_photo(chance) for _ in range(count)]


def draw_taggers(count: int, world: World, chance: Random) -> list[Tagger]:
    """Return taggers who read about 90 to 99.5 % of the photos rightly, 97 % in the mean."""
    drawn = [
        Tagger(name=name, error=min(0.05, 0.0025 + chance.betavariate(1.6, 110)))
        for name in range(count)
    ]
    kinds = ["lazy"] * world.lazy + ["empty"] * world.empty
    return [
        replace(tagger, kind=kind)
        for tagger, kind in zip(drawn, kinds + [""] * (count - len(kinds)), strict=True)
    ]


def read(tagger: Tagger, photo: Photo, world: World, chance: Random) -> Numbers:
    """Return what a tagger reads: a number may be left out, misread, or taken from elsewhere."""
    seen = read_by(photo.machine)
    if tagger.kind:
        return seen if tagger.kind == "lazy" else frozenset()
    found = {
        number
        for true in sorted(photo.truth)
        for number in _number(true, tagger.error * (1 if true in seen else world.hard), chance)
    }
    if chance.random() < tagger.error / 5:
        found.add(_any_number(chance))
    found |= {wrong for wrong in sorted(seen - photo.truth) if chance.random() < world.follow}
    return frozenset(found)


def _photo(chance: Random) -> Photo:
    truth = {_any_number(chance) for _ in range(chance.choice(NUMBERS_ON_A_PHOTO))}
    machine: dict[str, float] = {}
    for number in sorted(truth):
        place = chance.random()
        for low, high, true, wrong in BANDS:
            if 0 <= place < true:
                machine[number] = chance.uniform(low, high)
            place -= true
            if chance.random() < wrong:
                machine.setdefault(_wrong_number(number, chance), chance.uniform(low, high))
    return Photo(truth=frozenset(truth), machine=machine)


def _any_number(chance: Random) -> str:
    return str(chance.randint(1, 9999))


def _wrong_number(number: str, chance: Random) -> str:
    """Return one of the four numbers for which this one is mistaken."""
    return f"{number[:-1]}{(int(number[-1]) + chance.choice((1, 3, 6, 9))) % 10}"


def _number(true: str, error: float, chance: Random) -> Iterator[str]:
    """Yield the number as it is read: of errors, six in ten leave it out."""
    if chance.random() >= error:
        yield true
    elif chance.random() >= 0.6:
        yield _wrong_number(true, chance)
