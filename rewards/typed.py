"""A formula's texts as staff type them: settings and coefficients are JSON, and faults have places.

A fault's line and column are those of the text that was typed, also where it is in the expression
of a `__where` within the JSON of the settings.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from foundation.records.written_json import StrictDecoder, Unstorable
from rewards.checking import COEFFICIENTS, SETTINGS, WHERE, Fault, FormulaTexts, faults_of
from rewards.commands.formulas import FormulaInvalid
from rewards.formula.errors import position_of

MOST_TYPED = 100_000  # characters of JSON, with spaces and line ends
_DECODER = json.JSONDecoder()


@dataclass(frozen=True, slots=True, kw_only=True)
class TypedTexts:
    """The three texts as they are typed; an empty one of JSON is an empty object."""

    expression: str
    settings: str = ""
    coefficients: str = ""


def faults_of_typed(activity_type: str, typed: TypedTexts) -> list[Fault]:
    """Return what is wrong in the texts of a formula of this type."""
    read: dict[str, Any] = {SETTINGS: {}, COEFFICIENTS: {}}
    unread = []
    for name in read:
        try:
            read[name] = read_object(getattr(typed, name))
        except json.JSONDecodeError as error:
            unread.append(_unreadable(name, error))
    found = faults_of(activity_type, typed.expression, **read)
    return [*(_placed(fault, typed.settings) for fault in found), *unread]


def read_typed(activity_type: str, typed: TypedTexts) -> FormulaTexts:
    """Return the texts, which have no fault."""
    if faults := faults_of_typed(activity_type, typed):
        raise FormulaInvalid(faults)
    return FormulaTexts(
        expression=typed.expression,
        settings=read_object(typed.settings),
        coefficients=read_object(typed.coefficients),
    )


def read_object(text: str) -> Any:
    """Return the JSON of a text; of an empty one an empty object.

    :raises json.JSONDecodeError: it is no JSON, is too long, or could not be stored.
    """
    if len(text) > MOST_TYPED:
        raise Unstorable(f"The JSON has more than {MOST_TYPED} characters.")
    return json.loads(text, cls=StrictDecoder) if text.strip() else {}


def _unreadable(name: str, error: json.JSONDecodeError) -> Fault:
    if isinstance(error, Unstorable):
        return Fault(field=name, detail=error.msg)
    return Fault(field=name, detail=f"no JSON: {error.msg}", line=error.lineno, column=error.colno)


def _placed(fault: Fault, settings: str) -> Fault:
    """Return a fault of the settings with its place in them; another as it is."""
    if fault.field != SETTINGS or fault.line is None or fault.column is None:
        return fault
    start = dict(_values_of(settings))[WHERE]
    where = _DECODER.raw_decode(settings, start)[0]
    if isinstance(where, str):
        before = where.split("\n")[: fault.line - 1]
        offset = sum(len(line) + 1 for line in before) + fault.column - 1
        start = _offset_in_literal(settings, start, offset)
    line, column = position_of(settings, start)
    return replace(fault, detail=f"{WHERE}: {fault.detail}", line=line, column=column)


def _values_of(text: str) -> Iterator[tuple[str, int]]:
    """Yield the names of a JSON object, each with the offset of its value."""
    place = text.index("{")
    while (opening := _past_spaces(text, place + 1)) < len(text) and text[opening] == '"':
        name, end = _DECODER.raw_decode(text, opening)
        start = _past_spaces(text, text.index(":", end) + 1)
        yield name, start
        place = _past_spaces(text, _DECODER.raw_decode(text, start)[1])


def _past_spaces(text: str, place: int) -> int:
    return len(text) - len(text[place:].lstrip())


def _offset_in_literal(text: str, start: int, offset: int) -> int:
    """Return where the character of this offset is written in a JSON text that starts there."""
    place = start + 1
    for _ in range(offset):
        end = place + (1 if text[place] != "\\" else 6 if text[place + 1] == "u" else 2)
        if end - place == 6 and text[place + 2 : place + 4].lower() in ("d8", "d9", "da", "db"):
            end += 6  # two escapes of one character
        place = end
    return place
