"""What a search finds, in words for staff."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from programs.readers import plain
from rewards.examining.edges import Row
from rewards.formula.values import ZERO
from rewards.formula.written import written
from rewards.outcomes import Outcome, rounded


class Finding(StrEnum):
    """An undesired result of a formula. A jump may be meant: tables of multipliers make them."""

    FAILS = "Fails"
    NEGATIVE = "Negative"
    ABOVE_CAP = "AboveCap"
    FALLS = "Falls"
    JUMPS = "Jumps"


_SENTENCES = {
    Finding.FAILS: "The formula fails ({about}){where}.",
    Finding.NEGATIVE: "The reward is negative ({amount}){where}.",
    Finding.ABOVE_CAP: "The reward is {first}, above the cap of {about},{where}.",
    Finding.FALLS: "The reward falls {change} while {grows}{where}.",
    Finding.JUMPS: "At {about}, the reward jumps {change} (by {size} before rounding) while {grows}"
    "{where}.",
}


@dataclass(frozen=True, slots=True)
class TriedInputs:
    """Inputs, as texts of the language too, and what the formula gives for them."""

    row: Row
    outcome: Outcome

    @property
    def inputs(self) -> dict[str, str]:
        return {name: written(value) for name, value in self.row.items()}

    @property
    def got(self) -> str:
        return str(self.outcome)

    @property
    def amount(self) -> Decimal:
        """The amount before rounding; 0: there is none."""
        return self.outcome.amount or ZERO


@dataclass(frozen=True, slots=True)
class CounterExample:
    """Inputs for which a formula gives an undesired result.

    - `points`: one, or for what falls or jumps two, which differ in `variable`.
    - `about`: why the formula fails, the cap, or the row of a table at which the reward jumps.
    - `size`: by how much the amount before rounding changes between two points.
    """

    finding: Finding
    points: Sequence[TriedInputs]
    about: str = ""
    variable: str = ""
    size: Decimal = ZERO

    @property
    def key(self) -> tuple[Finding, str]:
        """Equal for two of which one is enough."""
        return self.finding, self.about

    @property
    def sentence(self) -> str:
        first, last = self.points[0], self.points[-1]
        low, high = (each.inputs.get(self.variable) for each in (first, last))
        others = {name: text for name, text in first.inputs.items() if name != self.variable}
        return _SENTENCES[self.finding].format(
            about=self.about,
            amount=plain(rounded(first.amount)),
            first=first.got,
            change=f"from {first.got} to {last.got}",
            size=plain(self.size),
            grows=f"{self.variable} grows from {low} to {high}",
            where=in_words(others),
        )


def in_words(inputs: Mapping[str, str]) -> str:
    """Return inputs as a clause: "where distance is 5 and pulse is null"."""
    *most, last = [f"{name} is {text}" for name, text in inputs.items()] or [""]
    return f" where {', '.join(most)}{' and ' if most else ''}{last}" if last else ""
