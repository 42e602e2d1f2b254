"""Reads a formula: splits its text into tokens, and builds a tree from them by precedence climbing.

From lowest to highest precedence: `? :`, `or`, `and`, `not`, comparisons (which do not chain),
`+ -`, `* / %`, the sign, calls and parentheses. Names and numbers of arguments are checked here,
so a saved formula cannot fail because of them when it runs.
"""

import re
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from decimal import Decimal
from enum import Enum
from typing import Any, NamedTuple

from foundation.records.formats import with_moment_in_utc
from foundation.records.refusals import did_you_mean
from rewards.formula.functions import FUNCTIONS
from rewards.formula.hints import (
    hint_for_missing_operator,
    hint_for_missing_value,
    hint_for_name,
    hint_for_sign,
    hint_for_unit,
    hint_for_word,
)
from rewards.formula.tree import (
    MAX_CHARACTERS,
    MAX_DEPTH,
    MAX_DIGITS,
    Call,
    Chain,
    Choice,
    FormulaSyntaxError,
    Link,
    Literal,
    Node,
    Position,
    Unary,
    Variable,
    position_of,
)

_COMPARISONS = dict.fromkeys(("==", "!=", "<", "<=", ">", ">="), 5)
_POWERS = {"?": 1, "or": 2, "and": 3, **_COMPARISONS, "+": 6, "-": 6, "*": 7, "/": 7, "%": 7}
_POWER_OF_NOT = 4
_POWER_OF_SIGN = 8
_CONSTANTS = {"true": True, "false": False, "null": None}
_WORDS = frozenset({"and", "or", "not", "true", "false", "null"})


class TokenKind(Enum):
    NUMBER = "number"
    TEXT = "text"
    NAME = "name"
    WORD = "word"
    SIGN = "sign"
    END = "end"


class Token(NamedTuple):
    """A token, with the offset of its first character."""

    kind: TokenKind
    text: str
    offset: int
    position: Position


