"""Columns of a kind: how a value of a file becomes a value of the database, and back.

Types follow the model's fields. Values in JSON are strict; a cell of CSV is a text.
"""

import base64
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from decimal import Decimal, InvalidOperation
from math import isfinite
from typing import Any
from uuid import UUID

from django.contrib.postgres.fields import ArrayField
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models

from foundation.records.formats import StrictDecoder, as_iso_text
from foundation.records.texts import clean

_STRICT = StrictDecoder()
_NOT_SET: Any = models.Field().db_default  # what a field has without a default of the database
_HUMP = re.compile(r"_(\w)")
_TRUTHS = {"true": True, "t": True, "1": True, "false": False, "f": False, "0": False}
_GUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)


class RefusedValue(Exception):
    """A value that this system refuses: what is wrong, and what to do."""

    def __init__(self, says: str, cure: str) -> None:
        super().__init__(says)
        self.says, self.cure = says, cure


@dataclass(frozen=True, slots=True, kw_only=True)
class ValueType:
    """A type: its JSON Schema, and functions that read a JSON value, a cell, and write a value."""

    schema: Mapping[str, Any]
    read: Callable[[Any], Any]
    of_cell: Callable[[str], Any] = str
    write: Callable[[Any], Any] = lambda value: value


@dataclass(frozen=True, slots=True, kw_only=True)
class MovedColumn:
    """A field of a kind: its name in files, its meaning, and what follows where it is absent."""

    name: str
    attname: str
    says: str
    otherwise: str
    type: ValueType
    is_required: bool = False
    is_nullable: bool = False
    writes_null: bool = False  # where it is absent, a record has something else
    refers_to: str = ""  # a kind, by name
    is_only_read: bool = False  # an export does not have it

    def read(self, value: Any, *, is_cell: bool) -> Any:
        """Return the value as the database has it.

        :raises RefusedValue: it cannot be.
        """
        if value is None:
            if self.is_nullable:
                return None
            raise RefusedValue("is null", "Give a value, or leave the field out.")
        return self.type.read(self.type.of_cell(value) if is_cell else value)

    def write(self, value: Any) -> Any:
        return None if value is None else self.type.write(value)


def camel(name: str) -> str:
    return _HUMP.sub(lambda found: found[1].upper(), name)


def guid(value: Any) -> UUID:
    if not isinstance(value, str) or not _GUID.fullmatch(value.strip()):
        raise RefusedValue("is not a guid", "Write it as 0198c3a1-7f3e-7c5e-9a52-1f0a4f6f2b10.")
    return UUID(int=int(value.strip().replace("-", ""), 16))


def moment(value: Any) -> datetime:
    try:
        found = datetime.fromisoformat(value.strip() if isinstance(value, str) else "")
    except ValueError:
        cure = "Write it as 2026-05-17T09:30:00Z."
        raise RefusedValue("is not a moment of ISO 8601", cure) from None
    if found.tzinfo is None:
        raise RefusedValue("has no time zone", "Add the offset, as in 2026-05-17T09:30:00Z.")
    try:
        return found.astimezone(UTC)
    except OverflowError:
        raise RefusedValue("is out of the calendar", "Leave it out, if it means none.") from None


def truth(value: Any) -> bool:
    if not isinstance(value, bool):
        raise RefusedValue("is not true or false", "Write true or false, without quotes.")
    return value


def _whole(least: int, most: int) -> Callable[[Any], int]:
    def read(value: Any) -> int:
        if isinstance(value, bool) or not isinstance(value, int):
            raise RefusedValue("is not a whole number", "Write digits alone, without quotes.")
        if not least <= value <= most:
            raise RefusedValue(f"is not from {least} to {most}", "Correct it at its source.")
        return int(value)

    return read


