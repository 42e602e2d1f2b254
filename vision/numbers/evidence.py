"""The evidence for and against a number at a spot, as a few figures."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.numbers.formats import MOST_DIGITS, NumberFormat, digits_of
from vision.numbers.ground import ENOUGH
from vision.numbers.lattice import ANY, log_probabilities, numbers_in
from vision.numbers.recognition import Look
from vision.numbers.regions import Points, text_height

# The names of the figures, in their order.
FIGURES = (
    "other model",
    "lead",
    "one digit",
    "two digits",
    "year",
    "longer ones",
    "perhaps cut",
    "smaller",
    "at the top",
)
LEAST_LOG = -6.0
MOST_NUMBERS = 6
SURE = -0.7
LEGIBLE_NUMBER = -1.5
# Of two numbers at one place the longer one counts, unless it is less sure by this for each digit.
EACH_DIGIT = 0.5
# If the looks of both models are surer than this, no others are needed.
BOTH_SURE = -0.1
# A number counts without its first letter where that is less probable than this (logarithm).
UNKNOWN_LETTER = 1.0
LEAST_DIGITS = 3
YEARS = range(1990, 2031)
TOP = 0.15
MOST_DIGITS_OF_DISTANCE = 2
UNIT = re.compile(r"\W*(km|kms|mile|miles|kilometer|kilometre)\W*[0-9]*", re.IGNORECASE)
LETTER = re.compile(r"[^\W\d_]")
LEGIBLE = 0.6

Figures = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """An upright rectangle in pixels; `size` is the height of its text."""

    left: float
    top: float
    right: float
    bottom: float
    size: float

    def beside(self, other: "Place") -> float:
        """Return the gap to a place on the same line, in pixels; infinite if it is on another."""
        shared = min(self.bottom, other.bottom) - max(self.top, other.top)
        if shared <= 0.5 * min(self.size, other.size):
            return float("inf")
        return max(other.left - self.right, self.left - other.right)

    def above_or_below(self, other: "Place") -> float:
        """Return the gap to a place above or below, in pixels; infinite if it is elsewhere."""
        shared = min(self.right, other.right) - max(self.left, other.left)
        if shared <= 0.3 * min(self.right - self.left, other.right - other.left):
            return float("inf")
        return max(other.top - self.bottom, self.top - other.bottom)

    def share_in(self, other: "Place") -> float:
        """Return how much of the area lies in another place, 0 to 1."""
        wide = min(self.right, other.right) - max(self.left, other.left)
        high = min(self.bottom, other.bottom) - max(self.top, other.top)
        area = (self.right - self.left) * (self.bottom - self.top)
        return max(0.0, wide) * max(0.0, high) / max(area, 1.0)


def place_of(corners: Points) -> Place:
    (left, top), (right, bottom) = corners.min(axis=0).tolist(), corners.max(axis=0).tolist()
    return Place(left=left, top=top, right=right, bottom=bottom, size=text_height(corners))


@dataclass(frozen=True, slots=True, kw_only=True)
class Text:
    """A text of the photo, perhaps too small to be read."""

    place: Place
    look: Look | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Likelihood:
    """The logarithm of a number's probability, not below -6: `mean` is that of both models alike,
    `other` that of the other model.
    """

    mean: float
    other: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Sighting:
    """A number at a spot: the looks of two models, the numbers that they may show (the likeliest
    first), and the ground beside it.
    """

    corners: Points
    place: Place
    looks: tuple[Look, ...]
    far: Look
    other: Look
    numbers: Mapping[str, Likelihood]
    ground: float

    @property
    def value(self) -> str:
        return next(iter(self.numbers))

    @property
    def sureness(self) -> float:
        return self.numbers[self.value].mean


def likelihood(looks: Sequence[Look], other: Look, value: str) -> Likelihood:
    """Return how likely the looks of a model, and one of the other model, show a number."""
    *ours, of_other = np.maximum(log_probabilities([*looks, other], value), LEAST_LOG).tolist()
    mean = (sum(ours) / len(ours) + of_other) / 2
    return Likelihood(mean=mean, other=of_other)


def likely_numbers(looks: Sequence[Look], other: Look) -> dict[str, Likelihood]:
    """Return the numbers that looks may show, the likeliest first."""
    found = {
        value: likelihood(looks, other, value)
        for value in numbers_in([*looks, other], longest=MOST_DIGITS)
    }
    if other.number_format is NumberFormat.LETTERS_AND_DIGITS:
        found |= _without_first(looks, other, found)
    order = sorted(found, key=lambda value: (-found[value].mean, value))
    return {value: found[value] for value in order[:MOST_NUMBERS]}


def _without_first(
    looks: Sequence[Look], other: Look, found: Mapping[str, Likelihood]
) -> dict[str, Likelihood]:
    """Return numbers without a first letter that is hard to read: the list may complete them."""
    without: dict[str, Likelihood] = {}
    for digits in {value[1:] for value in found if value[1:].isdigit()}:
        one = likelihood(looks, other, ANY + digits)
        mean = one.mean - UNKNOWN_LETTER
        if len(digits) >= LEAST_DIGITS and (digits not in found or mean > found[digits].mean):
            without[digits] = Likelihood(mean=mean, other=one.other - UNKNOWN_LETTER)
    return without


def is_legible(look: Look) -> bool:
    """Return whether a look shows any number well enough to look again."""
    return any(one.mean > LEGIBLE_NUMBER for one in likely_numbers([look], look).values())


def are_sure(look: Look, other: Look) -> bool:
    """Return whether two looks show the same number, both almost without doubt."""
    if not look.number_format.takes(look.text) or look.text != other.text:
        return False
    return bool(log_probabilities([look, other], look.text.upper()).min() > BOTH_SURE)


def without_parts(sightings: Sequence[Sighting]) -> list[Sighting]:
    """Keep one sighting of those at the same place: the longest, unless others are much surer."""
    order = sorted(sightings, key=lambda one: -one.sureness - EACH_DIGIT * len(one.value))
    kept: list[Sighting] = []
    for one in order:
        if not any(_is_part(one, other) for other in kept):
            kept.append(one)
    return kept


def _is_part(one: Sighting, other: Sighting) -> bool:
    if one.value in other.value:
        return one.place.share_in(other.place) > 0.2
    if other.value in one.value:  # one has a digit too many
        return one.place.share_in(other.place) > 0.2 or other.place.share_in(one.place) > 0.6
    return one.place.share_in(other.place) > 0.6


def is_distance(sighting: Sighting, texts: Sequence[Text]) -> bool:
    """Return whether a sighting is a kilometre sign's: at most two digits beside a unit."""
    short = len(sighting.value) <= MOST_DIGITS_OF_DISTANCE
    return short and any(_is_unit(sighting.place, text) for text in texts)


