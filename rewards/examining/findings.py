"""What a search finds, in words for staff."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from programs.readers import plain
from rewards.examining.edges import Row
from rewards.formula.values import ZERO
from rewards.formula.written import written
from rewards.outcomes import Outcome


class Finding(StrEnum):
    """An undesired result of a formula. A jump may be meant: tables of multipliers make them."""

    FAILS = "Fails"
    NEGATIVE = "Negative"
    ABOVE_CAP = "AboveCap"
    FALLS = "Falls"
    JUMPS = "Jumps"


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


@dataclass(frozen=True, slots=True)
class CounterExample:
    """Inputs for which a formula gives an undesired result; `says` begins the sentence.

    `points`: one, or for what falls or jumps the two that are compared; they differ in `variable`.
    """

    finding: Finding
    says: str
    points: Sequence[TriedInputs]
    variable: str = ""

    @property
    def key(self) -> tuple[Finding, str]:
        """Equal for two of one finding; failures are one finding for each reason."""
        return self.finding, self.says if self.finding is Finding.FAILS else ""

    @property
    def sentence(self) -> str:
        """What was found, in words."""
        inputs = self.points[0].inputs
        inputs.pop(self.variable, None)
        return f"{self.says}{in_words(inputs)}."


@dataclass(frozen=True, slots=True)
class RewardChange:
    """What a formula gives for two neighbouring values of a variable, `width` from each other.

    `growth`: of the reward. `size`: by how much the amount before rounding changes.
    """

    variable: str
    low: TriedInputs
    high: TriedInputs
    width: Decimal

    @property
    def growth(self) -> Decimal:
        return (self.high.outcome.reward or ZERO) - (self.low.outcome.reward or ZERO)

    @property
    def size(self) -> Decimal:
        return abs((self.high.outcome.amount or ZERO) - (self.low.outcome.amount or ZERO))

    def example(self, finding: Finding, says: str) -> CounterExample:
        """Return it as a counter-example."""
        low, high = (each.inputs[self.variable] for each in (self.low, self.high))
        by = f" (by {plain(self.size)} before rounding)" if finding is Finding.JUMPS else ""
        grows = f"while {self.variable} grows from {low} to {high}"
        sentence = f"{says} from {self.low.got} to {self.high.got}{by} {grows}"
        return CounterExample(finding, sentence, [self.low, self.high], self.variable)


def in_words(inputs: Mapping[str, str]) -> str:
    """Return inputs as a clause: "where distance is 5 and pulse is null"."""
    *most, last = [f"{name} is {text}" for name, text in inputs.items()] or [""]
    return f" where {', '.join(most)}{' and ' if most else ''}{last}" if last else ""