def _fraction(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise RefusedValue("is not a number", "Write a number, without quotes.")
    if not isfinite(value):  # a cell may have it
        raise RefusedValue("is no finite number", "Leave it out.")
    return float(value)


def _decimal(digits: int, places: int) -> Callable[[Any], Decimal]:
    def read(value: Any) -> Decimal:
        if isinstance(value, bool) or not isinstance(value, int | float | str):
            raise RefusedValue("is not a number", 'Write a number, or "0.15".')
        try:
            found = Decimal(str(value).strip())
        except InvalidOperation:
            raise RefusedValue("is not a number", 'Write a number, or "0.15".') from None
        fits = found.is_finite() and abs(found) < Decimal(10) ** (digits - places)
        if not fits or found != round(found, places):
            says = f"has more than {digits - places} digits, or {places} decimals"
            raise RefusedValue(says, "Round it at its source.")
        return round(found, places)

    return read


def _text(most: int | None, choices: frozenset[str], is_name: bool) -> Callable[[Any], str]:
    def read(value: Any) -> str:
        if not isinstance(value, str):
            raise RefusedValue("is not a text", "Write it in quotes.")
        found = clean(value) if is_name else value
        if choices and found not in choices:
            known = ", ".join(sorted(choices)) or "none"
            raise RefusedValue(f"is {found[:50]!r}, which is not known", f"Write one of: {known}.")
        if most is not None and len(found) > most:
            raise RefusedValue(f"has more than {most} characters", "Shorten it at its source.")
        return found

    return read


def _base64(value: Any) -> bytes:
    try:
        return base64.b64decode(value, validate=True)
    except (TypeError, ValueError):
        raise RefusedValue("is not base64", "Encode the bytes as base64.") from None


def _json_of_cell(cell: str) -> Any:
    try:
        return _STRICT.decode(cell.strip())
    except ValueError:
        raise RefusedValue("is not JSON", "Write JSON in the cell.") from None


def _number_of_cell(cell: str) -> Any:
    try:
        return int(cell)
    except ValueError:
        pass
    try:
        return float(cell)
    except ValueError:
        return cell


def _list_of(item: ValueType) -> ValueType:
    def read(value: Any) -> list[Any]:
        if not isinstance(value, list):
            raise RefusedValue("is not a list", 'Write a list: ["12", "13"].')
        return [item.read(each) for each in value]

    return ValueType(
        schema={"type": "array", "items": item.schema},
        read=read,
        of_cell=_json_of_cell,
        write=lambda values: [item.write(each) for each in values],
    )


ANY_JSON = ValueType(schema={}, read=lambda value: value, of_cell=_json_of_cell)
GUID = ValueType(schema={"type": "string", "format": "uuid"}, read=guid, write=str)
TRUTH = ValueType(
    schema={"type": "boolean"},
    read=truth,
    of_cell=lambda cell: _TRUTHS.get(cell.strip().lower(), cell),
)
MOMENT = ValueType(schema={"type": "string", "format": "date-time"}, read=moment, write=as_iso_text)


def type_of(field: "models.Field[Any, Any]") -> ValueType:
    """Return the type of a model's field; of a foreign key that of the key."""
    if isinstance(field, models.ForeignKey):
        return type_of(field.target_field)
    if isinstance(field, ArrayField):
        return _list_of(type_of(field.base_field))
    for base, make in _TYPES:
        if isinstance(field, base):
            return make(field)
    raise TypeError(f"{field} has a type that no file has.")


def text_type(field: "models.Field[Any, Any]", *, is_name: bool = True) -> ValueType:
    choices = frozenset(str(value) for value, _ in field.flatchoices)
    if choices and field.blank:
        choices |= {""}
    schema: dict[str, Any] = {"type": "string"}
    if choices:
        schema["enum"] = sorted(choices)
    elif field.max_length:
        schema["maxLength"] = field.max_length
    return ValueType(schema=schema, read=_text(field.max_length, choices, is_name))


def _integer_type(field: "models.Field[Any, Any]") -> ValueType:
    least, most = _RANGES[field.get_internal_type()]
    for validator in field.validators:
        limit = getattr(validator, "limit_value", None)
        if isinstance(validator, MinValueValidator) and isinstance(limit, int):
            least = max(least, limit)
        if isinstance(validator, MaxValueValidator) and isinstance(limit, int):
            most = min(most, limit)
    return ValueType(
        schema={"type": "integer", "minimum": least, "maximum": most},
        read=_whole(least, most),
        of_cell=_number_of_cell,
    )


def _float_type(field: "models.Field[Any, Any]") -> ValueType:
    def read(value: Any) -> float:
        found = _fraction(value)
        try:
            field.run_validators(found)
        except ValidationError as error:
            says = f"is refused: {' '.join(error.messages)}"
            raise RefusedValue(says, "Correct it at its source.") from None
        return found

    return ValueType(schema={"type": "number"}, read=read, of_cell=_number_of_cell)


def _decimal_type(field: Any) -> ValueType:
    return ValueType(
        schema={"type": ["string", "number"]},
        read=_decimal(field.max_digits, field.decimal_places),
        write=lambda value: f"{value:f}",
    )


_SMALL, _NORMAL, _BIG = 2**15, 2**31, 2**63
_RANGES = {
    "PositiveSmallIntegerField": (0, _SMALL - 1),
    "PositiveIntegerField": (0, _NORMAL - 1),
    "PositiveBigIntegerField": (0, _BIG - 1),
    "SmallIntegerField": (-_SMALL, _SMALL - 1),
    "IntegerField": (-_NORMAL, _NORMAL - 1),
    "BigIntegerField": (-_BIG, _BIG - 1),
    "BigAutoField": (1, _BIG - 1),
}
_TYPES: tuple[tuple[type["models.Field[Any, Any]"], Callable[[Any], ValueType]], ...] = (
    (models.UUIDField, lambda _: GUID),
    (models.DateTimeField, lambda _: MOMENT),
    (models.BooleanField, lambda _: TRUTH),
    (models.IntegerField, _integer_type),
    (models.FloatField, _float_type),
    (models.DecimalField, _decimal_type),
    (models.JSONField, lambda _: ANY_JSON),
    (models.BinaryField, lambda _: ValueType(
        schema={"type": "string", "contentEncoding": "base64"},
        read=_base64,
        write=lambda value: base64.b64encode(bytes(value)).decode(),
    )),
    (models.CharField, text_type),
    (models.TextField, text_type),
)  # fmt: skip


def is_set_by_database(field: "models.Field[Any, Any]") -> bool:
    return field.db_default is not _NOT_SET


def otherwise(field: "models.Field[Any, Any]") -> str:
    """Return in words what a record has where a file does not have the field."""
    if field.null and not callable(field.default):
        return "none"
    value = field.get_default() if not callable(field.default) else field.default
    if callable(value):
        made = {"now": "the moment of the import", "uuid4": "a new one", "dict": "none"}
        return made.get(value.__name__, "none")
    if value is None and is_set_by_database(field):
        return "as the database sets it"
    return str(value).lower() if isinstance(value, bool) else str(value) or "empty"
