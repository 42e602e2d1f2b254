"""The language of reward formulas: pure functions from text to value.

`parse` reads an expression when it is saved. `ReadyFormula` computes it with the variables of an
activity. `Where` decides by a formula's `__where` setting whether the formula is for that activity.
`docs/rewards.md` describes the language for its users.
"""

from rewards.formula.conditions import Where, check_where
from rewards.formula.evaluator import Evaluation, ReadyFormula, Subvalue
from rewards.formula.parser import Formula, parse
from rewards.formula.tree import FormulaError, FormulaRunError, FormulaSyntaxError
from rewards.formula.values import Value
