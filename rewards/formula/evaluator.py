"""For `rewards.examining` only, until it samples."""

from rewards.formula.coefficients import Coefficients
from rewards.formula.compiled import CompiledFormula, Evaluation, Variables
from rewards.formula.parser import Formula


def evaluate_tree(formula: Formula, variables: Variables, coefficients: Coefficients) -> Evaluation:
    return CompiledFormula(formula, coefficients.texts).evaluation(variables)
