"""Reads start numbers from the pixels of a photo: find first, judge later.

Every spot with digits is looked at several times: as found, with more of the photo around it, and,
in doubtful cases, a little to either side. The results of the looks, and what is around the spot,
are the evidence; `judging` turns it into a confidence. Numbers of lower confidence are returned
too: recognition knows the start list and decides.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from vision.boxes import Box, bounding_box
from vision.images import Pixels
from vision.numbers.detection import TextDetector
from vision.numbers.evidence import (
    Figures,
    Sighting,
    Text,
    are_sure,
    figures,
    is_distance,
    is_legible,
    likely_numbers,
    phrase_of,
    place_of,
    without_parts,
)
from vision.numbers.formats import NumberFormat
from vision.numbers.ground import ground_beside
from vision.numbers.judging import LEAST_CONFIDENCE, Judgement, packaged_judgement
from vision.numbers.pieces import Margins, at_working_size, grown, piece
from vision.numbers.recognition import PP_OCR_V4, PP_OCR_V6, Look, TextRecogniser
from vision.numbers.regions import Points, Region
from vision.numbers.spots import (
    LOWEST_ENLARGED,
    beside,
    has_words,
    longer_number,
    may_be_text,
    numbers_of,
    rows_of_small_numbers,
)
from vision.numbers.unread import Unread, digits_in, left_unread, may_show_digits

# Besides the look at a spot as found: a little to either side.
TO_THE_LEFT = Margins(left=0.15, right=-0.05)
TO_THE_RIGHT = Margins(left=-0.05, right=0.15)
# The other model looks at more of the photo around it.
WIDE = Margins(left=0.25, right=0.25, top_and_bottom=0.12)
# A far look: is the number longer than its region?
FAR = Margins(left=0.6, right=0.6, top_and_bottom=0.12)
MOST_ALTERNATIVES = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Alternative:
    """Another number, and its confidence if the start list does not have the reading."""

    value: str
    confidence: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """A start number as read, its calibrated confidence (0 to 1), and what else it may be.

    `phrase` is the text around it and with it; empty: it stands alone.
    """

    value: str
    confidence: float
    box: Box
    alternatives: tuple[Alternative, ...] = ()
    phrase: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Numbers:
    """What was read on a photo, and where else a person should look."""

    readings: list[Reading]
    unread: list[Unread]


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """What was found at a spot: the figures of each number that it may be, the likeliest first."""

    box: Box
    figures: Mapping[str, Figures]
    phrase: str = ""

    @property
    def value(self) -> str:
        return next(iter(self.figures))


@dataclass(frozen=True, slots=True)
class Spot:
    """A place, the look at it as found, and how much wider the other model looks."""

    corners: Points
    look: Look
    wider: Margins


@dataclass(frozen=True, slots=True)
class _Photo:
    """A photo at its working size, and what its numbers are made of."""

    pixels: Pixels
    number_format: NumberFormat


class NumberReader:
    """Reads start numbers; keeps the models in memory, but no photos."""

    def __init__(self, *, threads: int = 1) -> None:
        self._detector = TextDetector(threads=threads)
        self._recogniser = TextRecogniser(PP_OCR_V6, threads=threads)
        self._other = TextRecogniser(PP_OCR_V4, threads=threads)

    def read(
        self, pixels: Pixels, number_format: NumberFormat = NumberFormat.DIGITS
    ) -> list[Reading]:
        """Read the start numbers on a photo, RGB pixels (height, width, 3), each one once."""
        return self.see(pixels, number_format).readings

    def see(self, pixels: Pixels, number_format: NumberFormat = NumberFormat.DIGITS) -> Numbers:
        """Read a photo as `read`, and find where a person should look besides."""
        found, unread = self._search(at_working_size(pixels), number_format)
        readings = judged(found, packaged_judgement())
        boxes = [reading.box for reading in readings]
        return Numbers(readings=readings, unread=left_unread(unread, boxes))

    def find(
        self, pixels: Pixels, number_format: NumberFormat = NumberFormat.DIGITS
    ) -> list[Evidence]:
        """Find what may be a number on a photo, RGB pixels (height, width, 3)."""
        return self._search(at_working_size(pixels), number_format)[0]

    def _search(
        self, pixels: Pixels, number_format: NumberFormat
    ) -> tuple[list[Evidence], list[Unread]]:
        """Return the evidence, and every place with digits, read or not."""
        photo = _Photo(pixels, number_format)
        regions, readable, first = self._read_texts(photo)
        whole: list[Spot] = []
        parts: list[tuple[Points, Margins]] = []
        among_words: list[tuple[Points, Margins]] = []
        for corners, look in zip(readable, first, strict=True):
            for spot in numbers_of(corners, look):
                if spot is corners:
                    whole.append(Spot(spot, look, WIDE))
                elif has_words(look):
                    among_words.append((spot, beside(spot, corners, WIDE)))
                else:
                    parts.append((spot, WIDE))
        seen = self._sightings(photo, [*whole, *self._found(photo, parts)])
        seen += self._seen(photo, self._found(photo, among_words))
        texts = _texts(regions, readable, first)
        sightings = without_parts([one for one in seen if not is_distance(one, texts)])
        height, width = pixels.shape[:2]
        evidence = [
            Evidence(
                box=bounding_box(one.corners, width, height),
                figures={value: figures(one, value, sightings, height) for value in one.numbers},
                phrase=phrase_of(one.place, one.value, texts),
            )
            for one in sightings
        ]
        return evidence, [
            Unread(box=bounding_box(corners, width, height), confidence=digits_in(look))
            for corners, look in zip(readable, first, strict=True)
        ]

    def _read_texts(self, photo: _Photo) -> tuple[list[Region], list[Points], list[Look]]:
        """Find texts and look at those that may be read; beside small numbers, at smaller ones."""
        regions = self._detector.detect(photo.pixels)
        readable = [region.corners for region in regions if may_be_text(region)]
        looks = self._first_looks(photo, readable)
        rows = rows_of_small_numbers(readable, looks, len(photo.pixels))
        if rows is None:
            return regions, readable, looks
        smaller = self._detector.detect_smaller(photo.pixels, rows, regions)
        more = [one.corners for one in smaller if may_be_text(one, lowest=LOWEST_ENLARGED)]
        return ([*regions, *smaller], [*readable, *more], [*looks, *self._first_looks(photo, more)])

    def _first_looks(self, photo: _Photo, places: Sequence[Points]) -> list[Look]:
        """Look by the faster model, and by the better one where that sees any digit."""
        quick = self._looks(self._other, photo, places)
        worth = [place for place, look in zip(places, quick, strict=True) if may_show_digits(look)]
        better = iter(self._looks(self._recogniser, photo, worth))
        return [next(better) if may_show_digits(look) else look for look in quick]

    def _sightings(self, photo: _Photo, spots: Sequence[Spot]) -> list[Sighting]:
        """Look at spots; where more of a number is to be seen from afar, at the longer one too."""
        seen = self._seen(photo, spots)
        longer = (longer_number(grown(one.corners, FAR), one.far, one.value) for one in seen)
        places = [(corners, WIDE) for corners in longer if corners is not None]
        return [*seen, *self._seen(photo, self._found(photo, places))]

    def _found(self, photo: _Photo, places: Sequence[tuple[Points, Margins]]) -> list[Spot]:
        looks = self._looks(self._recogniser, photo, [corners for corners, _ in places])
        return [
            Spot(corners, look, wider) for (corners, wider), look in zip(places, looks, strict=True)
        ]

    def _seen(self, photo: _Photo, spots: Sequence[Spot]) -> list[Sighting]:
        legible = [spot for spot in spots if is_legible(spot.look)]
        around = [grown(spot.corners, FAR) for spot in legible]
        far = self._looks(self._recogniser, photo, around)
        wider = [grown(spot.corners, spot.wider) for spot in legible]
        wide = self._looks(self._other, photo, wider)
        return [
            self._sighting(photo, spot, from_afar, other)
            for spot, from_afar, other in zip(legible, far, wide, strict=True)
        ]

    def _sighting(self, photo: _Photo, spot: Spot, far: Look, other: Look) -> Sighting:
        corners, looks = spot.corners, [spot.look]
        if not are_sure(spot.look, other):
            sides = [grown(corners, margins) for margins in (TO_THE_LEFT, TO_THE_RIGHT)]
            looks += self._looks(self._recogniser, photo, sides)
        return Sighting(
            corners=corners,
            place=place_of(corners),
            looks=tuple(looks),
            far=far,
            other=other,
            numbers=likely_numbers(looks, other),
            ground=ground_beside(photo.pixels, corners),
        )

    def _looks(
        self, recogniser: TextRecogniser, photo: _Photo, places: Sequence[Points]
    ) -> list[Look]:
        pieces = [piece(photo.pixels, corners) for corners in places]
        return recogniser.read(pieces, photo.number_format)


def judged(found: Iterable[Evidence], judgement: Judgement) -> list[Reading]:
    """Turn evidence into readings: each number once, the surest first."""
    readings: dict[str, Reading] = {}
    for one in found:
        reading = _judged(one, judgement)
        known = readings.get(reading.value)
        if known is None or known.confidence < reading.confidence:
            readings[reading.value] = reading
    told = [one for one in readings.values() if one.confidence >= LEAST_CONFIDENCE]
    return sorted(told, key=lambda one: -one.confidence)


def _judged(evidence: Evidence, judgement: Judgement) -> Reading:
    confidence = judgement.confidence(evidence.figures[evidence.value])
    others = [
        # Never surer than the reading: which counts where the start list does not refuse it.
        Alternative(value=value, confidence=min(confidence, judgement.confidence(each)))
        for value, each in evidence.figures.items()
        if value != evidence.value
    ]
    others.sort(key=lambda other: -other.confidence)
    return Reading(
        value=evidence.value,
        confidence=confidence,
        box=evidence.box,
        alternatives=tuple(others[:MOST_ALTERNATIVES]),
        phrase=evidence.phrase,
    )


def _texts(
    regions: Sequence[Region], readable: Sequence[Points], looks: Sequence[Look]
) -> list[Text]:
    by_region = {id(corners): look for corners, look in zip(readable, looks, strict=True)}
    return [
        Text(place=place_of(region.corners), look=by_region.get(id(region.corners)))
        for region in regions
    ]
