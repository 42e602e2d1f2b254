"""Readers of texts. Each raises ValueError, which says what is wrong."""

import re
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

from django.utils.dateparse import parse_datetime
from django.utils.timezone import is_naive

from foundation.records.formats import is_storable, read_guid
from foundation.records.texts import clean

Reader = Callable[[str], Any]

guid: Reader = read_guid

MAX_MAGNITUDE = Decimal(10) ** 12
MAX_DECIMALS = 400
MAX_FLOAT_DECIMALS = 20  # of what becomes a float, also in the database: it has no 1E-400

_NUMBER = re.compile(r"-?[0-9]{1,40}(\.[0-9]{1,400})?([eE][-+]?[0-9]{1,3})?")

_ADDRESS = re.compile(r"https?://[^\s/?#@:]+(:[0-9]{1,5})?([/?#]\S*)?", re.IGNORECASE)


def timestamp(text: str) -> datetime:
    """Read an ISO 8601 timestamp with an offset; return it in UTC."""
    try:
        moment = parse_datetime(text)
    except (ValueError, TypeError):
        moment = None
    if moment is None or is_naive(moment):
        raise ValueError("must be an ISO 8601 timestamp with an offset")
    try:
        return moment.astimezone(UTC)
    except OverflowError:
        raise ValueError("must be between the years 1 and 9999") from None


def number(text: str) -> Decimal:
    """Read a decimal number from -10^12 to 10^12, with at most `MAX_DECIMALS` decimals."""
    if not isinstance(text, str) or not _NUMBER.fullmatch(text):
        raise ValueError("must be a number")
    value = Decimal(text)
    if value.copy_abs() > MAX_MAGNITUDE:  # `abs` would round
        raise ValueError("must be between -10^12 and 10^12")
    if "e" in text or "E" in text:  # without an exponent the pattern holds the limit
        _refuse_decimals(value, MAX_DECIMALS)
    return value


def measure(text: str) -> Decimal:
    """Read a number from zero."""
    value = number(text)
    if value < 0:
        raise ValueError("must not be negative")
    return value


_PACE = re.compile(r"([0-9]{1,11}):([0-5][0-9])(\.[0-9]{1,400})?")


def pace_in_words(seconds: str) -> str:
    """Return a pace of so many seconds a kilometre as people write it: `5:30 min/km` for `330`."""
    try:
        whole, point, decimals = plain(measure(seconds)).partition(".")
    except ValueError:
        return seconds
    minutes, rest = divmod(int(whole), 60)
    return f"{minutes}:{rest:02}{point}{decimals} min/km"


def seconds_of_pace(text: str) -> str:
    """Return the seconds a kilometre of a pace as people write it: `5:30`, or `5.5` minutes."""
    typed = text.removesuffix("min/km").strip()
    if found := _PACE.fullmatch(typed):
        return f"{int(found[1]) * 60 + int(found[2])}{found[3] or ''}"
    return plain(measure(typed) * 60)


def truth(text: str) -> bool:
    """Read `true` or `false`, in any case."""
    if not isinstance(text, str) or text.lower() not in ("true", "false"):
        raise ValueError("must be true or false")
    return text.lower() == "true"


def words(text: str) -> str:
    """Read a text composed and without what is not seen at its ends, as it is compared."""
    if not isinstance(text, str):
        raise ValueError("must be a text")  # noqa: TRY004 (a fault of the data, as the others)
    if not is_storable(text):
        raise ValueError("has a character that is not text")
    return clean(text)


def some_words(text: str) -> str:
    """Read a text that is not blank."""
    value = words(text)
    if not value:
        raise ValueError("must not be blank")
    return value


def words_of_at_most(characters: int) -> Reader:
    """Return a reader of texts of at most so many characters."""

    def read(text: str) -> str:
        value = words(text)
        if len(value) > characters:
            raise ValueError(f"must have at most {characters} characters")
        return value

    return read


def web_address(text: str) -> str:
    """Read an address that begins with http:// or https:// and has a host."""
    value = some_words(text)
    if not _ADDRESS.fullmatch(value):
        raise ValueError("must be an http or https address")
    return value


def one_of(*options: str) -> Callable[[str], str]:
    """Return a reader that accepts only these texts."""

    def read(text: str) -> str:
        if text not in options:
            raise ValueError(f"must be {' or '.join(options)}")
        return text

    return read


def degrees(most: int) -> Reader:
    """Return a reader of degrees between -most and most."""

    def read(text: str) -> Decimal:
        value = number(text)
        if value.copy_abs() > most:
            raise ValueError(f"must be between -{most} and {most}")
        _refuse_decimals(value, MAX_FLOAT_DECIMALS)
        return value

    return read


def radius(text: str) -> Decimal:
    """Read metres from zero."""
    value = measure(text)
    _refuse_decimals(value, MAX_FLOAT_DECIMALS)
    return value


def share(text: str) -> Decimal:
    """Read a number between 0 and 1."""
    value = number(text)
    if not 0 <= value <= 1:
        raise ValueError("must be between 0 and 1")
    return value


def count(text: str) -> int:
    """Read a whole number from zero."""
    value = measure(text)
    if value != int(value):
        raise ValueError("must be a whole number")
    return int(value)


def read_each(
    readers: Mapping[str, Reader], texts: Mapping[str, Any]
) -> tuple[dict[str, Any], dict[str, str]]:
    """Return the values of the texts that there are, and what is wrong with the others, by key."""
    values: dict[str, Any] = {}
    faults: dict[str, str] = {}
    for key in (key for key in readers if key in texts):
        try:
            values[key] = readers[key](texts[key])
        except ValueError as fault:
            faults[key] = str(fault)
    return values, faults


def plain(value: Decimal) -> str:
    """Return a number as the shortest text with every digit: `10`, `0.5`, `-3`."""
    text = f"{value:f}"
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def _refuse_decimals(value: Decimal, most: int) -> None:
    if int(value.as_tuple().exponent) < -most:
        raise ValueError(f"must have at most {most} decimals")
