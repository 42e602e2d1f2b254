"""Finds the places in a text that may show a number: all of it, or the digits that stand apart."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np

from vision.numbers.formats import MOST_DIGITS
from vision.numbers.pieces import Margins, grown
from vision.numbers.recognition import Look
from vision.numbers.regions import Points, Region, text_height, text_width

Run = tuple[int, int]  # of characters: where it begins, and behind its end
LOWEST_TEXT = 12.0
# Where numbers are as small as this, smaller ones are looked for, in rows that reach above and
# below them by so many times their height. More rows would need a second row of tiles.
SMALL_NUMBER = 26.0
ABOVE, BELOW = 3.0, 1.0
MOST_ROWS = 340
LOWEST_ENLARGED = 8.0
LEGIBLE = 0.8
NARROWEST, WIDEST = 0.3, 9.0
# A letter that is nearer to a digit than so many times the usual distance belongs to the same word.
SAME_WORD = 1.7
# A letter close to many digits is a category: `M90038`, `30541m`. Tags and plates have fewer.
CATEGORY = re.compile(r"[A-Z][0-9]{5,}|[0-9]{4,}[a-z]")
# An end of a part that lies further inside than so many times the height was cut off.
MOVED = 0.3
# Of a decimal, a time or a date each part alone is no number.
PARTS = re.compile(r"[0-9]+(?:\s?[.,:/]\s?[0-9]+)+")


def may_be_text(region: Region, *, lowest: float = LOWEST_TEXT) -> bool:
    """Leave out regions that are too low or too long to be read."""
    height = text_height(region.corners)
    return height >= lowest and (
        NARROWEST * height <= text_width(region.corners) <= WIDEST * height
    )


def rows_of_small_numbers(
    places: Sequence[Points], looks: Sequence[Look], height: int
) -> slice | None:
    """Return the rows of a photo where further people stand whose numbers may be even smaller.

    None: no number is small, or small ones are all over the photo.
    """
    small = [one for one, look in zip(places, looks, strict=True) if _is_small_number(one, look)]
    if not small:
        return None
    high = max(text_height(corners) for corners in small)
    middles = [float(corners[:, 1].mean()) for corners in small]
    top = max(0, int(min(middles) - ABOVE * high))
    bottom = min(height, int(max(middles) + BELOW * high))
    return slice(top, bottom) if bottom - top <= MOST_ROWS else None


def _is_small_number(corners: Points, look: Look) -> bool:
    return (
        text_height(corners) <= SMALL_NUMBER
        and look.confidence >= LEGIBLE
        and len(look.text) > 1
        and look.number_format.takes(look.text)
    )


def numbers_of(corners: Points, look: Look) -> Iterator[Points]:
    """Yield where the numbers of a text stand: between which and other letters there is a gap.

    So `552 RUN` has a number, a number plate (`DA-744-KJ`) has none.
    """
    usual = _usual_distance(look, corners)
    parts = [found.span() for found in PARTS.finditer(look.text)]
    for found in look.number_format.pattern.finditer(look.text):
        run = _without_word(look, found.span(), usual)
        if run == (0, len(look.text)):
            if len(look.text) <= MOST_DIGITS:
                yield corners
            return
        of_a_part = any(start <= run[0] < end for start, end in parts)
        apart = _stands_apart(look, run, usual) or CATEGORY.fullmatch(look.text) is not None
        if not of_a_part and run[1] - run[0] <= MOST_DIGITS and apart:
            yield _part(corners, look, run, usual)


def has_words(look: Look) -> bool:
    """Return whether a text has words and numbers alone: a sign may be half a digit."""
    return look.text.replace(" ", "").isalnum()


def beside(part: Points, whole: Points, margins: Margins) -> Margins:
    """Return the margins of a part of a text, none where the text goes on.

    There is no more of the number, and a box around a letter would look like a 1.
    """
    high = text_height(whole)
    left, right = (float(np.linalg.norm(part[side] - whole[side])) for side in (0, 1))
    return replace(
        margins,
        left=margins.left if left < MOVED * high else 0.0,
        right=margins.right if right < MOVED * high else 0.0,
    )


def longer_number(corners: Points, look: Look, value: str) -> Points | None:
    """Return where a longer number stands that a look shows around a value, if it does."""
    for found in look.number_format.pattern.finditer(look.text):
        if value in found[0].upper() and len(value) < len(found[0]) <= MOST_DIGITS:
            return _part(corners, look, found.span(), _usual_distance(look, corners))
    return None


def _usual_distance(look: Look, corners: Points) -> float:
    apart = sorted(after - before for before, after in pairwise(look.places))
    high = text_height(corners) / max(text_width(corners), 1.0)
    return apart[len(apart) // 2] if apart else 0.6 * high


def _without_word(look: Look, run: Run, usual: float) -> Run:
    """Cut the letters off that are too far from the digits to belong to the number."""
    start, end = run
    for place in range(start + 1, end):
        is_edge = look.text[place - 1].isdigit() != look.text[place].isdigit()
        if is_edge and look.places[place] - look.places[place - 1] > SAME_WORD * usual:
            return (place, end) if look.text[place].isdigit() else (start, place)
    return run


def _stands_apart(look: Look, run: Run, usual: float) -> bool:
    start, end = run
    edges = ((start, start - 1), (end - 1, end))
    return all(_is_apart(look, inner, outer, usual) for inner, outer in edges)


def _is_apart(look: Look, inner: int, outer: int, usual: float) -> bool:
    if not 0 <= outer < len(look.text) or not look.text[outer].isalnum():
        beyond = outer + (1 if outer > inner else -1)
        joined = 0 <= outer < len(look.text) and look.text[outer] == "-"
        return not (joined and 0 <= beyond < len(look.text) and look.text[beyond].isalpha())
    return abs(look.places[outer] - look.places[inner]) > SAME_WORD * usual


def _part(corners: Points, look: Look, run: Run, usual: float) -> Points:
    """Cut a region to some of its characters."""
    long = text_width(corners) / max(text_height(corners), 1.0)
    first = max(0.0, look.places[run[0]] - 0.7 * usual)
    last = min(1.0, look.places[run[1] - 1] + 0.7 * usual)
    return grown(corners, Margins(left=-first * long, right=-(1.0 - last) * long))
