"""Splits a formula's text into tokens."""

import re
from collections.abc import Iterator
from enum import Enum
from typing import NamedTuple

from rewards.formula.errors import FormulaSyntaxError, Position
from rewards.formula.limits import MAX_CHARACTERS

WORDS = frozenset({"and", "or", "not", "true", "false", "null"})


class Kind(Enum):
    """The kinds of tokens."""

    NUMBER = "number"
    TEXT = "text"
    NAME = "name"
    WORD = "word"
    SIGN = "sign"
    END = "end"


class Token(NamedTuple):
    """A token: its kind, its text and the offset of its first character."""

    kind: Kind
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


def tokenize(source: str) -> Iterator[Token]:
    """Yield the tokens of a formula; the last one is END.

    :raises FormulaSyntaxError: the text is too long, or has something that is not a token.
    """
    if len(source) > MAX_CHARACTERS:
        raise FormulaSyntaxError(
            f"a formula has at most {MAX_CHARACTERS} characters", Position(line=1, column=1)
        )
    offset = 0
    while offset < len(source):
        match = _TOKEN.match(source, offset)
        if match is None:
            raise _unreadable(source, offset)
        if match.lastgroup != "space":
            yield _token(source, match)
        offset = match.end()
    yield Token(kind=Kind.END, text="", offset=offset, position=_position(source, offset))


def _token(source: str, match: re.Match[str]) -> Token:
    kind = Kind.WORD if match.group() in WORDS else Kind(match.lastgroup)
    position = _position(source, match.start())
    return Token(kind=kind, text=match.group(), offset=match.start(), position=position)


def _position(source: str, offset: int) -> Position:
    line_start = source.rfind("\n", 0, offset) + 1
    return Position(line=source.count("\n", 0, offset) + 1, column=offset - line_start + 1)


def _unreadable(source: str, offset: int) -> FormulaSyntaxError:
    position = _position(source, offset)
    if source[offset] == "'":
        return FormulaSyntaxError("this text is not closed", position)
    return FormulaSyntaxError(f"unexpected {source[offset]!r}", position)
