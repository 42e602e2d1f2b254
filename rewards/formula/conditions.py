"""The `__where` of a formula in words for people: `distance is at least 5 km`.

What is no list of comparisons that must all hold stays the expression that it is.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from rewards.formula.parser import parse
from rewards.formula.sentences import COMPARED, in_words
from rewards.formula.tree import Chain, Literal, Node, Unary, Variable
from rewards.formula.values import from_json, written
from rewards.formula.where import SIGNS

NO_UNITS: Mapping[str, str] = {}


def settings_in_words(settings: Any, units: Mapping[str, str] = NO_UNITS) -> Any:
    """Return stored settings with the condition in words, under a name for people."""
    if not isinstance(settings, dict):
        return settings
    others = {name: value for name, value in settings.items() if name != "__where"}
    return {"For": where_in_words(settings.get("__where"), units), **others}


def where_in_words(where: Any, units: Mapping[str, str]) -> str:
    """Return for which activities a checked `__where` is; without one `every activity`.

    :param units: of the variables, by name.
    """
    if where is None:
        return "every activity"
    if isinstance(where, str):
        parts = list(_of_expression(parse(where, variables=None).root, units))
        return " ".join(where.split()) if None in parts else " and ".join(filter(None, parts))
    said = (part for name, wanted in where.items() for part in _of_property(name, wanted, units))
    return " and ".join(said) or "every activity"


def _of_expression(node: Node, units: Mapping[str, str]) -> Iterator[str | None]:
    """Yield each comparison of a chain of `and` in words; None: it is something else."""
    if isinstance(node, Chain) and node.links[0].operator == "and":
        for part in (node.first, *(link.operand for link in node.links)):
            yield from _of_expression(part, units)
    elif isinstance(node, Chain) and node.links[0].operator in COMPARED:
        name, wanted, sign = node.first, node.links[0].operand, node.links[0].operator
        is_plain = isinstance(name, Variable) and isinstance(wanted, Literal)
        yield _said(name.name, sign, written(wanted.value), units) if is_plain else None  # type: ignore[attr-defined]
    elif isinstance(node, Variable):
        yield f"{_name(node.name)} is yes"
    elif isinstance(node, Unary) and node.operator == "not" and isinstance(node.operand, Variable):
        yield f"{_name(node.operand.name)} is no"
    else:
        yield None


def _of_property(name: str, wanted: Any, units: Mapping[str, str]) -> Iterator[str]:
    if not isinstance(wanted, dict):
        wanted = {"in": wanted} if isinstance(wanted, list) else {"": wanted}
    for operator, value in wanted.items():
        if operator == "in":
            each = [in_words(written(from_json(item)), units.get(name, "")) for item in value]
            yield f"{_name(name)} is {'one of ' if len(each) > 1 else ''}{', '.join(each)}"
        else:
            yield _said(name, SIGNS.get(operator, "=="), written(from_json(value)), units)


def _said(name: str, sign: str, value: str, units: Mapping[str, str]) -> str:
    return f"{_name(name)} {COMPARED[sign]} {in_words(value, units.get(name, ''))}"


def _name(name: str) -> str:
    return name.replace("_", " ")
