"""All photos read by evidence, as `tagging.commands.certainty` decides, or read twice."""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from tagging.evidence import Answer, Witness, read_by, repeats, weigh
from tools.bench.evidence.world import Numbers, Photo, Tagger, World, draw_photos, read

MOST_READINGS = 4  # as there
KNOWN_BY_AGREEMENT = 0.1  # as there
KNOWN_BY_STAFF = 50  # photos that staff mark at the beginning
LATER = 300  # photos that wait for another tagger at once


@dataclass(slots=True, kw_only=True)
class Reading:
    """A photo on its way: who has read what."""

    photo: Photo
    read: list[tuple[Tagger, Numbers]] = field(default_factory=list)


@dataclass(slots=True, kw_only=True)
class Tally:
    """What came out, and what it cost."""

    photos: int = 0
    right: int = 0
    readings: int = 0
    known: int = 0
    by_staff: int = 0
    claimed: float = 0.0

    @property
    def share_right(self) -> float:
        return self.right / self.photos

    @property
    def a_photo(self) -> float:
        return self.readings / self.photos

    def finish(self, is_right: bool, certainty: float = 0.0) -> None:
        self.photos += 1
        self.right += is_right
        self.claimed += certainty


@dataclass(slots=True, kw_only=True)
class Run:
    """All photos read as the product has them read; taggers are drawn at random."""

    photos: Sequence[Photo]
    taggers: Sequence[Tagger]
    world: World
    wanted: float
    known_share: float
    chance: Random
    known: list[Photo] = field(default_factory=list)
    given: set[tuple[int, int]] = field(default_factory=set)
    tally: Tally = field(default_factory=Tally)

    def tally_up(self) -> Tally:
        self.known = draw_photos(KNOWN_BY_STAFF, self.chance)
        self.tally.readings = self.tally.known = KNOWN_BY_STAFF
        new, again = deque(Reading(photo=photo) for photo in self.photos), deque[Reading]()
        while new or again:
            # Those that are read again wait for a while, so that several taggers are at work.
            reading = new.popleft() if new and len(again) < LATER else again.popleft()
            if not self._read(reading):
                again.append(reading)
        return self.tally

    def _read(self, reading: Reading) -> bool:
        """Let another tagger read the photo; return whether it is settled."""
        tagger = self._another(reading)
        while self.chance.random() < self.known_share and self._check(tagger):
            pass
        self.tally.readings += 1
        reading.read.append((tagger, read(tagger, reading.photo, self.world, self.chance)))
        numbers, certainty = weighed(reading)
        all_agree = len({each for _, each in reading.read}) == 1
        if certainty < self.wanted and len(reading.read) < MOST_READINGS:
            return False
        if certainty < self.wanted and not all_agree:
            self.tally.by_staff += 1
            numbers, certainty = reading.photo.truth, 1.0
        self.tally.finish(numbers == reading.photo.truth, certainty)
        self._learn(reading, numbers)
        return True

    def _another(self, reading: Reading) -> Tagger:
        before = {tagger.name for tagger, _ in reading.read}
        while (tagger := self.chance.choice(self.taggers)).name in before:
            pass
        return tagger

    def _check(self, tagger: Tagger) -> bool:
        """Give a known answer that the tagger has not had; return whether there was one."""
        place = self.chance.randrange(len(self.known))
        if (tagger.name, place) in self.given:
            return False
        self.given.add((tagger.name, place))
        photo = self.known[place]
        numbers = read(tagger, photo, self.world, self.chance)
        self.tally.readings += 1
        self.tally.known += 1
        tagger.note(numbers == photo.truth)
        if read_by(photo.machine) != photo.truth:
            tagger.led_astray += 1
            tagger.misled += numbers != photo.truth and repeats(numbers, photo.machine)
        return True

    def _learn(self, reading: Reading, right: Numbers) -> None:
        """Count the first two readings; what several agree on may become a known answer."""
        if len(reading.read) == 1:
            return
        for tagger, numbers in reading.read[:2]:
            tagger.note(numbers == right)
        agreeing = sum(numbers == right for _, numbers in reading.read)
        if agreeing > 1 and self.chance.random() < KNOWN_BY_AGREEMENT:
            self.known.append(Photo(truth=right, machine=reading.photo.machine))


def weighed(reading: Reading) -> tuple[Numbers, float]:
    """Return the likeliest reading, and how sure it is: by the product's own function."""
    witnesses = [
        Witness(answer=Answer(numbers=numbers), skill=tagger.skill())
        for tagger, numbers in reading.read
    ]
    found = weigh(witnesses, reading.photo.machine)
    return found.answer.numbers, found.certainty


def read_twice(
    photos: Sequence[Photo], taggers: Sequence[Tagger], world: World, share: float, chance: Random
) -> Tally:
    """Read a share of the photos twice, as without a wanted certainty; staff settle the rest."""
    tally = Tally()
    for photo in photos:
        first, second = chance.sample(list(taggers), 2)
        numbers = read(first, photo, world, chance)
        tally.readings += 1
        if chance.random() < share:
            tally.readings += 1
            if read(second, photo, world, chance) != numbers:
                tally.by_staff += 1
                numbers = photo.truth
        tally.finish(numbers == photo.truth)
    return tally
