"""Writes calls of functions as Python; each has the value of the function in `functions`."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from rewards.formula.coefficients import Coefficients, is_scalar, key_of
from rewards.formula.errors import UnfitValueError
from rewards.formula.functions import FUNCTIONS, ROUNDINGS
from rewards.formula.tree import Call, Literal
from rewards.formula.values import ZERO, Value
from rewards.formula.writer import Code, Kind, Writer

_RESULTS = {"coeff": Kind.ANY, "in": Kind.TRUTH}


class CallWriter:
    """Writes the calls of one formula, whose coefficients are known."""

    def __init__(self, coefficients: Coefficients) -> None:
        self._coefficients = coefficients

    def write(self, writer: Writer, node: Call) -> Code:
        """Write a call of any function but `coalesce`."""
        special = getattr(self, f"_{node.name}", None)
        return special(writer, node) if special else self._of_numbers(writer, node)

    def _plainly(self, writer: Writer, node: Call, arguments: list[Code]) -> Code:
        """Write a call of the function itself."""
        body, coefficients = FUNCTIONS[node.name].body, self._coefficients
        name = writer.bind(lambda *values: body(coefficients, values))
        return Code(
            text=f"{name}({', '.join(code.text for code in arguments)})",
            kind=_RESULTS.get(node.name, Kind.NUMBER),
            may_be_null=node.name != "in",
        )

    def _coeff(self, writer: Writer, node: Call) -> Code:
        return self._plainly(writer, node, [writer.value(node.arguments[0])])

    def _in(self, writer: Writer, node: Call) -> Code:
        value, *options = [writer.value(argument) for argument in node.arguments]
        if not all(code.is_constant for code in options):
            return self._plainly(writer, node, [value, *options])
        if all(code.kind is Kind.TEXT for code in options):
            text = f"({value.text} in {writer.bind(frozenset(code.constant for code in options))})"
        else:
            held, keys = writer.held(value), writer.bind(self._keys(options))
            text = f"(({held.text}.__class__, {held.name}) in {keys})"
        return Code(text=text, kind=Kind.TRUTH, may_be_null=False)

    def _keys(self, options: list[Code]) -> frozenset[Any]:
        values = [code.constant for code in options]
        if len(values) == 1 and isinstance(values[0], list):
            return self._coefficients.keys(values[0])
        lists = [self._coefficients.keys(value) for value in values if isinstance(value, list)]
        return frozenset(key_of(value) for value in values if is_scalar(value)).union(*lists)

    def _piecewise(self, writer: Writer, node: Call) -> Code:
        table, x = writer.value(node.arguments[0]), writer.number(node.arguments[1])
        try:
            steps = self._coefficients.steps(table.constant)
        except UnfitValueError:
            return self._plainly(writer, node, [table, x])
        starts, multipliers = writer.bind(steps.starts), writer.bind(steps.multipliers)
        place = writer.held(Code(text=f"bisect({starts}, {{}})"))
        chosen = f"({multipliers}[{place.name} - 1] if {place.text} else None)"
        code = writer.applied([table, x], lambda _, name: chosen.format(name))
        return replace(code, may_be_null=True)

    def _after_linear(self, writer: Writer, node: Call) -> Code:
        *numbers, cap = [writer.number(argument) for argument in node.arguments]
        over = writer.held(Code(text="{} - {}")).name
        zero = writer.bind(ZERO)
        linear = f"({over} if ({over} := {{}} - {{}}) >= {zero} else {zero}) * {{}}"
        if cap.is_constant and cap.constant is None:
            return writer.applied(numbers, linear.format)
        if cap.may_be_null:
            return self._plainly(writer, node, [*numbers, cap])
        paid = writer.held(Code(text="")).name
        capped = f"({paid} if ({paid} := {linear}) <= {{3}} else {{3}})"
        capped = capped.replace("{} - {}", "{0} - {1}").replace("* {}", "* {2}")
        return writer.applied([*numbers, cap], capped.format)

    def _clamp(self, writer: Writer, node: Call) -> Code:
        x, least, most = [writer.number(argument) for argument in node.arguments]
        inside = "{1} if {0} <= {1} else {2} if {0} > {2} else {0}"
        return writer.applied([x, least, most], f"(unfit() if {{1}} > {{2}} else {inside})".format)

    def _min(self, writer: Writer, node: Call) -> Code:
        return self._inline(writer, node, "{0} if {0} <= {1} else {1}")

    def _max(self, writer: Writer, node: Call) -> Code:
        return self._inline(writer, node, "{0} if {0} >= {1} else {1}")

    def _abs(self, writer: Writer, node: Call) -> Code:
        return self._inline(writer, node, "{0}.copy_abs()")

    def _inline(self, writer: Writer, node: Call, form: str) -> Code:
        numbers = [writer.number(argument) for argument in node.arguments]
        return writer.applied(numbers, f"({form})".format)

    def _of_numbers(self, writer: Writer, node: Call) -> Code:
        mode = writer.bind(ROUNDINGS[node.name])
        return self._inline(writer, node, f"{{0}}.to_integral_value({mode})")


def constant_call(coefficients: Coefficients) -> Callable[[Call], list[Value]]:
    """Return a function that returns the value of `coeff('…')` in a list; else an empty list."""

    def known(node: Call) -> list[Value]:
        (path, *_) = node.arguments
        if node.name != "coeff" or not isinstance(path, Literal) or not isinstance(path.value, str):
            return []
        try:
            return [coefficients.at(path.value)]
        except (ArithmeticError, UnfitValueError):
            return []  # an error when it runs, if it does

    return known
