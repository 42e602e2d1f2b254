"""What a search finds, in words for staff."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from rewards.examining.edges import Row
from rewards.formula.written import written
from rewards.outcomes import Outcome


class Finding(StrEnum):
    """What staff hardly want of a formula."""

    FAILS = "Fails"
    NEGATIVE = "Negative"
    ABOVE_CAP = "AboveCap"
    FALLS = "Falls"
    JUMPS = "Jumps"


@dataclass(frozen=True, slots=True, kw_only=True)
class Point:
    """Inputs, as texts of the language, and what the formula gives for them."""

    inputs: Mapping[str, str]
    got: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CounterExample:
    """Inputs for which a formula gives what staff hardly want.

    `points`: one, or for what falls or jumps the two that are compared; they differ in `variable`.
    """

    finding: Finding
    sentence: str
    points: Sequence[Point]
    variable: str = ""


def point(row: Row, outcome: Outcome) -> Point:
    """Return the inputs of a row in words, and what it gave."""
    return Point(inputs={name: written(value) for name, value in row.items()}, got=str(outcome))


def in_words(row: Row, without: str = "") -> str:
    """Return the variables of a row as a clause: "where distance is 5 and pulse is null"."""
    parts = [f"{name} is {written(value)}" for name, value in row.items() if name != without]
    if not parts:
        return ""
    *most, last = parts
    return f" where {', '.join(most)} and {last}" if most else f" where {last}"
