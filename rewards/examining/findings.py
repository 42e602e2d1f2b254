"""What a search finds, in words for staff."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from rewards.examining.edges import Row
from rewards.formula.written import written
from rewards.outcomes import Outcome


class Finding(StrEnum):
    """An undesired result of a formula."""

    FAILS = "Fails"
    NEGATIVE = "Negative"
    ABOVE_CAP = "AboveCap"
    FALLS = "Falls"
    JUMPS = "Jumps"


@dataclass(frozen=True, slots=True, kw_only=True)
class TriedInputs:
    """Inputs, as texts of the language, and what the formula gives for them."""

    inputs: Mapping[str, str]
    got: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CounterExample:
    """Inputs for which a formula gives an undesired result.

    `points`: one, or for what falls or jumps the two that are compared; they differ in `variable`.
    """

    finding: Finding
    sentence: str
    points: Sequence[TriedInputs]
    variable: str = ""


def counter_example(
    finding: Finding, says: str, tried: Sequence[tuple[Row, Outcome]], variable: str = ""
) -> CounterExample:
    """Return a counter-example of rows that were tried; `says` begins its sentence."""
    row = {name: value for name, value in tried[0][0].items() if name != variable}
    return CounterExample(
        finding=finding,
        sentence=f"{says}{in_words(row)}.",
        points=[TriedInputs(inputs=in_texts(row), got=str(outcome)) for row, outcome in tried],
        variable=variable,
    )


def in_texts(row: Row) -> dict[str, str]:
    """Return the values of a row as texts of the language."""
    return {name: written(value) for name, value in row.items()}


def in_words(row: Row) -> str:
    """Return the variables of a row as a clause: "where distance is 5 and pulse is null"."""
    parts = [f"{name} is {text}" for name, text in in_texts(row).items()]
    if len(parts) < 2:
        return f" where {parts[0]}" if parts else ""
    return f" where {', '.join(parts[:-1])} and {parts[-1]}"
