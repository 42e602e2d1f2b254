"""Variables, coefficients and a shortcut for tests of formulas."""

import json
from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from rewards.formula import Evaluation, ReadyFormula, Value, parse
from rewards.formula.kinds import Kind
from rewards.formula.parser import Formula

VARIABLES: dict[str, Any] = {
    "distance": Decimal(12),
    "discipline": "running",
    "is_manual": False,
    "pulse": None,
}
KINDS = {
    "distance": Kind.NUMBER,
    "discipline": Kind.TEXT,
    "is_manual": Kind.TRUTH,
    "pulse": Kind.NUMBER | Kind.NULL,
}
COEFFICIENTS = {
    "rate": "1.5",
    "name": "gold",
    "a.b": "7",
    "bonus": json.dumps({"weekend": {"rate": 2}, "steps": [3, 4]}),
    "table": "[[0, 1], [5, 1.5], [10, 2]]",
    "crooked": "[[5, 1], [0, 2]]",
    "odd": '["no", "rows"]',
    "disciplines": '["running", "walking"]',
    "huge": "1e999",
}


def evaluate(
    formula: Formula, variables: Mapping[str, Value], coefficients: Mapping[str, str]
) -> Evaluation:
    """Compute a formula once, with its trace."""
    return ReadyFormula(formula, coefficients).evaluation(variables)


def result(source: str) -> Any:
    """Return the value of a formula."""
    return evaluate(parse(source, VARIABLES), VARIABLES, COEFFICIENTS).value
