"""Which values a variable may have at all, as a set."""

from collections.abc import Mapping

from programs.activity_types import FormulaVariable
from rewards.examining.sets import END, EVERYTHING, NULL, START, TEXTS, TRUTHS, Box, Cut, Values


def domain_of(variables: Mapping[str, FormulaVariable]) -> Box:
    """Return which values of these variables activities may have."""
    return {name: _possible(variable) for name, variable in variables.items()}


def _possible(variable: FormulaVariable) -> Values:
    match variable.example:
        case None:
            return EVERYTHING
        case bool():
            known = TRUTHS
        case str():
            known = TEXTS
        case _:
            known = _numbers(variable)
    return known | NULL if variable.can_be_null else known


def _numbers(variable: FormulaVariable) -> Values:
    span = variable.span
    low: Cut = START if span.least is None else (span.least, False)
    low = low if span.above is None else max(low, (span.above, True))
    return Values(numbers=((low, END if span.most is None else (span.most, True)),))
