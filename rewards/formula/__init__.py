"""The language that reward formulas are written in: pure functions from text to value.

`parse` reads an expression once, when it is saved; `evaluate` computes it for the variables of one
activity; `suits` decides by a formula's `__where` setting whether it speaks of that activity.
`docs/activities.md` describes the language for those who write formulas.
"""

from rewards.formula.errors import FormulaError, FormulaRunError, FormulaSyntaxError
from rewards.formula.evaluator import Evaluation, Subvalue, evaluate
from rewards.formula.parser import Formula, parse
from rewards.formula.values import Value
from rewards.formula.where import check_where, suits

__all__ = [
    "Evaluation",
    "Formula",
    "FormulaError",
    "FormulaRunError",
    "FormulaSyntaxError",
    "Subvalue",
    "Value",
    "check_where",
    "evaluate",
    "parse",
    "suits",
]
