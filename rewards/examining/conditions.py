"""What a `__where` says, as sets of values.

For each condition two lists of boxes are kept: `surely`, in which it is true or fails, and
`perhaps`, outside of which it is not true. For comparisons of a variable with a constant, `in`, and
what `and`, `or`, `not` and `? :` make of them, the two are the same; for anything else nothing is
sure and everything is possible. Where a `__where` fails no later formula is tried either, so that
`surely` may count failing as true.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from rewards.examining.constants import constant_of, names_in, scalars_of
from rewards.examining.sets import (
    NOTHING,
    NULL,
    TEXTS,
    Box,
    Boxes,
    Values,
    in_both,
    numbers,
    only,
    without,
)
from rewards.formula import Value, parse
from rewards.formula.coefficients import Coefficients
from rewards.formula.tree import Call, Chain, Choice, Node, Unary, Variable
from rewards.formula.values import from_json

MAX_BOXES = 100
_MIRRORED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==", "!=": "!="}
_SIGNS = {"gte": ">=", "gt": ">", "lte": "<=", "lt": "<", "ne": "!="}


@dataclass(frozen=True, slots=True, kw_only=True)
class Condition:
    """Where a condition is true. `is_exact`: both lists say the same."""

    surely: Boxes
    perhaps: Boxes
    is_exact: bool = True


ALWAYS = Condition(surely=[{}], perhaps=[{}])
NEVER = Condition(surely=[], perhaps=[])
UNKNOWN = Condition(surely=[], perhaps=[{}], is_exact=False)


def condition_of(where: Any, coefficients: Mapping[str, str]) -> Condition:
    """Return what a checked `__where` says; none: it is always true."""
    if where is None:
        return ALWAYS
    if isinstance(where, str):
        return _of_node(parse(where, None).root, Coefficients(coefficients))
    found = ALWAYS
    for name, wanted in where.items():
        signs = wanted if isinstance(wanted, dict) else {"in": wanted}
        for sign, operand in signs.items():
            found = _and(found, _of_operator(name, sign, from_json(operand)))
    return found


def names_of(where: Any) -> frozenset[str]:
    """Return the variables that a checked `__where` uses."""
    return names_in(parse(where, None).root) if isinstance(where, str) else frozenset(where or ())


def _of_operator(name: str, sign: str, operand: Value) -> Condition:
    """Return what an operator of an object says."""
    if sign == "in":
        return _of_variable(name, _any_of(operand))
    return _of_comparison(name, _SIGNS[sign], operand)


def _any_of(value: Value) -> Values:
    """Return the values that equal this one, or an item of this list; null equals none."""
    found = NOTHING
    for each in scalars_of(value):
        found = found | only(each)
    return found


def _of_comparison(name: str, sign: str, value: Value) -> Condition:
    """Return where `name sign value` is true."""
    if sign in ("==", "!=") and value is not None:
        return _of_variable(name, only(value) if sign == "==" else ~(only(value) | NULL))
    if isinstance(value, Decimal):
        return _of_variable(name, numbers(sign, value))
    if isinstance(value, str):  # texts have an order of their own
        return Condition(surely=[], perhaps=[{name: TEXTS}], is_exact=False)
    return NEVER


def _of_node(node: Node, coefficients: Coefficients) -> Condition:
    known = constant_of(node, coefficients)
    if known is not None:
        return ALWAYS if known.value is True else NEVER
    return _of_part(node, coefficients)


def _of_part(node: Node, coefficients: Coefficients) -> Condition:
    match node:
        case Variable():
            return _of_variable(node.name, only(True))
        case Unary(operator="not"):
            return _not(_of_node(node.operand, coefficients))
        case Chain():
            return _of_chain(node, coefficients)
        case Choice():
            return _of_choice(node, coefficients)
        case Call(name="in"):
            return _of_membership(node, coefficients)
    return UNKNOWN


def _of_chain(chain: Chain, coefficients: Coefficients) -> Condition:
    operator = chain.links[0].operator
    if operator in ("and", "or"):
        join = _and if operator == "and" else _or
        found = _of_node(chain.first, coefficients)
        for link in chain.links:
            found = join(found, _of_node(link.operand, coefficients))
        return found
    right = chain.links[0].operand
    sides = [(chain.first, operator, right), (right, _MIRRORED.get(operator, ""), chain.first)]
    for variable, sign, other in sides:
        known = constant_of(other, coefficients)
        if isinstance(variable, Variable) and sign in _MIRRORED and known is not None:
            return _of_comparison(variable.name, sign, known.value)
    return UNKNOWN


def _of_choice(choice: Choice, coefficients: Coefficients) -> Condition:
    wanted, yes, no = (
        _of_node(each, coefficients) for each in (choice.condition, choice.yes, choice.no)
    )
    return _or(_and(wanted, yes), _and(_not(wanted), no))


def _of_membership(call: Call, coefficients: Coefficients) -> Condition:
    variable, *options = call.arguments
    known = [constant_of(option, coefficients) for option in options]
    if not isinstance(variable, Variable) or None in known:
        return UNKNOWN
    allowed = NOTHING
    for option in known:
        allowed = allowed | _any_of(option.value if option else None)
    return _of_variable(variable.name, allowed)


def _of_variable(name: str, values: Values) -> Condition:
    boxes: Boxes = [] if values.is_empty else [{name: values}]
    return Condition(surely=boxes, perhaps=boxes)


def _and(one: Condition, other: Condition) -> Condition:
    return _joined(one, other, _boxes_in_both)


def _or(one: Condition, other: Condition) -> Condition:
    return _joined(one, other, lambda left, right: [*left, *right])


def _joined(one: Condition, other: Condition, join: Callable[[Boxes, Boxes], Boxes]) -> Condition:
    surely, perhaps = join(one.surely, other.surely), join(one.perhaps, other.perhaps)
    return _bounded(surely, perhaps, is_exact=one.is_exact and other.is_exact)


def _not(condition: Condition) -> Condition:
    return _bounded(
        _others(condition.perhaps), _others(condition.surely), is_exact=condition.is_exact
    )


def _bounded(surely: Boxes, perhaps: Boxes, *, is_exact: bool) -> Condition:
    if len(surely) > MAX_BOXES or len(perhaps) > MAX_BOXES:
        return UNKNOWN
    return Condition(surely=surely, perhaps=perhaps, is_exact=is_exact)


def _boxes_in_both(one: Boxes, other: Boxes) -> Boxes:
    pairs = (in_both(left, right) for left in one for right in other)
    return [box for box in pairs if box is not None]


def _others(boxes: Boxes) -> Boxes:
    """Return what is in none of the boxes."""
    return subtracted([{}], boxes)


def subtracted(boxes: Boxes, taken: Boxes) -> Boxes:
    """Return what is in one of the boxes and in none of those that are taken.

    More than `MAX_BOXES` are returned where they would be many more; the caller gives up.
    """
    rest: list[Box] = list(boxes)
    for box in taken:
        rest = [part for each in rest for part in without(each, box)]
        if len(rest) > MAX_BOXES:
            break
    return rest
