"""What can be wrong with a formula, and where in its text."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """A place in a formula's text; line and column count from 1."""

    line: int
    column: int


class FormulaError(ValueError):
    """A formula cannot be read or computed. `detail` is one sentence for the formula's author."""

    def __init__(self, detail: str, position: Position) -> None:
        super().__init__(f"line {position.line}, column {position.column}: {detail}")
        self.detail = detail
        self.position = position


class FormulaSyntaxError(FormulaError):
    """The text is no formula: found when it is saved."""


class FormulaRunError(FormulaError):
    """The formula has no value for these variables: found when it runs."""


class UnfitValueError(ValueError):
    """A value that an operator or function has no use for; the evaluator says where."""