def figures(sighting: Sighting, value: str, company: Sequence[Sighting], height: int) -> Figures:
    """Return the figures for a number, in the order of FIGURES.

    `company` are the sightings of the photo, `height` is its height in pixels.
    """
    read = digits_of(value)
    return np.array(
        [
            *_looks(sighting, value),
            float(len(value) == 1),
            float(len(value) == 2),
            float(read == value and len(read) == 4 and int(read) in YEARS),
            *_company(sighting, value, company),
            float((sighting.place.top + sighting.place.bottom) / 2 < TOP * height),
        ]
    )


def _looks(sighting: Sighting, value: str) -> tuple[float, float]:
    """Return the other model's logarithm, and the lead over what else it may be.

    An alternative counts only where it is not the likeliest number, so that is no rival of it.
    """
    one = sighting.numbers[value]
    rivals = [
        rival.mean
        for number, rival in sighting.numbers.items()
        if number not in (value, sighting.value) and not _differ_by_a_letter(number, value)
    ]
    return one.other, one.mean - max(rivals, default=LEAST_LOG)


def _differ_by_a_letter(one: str, other: str) -> bool:
    """Return whether one is the other without its first letter."""
    short, long = sorted((one, other), key=len)
    return long[1:] == short and long[0].isalpha()


def _company(
    sighting: Sighting, value: str, company: Sequence[Sighting]
) -> tuple[float, float, float]:
    """Return the share of the photo's sure numbers that have more digits, the same by how little
    ground is beside this one, and how much smaller it is. (Larger ones are not suspicious: beside
    them small print is.)"""
    sure = [
        one for one in company if one is not sighting and len(one.value) > 1 and one.sureness > SURE
    ]
    if not sure:
        return 0.0, 0.0, 0.0
    digits = len(digits_of(value))
    longer = float(np.mean([len(digits_of(one.value)) > digits for one in sure]))
    usual = float(np.median([one.place.size for one in sure]))
    cut = longer * (1.0 - sighting.ground / ENOUGH)
    return longer, cut, max(0.0, float(np.log(usual / sighting.place.size)))


def phrase_of(place: Place, value: str, texts: Sequence[Text]) -> str:
    """Return the words beside a number on its line with the number, from left to right.

    Empty: there are no words beside it.
    """
    own, others = [value], []
    for text in texts:
        if text.look is None:
            continue
        if place.share_in(text.place) > 0.5:  # digits may be cut out of a region
            own += [text.look.text] if value in text.look.text else []
        elif _is_same_phrase(place, text):
            others.append((text.place.left, text.look.text))
    line = sorted([*others, (place.left, max(own, key=len))])
    phrase = " ".join(words for _, words in line)
    return phrase if LETTER.search(phrase) else ""


def _is_same_phrase(place: Place, text: Text) -> bool:
    if text.look is None or text.look.confidence <= LEGIBLE:
        return False
    return (
        0.6 < text.place.size / place.size < 1.7
        and place.beside(text.place) < 0.8 * place.size
        and len(LETTER.findall(text.look.text)) >= 2
    )


def _is_unit(place: Place, text: Text) -> bool:
    if text.look is None or UNIT.fullmatch(text.look.text) is None:
        return False
    near = min(place.beside(text.place) / 1.2, place.above_or_below(text.place) / 0.8)
    return 0.4 < text.place.size / place.size < 2.5 and near < place.size
