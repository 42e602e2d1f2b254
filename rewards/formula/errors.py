"""Errors in formulas, with their position in the text."""

from typing import NamedTuple


class Position(NamedTuple):
    """A position in a formula's text; line and column start at 1."""

    line: int
    column: int


def position_of(text: str, offset: int) -> Position:
    """Return the position of the character of this offset."""
    line_start = text.rfind("\n", 0, offset) + 1
    return Position(line=text.count("\n", 0, offset) + 1, column=offset - line_start + 1)


class FormulaError(ValueError):
    """A formula cannot be read or computed. `detail` is one sentence for the formula's author."""

    def __init__(self, detail: str, position: Position) -> None:
        super().__init__(f"line {position.line}, column {position.column}: {detail}")
        self.detail = detail
        self.position = position


class FormulaSyntaxError(FormulaError):
    """The text is not a formula; raised when it is saved."""


class FormulaRunError(FormulaError):
    """The formula has no value for these variables; raised when it runs."""


class UnfitValueError(ValueError):
    """An operator or function cannot use this value; the evaluator adds the position."""
