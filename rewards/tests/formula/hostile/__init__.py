"""Formulas that want out, want to hang, or want to exhaust the server.

The texts follow faults that were published of other expression languages (simpleeval, asteval,
numexpr, rule-engine, MVEL, SpEL, OGNL, template engines), and the limits of this one.
"""

from decimal import Decimal
from typing import Any

from rewards.tests.formula.hostile.escapes import ESCAPES
from rewards.tests.formula.hostile.exhausting import EXHAUSTS, HANGS
from rewards.tests.formula.hostile.unicode import UNICODE

__all__ = ["COEFFICIENTS", "ESCAPES", "FORMULAS", "VARIABLES"]

VARIABLES: dict[str, Any] = {
    "distance": Decimal("10.5"),
    "discipline": "running",
    "is_manual": False,
    "pulse": None,
}

COEFFICIENTS = {
    "text": "gold",
    "list": "[1, 2, 3]",
    "nested": '{"a": {"b": 1}}',
    "rows": "[" + ", ".join(f"[{n}, 1]" for n in range(400)) + "]",
    "text_rows": '"' + "[" + ", ".join(f"[{n}, 1]" for n in range(200)) + "]" + '"',
    "many": "[" + ",".join(["1"] * 1000) + "]",
    "same": "[" + ",".join(["1"] * 999) + ",2]",
    "lists": "[" + ",".join(["[1]"] * 300) + "]",
    "deep": "[" * 1500 + "]" * 1500,
    "huge": "1e999999999",
    "nan": "NaN",
    "infinity": "-Infinity",
    "digits": "9" * 300,
    "broken": '{"a": ',
    "dictionary": '{"a": 1, "a": 2}',
    "crooked": "[[5, 1], [0, 2]]",
}

FORMULAS = [*ESCAPES, *HANGS, *EXHAUSTS, *UNICODE]
