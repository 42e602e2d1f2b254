"""Parts of a formula that have one value, whatever the variables are."""

from dataclasses import dataclass

from rewards.formula import Formula, FormulaRunError, Value
from rewards.formula.coefficients import Coefficients, is_scalar
from rewards.formula.evaluator import evaluate_tree
from rewards.formula.tree import Node, Variable, walk


@dataclass(frozen=True, slots=True, kw_only=True)
class Constant:
    """The value of a part without variables."""

    value: Value


def names_in(node: Node) -> frozenset[str]:
    """Return the variables that a part uses."""
    return frozenset(part.name for part, _ in walk(node) if isinstance(part, Variable))


def constant_of(node: Node, coefficients: Coefficients) -> Constant | None:
    """Return the value of a part; None if it uses variables, or fails."""
    if names_in(node):
        return None
    whole = Formula(source=node.source, root=node)
    try:
        return Constant(value=evaluate_tree(whole, {}, coefficients).value)
    except FormulaRunError:
        return None


def scalars_of(value: Value) -> list[Value]:
    """Return a number, text or truth value, or those of a list; nothing of tables and objects."""
    items = value if isinstance(value, list) else [value]
    return [item for item in items if is_scalar(item)]