_TOKEN = re.compile(
    r"""
    (?P<space>\s+)
  | (?P<number>[0-9]+(?:\.[0-9]+)?)
  | (?P<text>'(?:[^'\n]|'')*')
  | (?P<name>[A-Za-z_][A-Za-z0-9_]*)
  | (?P<sign><=|>=|==|!=|[-+*/%<>?:(),])
    """,
    re.VERBOSE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Formula:
    """A parsed and checked expression."""

    source: str
    root: Node


def parse(
    source: str, variables: Collection[str] | None = (), coefficients: Collection[str] = ()
) -> Formula:
    """Read an expression.

    :param variables: the names that it may use; None: any, for what was checked before.
    :param coefficients: their names, for a hint where one stands as a variable.
    :raises FormulaSyntaxError: it is not an expression, uses an unknown name, calls a function with
        a wrong number of arguments, or is larger than the limits.
    """
    parser = _Parser(source, variables, coefficients)
    if not source.strip():
        detail = "the formula is empty; write what an activity earns: distance * 2"
        raise FormulaSyntaxError(detail, Position(1, 1))
    return Formula(source=source, root=parser.whole())


class _Parser:
    def __init__(
        self, source: str, variables: Collection[str] | None, coefficients: Collection[str]
    ) -> None:
        self.source = source
        self.variables = variables
        self.coefficients = coefficients
        self.tokens = _tokens(source)
        self.token = next(self.tokens)
        self.before = ""  # the text of the token before
        self.before_name = ""  # that of the token before the last value
        self.end = 0
        self.nesting = 0

    def whole(self) -> Node:
        root = self.expression()
        if self.token.kind is not TokenKind.END:
            raise self.unexpected(hint=self.cure())
        return root

    def advance(self) -> Token:
        token = self.token
        self.end = token.offset + len(token.text)
        self.before = token.text
        self.token = next(self.tokens, token)
        return token

    def cure(self) -> str:
        """Return the cure where an operator or the end should stand."""
        is_after_space = self.end < self.token.offset
        return hint_for_missing_operator(
            self.before, self.token.text, is_after_space=is_after_space
        )

    def expect(self, sign: str, hint: str = "") -> None:
        if not self.at(sign):
            hint = hint_for_unit(self.token.text) or hint or hint_for_word(self.token.text)
            raise self.unexpected(f"{sign!r} is missing before ", hint)
        self.advance()

    def at(self, sign: str) -> bool:
        return self.token.kind in (TokenKind.SIGN, TokenKind.WORD) and self.token.text == sign

    def power(self) -> int:
        operates = self.token.kind in (TokenKind.SIGN, TokenKind.WORD)
        return _POWERS.get(self.token.text, 0) if operates else 0

    def unexpected(self, prefix: str = "unexpected ", hint: str = "") -> FormulaSyntaxError:
        what = "the end" if self.token.kind is TokenKind.END else repr(self.token.text)
        detail = f"{prefix}{what}; {hint}" if hint else f"{prefix}{what}"
        return FormulaSyntaxError(detail, self.token.position)

    def whole_of(self, start: Token, *parts: Node) -> dict[str, Any]:
        depth = 1 + max((part.depth for part in parts), default=0)
        if depth > MAX_DEPTH:
            raise _too_deep(start)
        text = self.source[start.offset : self.end]
        return {"position": start.position, "source": text, "depth": depth}

    @contextmanager
    def deeper(self, at: Token) -> Iterator[None]:
        if self.nesting == MAX_DEPTH:
            raise _too_deep(at)
        self.nesting += 1
        yield
        self.nesting -= 1

    def expression(self, least: int = 0) -> Node:
        start = self.token
        left = self.prefix()
        while (power := self.power()) > least:
            left = self.choice(start, left) if power == 1 else self.chain(start, left, power)
        return left

    def choice(self, start: Token, condition: Node) -> Node:
        with self.deeper(self.advance()):
            yes = self.expression()
            self.expect(":", "a choice has two results: condition ? yes : no")
            no = self.expression()
        whole = self.whole_of(start, condition, yes, no)
        return Choice(**whole, condition=condition, yes=yes, no=no)

    def chain(self, start: Token, first: Node, power: int) -> Node:
        links: list[Link] = []
        while self.power() == power and not (links and self.token.text in _COMPARISONS):
            sign = self.advance()
            operand = self.expression(power)
            links.append(Link(operator=sign.text, operand=operand, position=sign.position))
        if self.token.text in _COMPARISONS and power == _COMPARISONS["=="]:
            hint = "write a < b and b < c"
            raise self.unexpected("comparisons do not chain: unexpected ", hint)
        whole = self.whole_of(start, first, *(link.operand for link in links))
        return Chain(**whole, first=first, links=tuple(links))

    def prefix(self) -> Node:
        self.before_name = before = self.before
        token = self.advance()
        if token.kind is TokenKind.NAME:
            return self.call(token) if self.at("(") else self.variable(token)
        if token.text in ("-", "not"):
            return self.unary(token)
        if token.text == "(" and token.kind is TokenKind.SIGN:
            return self.parentheses(token)
        return Literal(position=token.position, source=token.text, value=self.value(token, before))

    def parentheses(self, start: Token) -> Node:
        with self.deeper(start):
            inner = self.expression()
        self.expect(")")
        return inner

    def unary(self, sign: Token) -> Node:
        with self.deeper(sign):
            operand = self.expression(_POWER_OF_NOT if sign.text == "not" else _POWER_OF_SIGN)
        return Unary(**self.whole_of(sign, operand), operator=sign.text, operand=operand)

    def variable(self, name: Token) -> Node:
        if self.variables is not None and name.text not in self.variables:
            raise self.unknown_variable(name, self.variables)
        return Variable(position=name.position, source=name.text, name=name.text)

    def call(self, name: Token) -> Node:
        function = FUNCTIONS.get(name.text)
        if function is None:
            raise self.unknown_function(name)
        with self.deeper(self.advance()):
            arguments = tuple(self.arguments())
        self.expect(")", "a comma separates arguments")
        if not function.takes(len(arguments)):
            detail = f"{name.text} takes {function.arity}: {function.signature}"
            raise FormulaSyntaxError(detail, name.position)
        return Call(**self.whole_of(name, *arguments), name=name.text, arguments=arguments)

    def unknown_function(self, name: Token) -> FormulaSyntaxError:
        hint = hint_for_word(name.text)
        if name.text in (self.variables or ()):
            hint = "it is a variable: an operator such as * is missing after it"
        mean = "" if hint else did_you_mean(name.text, FUNCTIONS)
        known = f"there are {', '.join(FUNCTIONS)}"
        cure = mean or f"; {hint or known}"
        return FormulaSyntaxError(f"unknown function {name.text!r}{cure}", name.position)

    def arguments(self) -> Iterator[Node]:
        if self.at(")"):
            return
        yield self.expression()
        while self.at(","):
            self.advance()
            yield self.expression()

    def unknown_variable(self, name: Token, known: Collection[str]) -> FormulaSyntaxError:
        text = name.text
        if self.source[: name.offset].rstrip().endswith("coeff("):
            cure = f"; the name of a coefficient stands in quotes: coeff('{text}')"
        elif text in self.coefficients:
            cure = f"; it is a coefficient: coeff('{text}')"
        elif function := FUNCTIONS.get(text):
            cure = f"; it is a function: {function.signature}"
        elif text.lower() in _WORDS:
            cure = f"; {hint_for_word(text)}"
        else:
            cure = did_you_mean(text, known) or f"; {hint_for_name(text, known, self.before_name)}"
        return FormulaSyntaxError(f"unknown variable {text!r}{cure}", name.position)

    def value(self, token: Token, before: str) -> Decimal | str | bool | None:
        if token.kind is TokenKind.NUMBER:
            return _number(token)
        if token.kind is TokenKind.TEXT:
            return with_moment_in_utc(token.text[1:-1].replace("''", "'"))
        if token.kind is TokenKind.WORD and token.text in _CONSTANTS:
            return _CONSTANTS[token.text]
        self.token = token
        raise self.unexpected(hint=hint_for_missing_value(before, token.text))


def _too_deep(at: Token) -> FormulaSyntaxError:
    return FormulaSyntaxError(
        f"this is nested deeper than {MAX_DEPTH}; use fewer brackets", at.position
    )


def _number(token: Token) -> Decimal:
    if len(token.text.replace(".", "")) > MAX_DIGITS:
        raise FormulaSyntaxError(f"a number has at most {MAX_DIGITS} digits", token.position)
    return Decimal(token.text)


def _tokens(source: str) -> Iterator[Token]:
    """Yield the tokens of a formula; the last one is END.

    :raises FormulaSyntaxError: the text is too long, or has something that is not a token.
    """
    if len(source) > MAX_CHARACTERS:
        detail = f"a formula has at most {MAX_CHARACTERS} characters"
        cure = f"; this one has {len(source)}: put tables into coefficients"
        raise FormulaSyntaxError(detail + cure, Position(1, 1))
    offset = 0
    while offset < len(source):
        match, position = _TOKEN.match(source, offset), position_of(source, offset)
        if match is None:
            is_text = source[offset] == "'"
            what = "this text is not closed" if is_text else f"unexpected {source[offset]!r}"
            raise FormulaSyntaxError(f"{what}; {hint_for_sign(source, offset)}", position)
        if match.lastgroup != "space":
            kind = TokenKind.WORD if match.group() in _WORDS else TokenKind(match.lastgroup)
            yield Token(kind, match.group(), offset, position)
        offset = match.end()
    yield Token(TokenKind.END, "", offset, position_of(source, offset))
