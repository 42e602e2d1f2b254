"""Readers of texts…"""

from decimal import Decimal
from typing import Any
from uuid import UUID

import pytest

from programs import readers

GUID = "1f0c2b6a-4f0e-4a53-9a57-6e1d3c8b7a90"


READ: list[Any] = [
    *((readers.guid, text, UUID(GUID)) for text in (GUID, GUID.upper(), GUID.replace("-", ""))),
    *((readers.number, text, Decimal(text)) for text in ("1E12", "-1E12", "1E-400")),
    *(
        (readers.degrees(90), text, Decimal(text))
        for text in ("90", "-90", "0." + "1" * 20, "1E-20")
    ),
    (readers.words, "\tlong  run \n", "long  run"),
    (readers.words, "La\u0308ufe\u200b", "L\u00e4ufe"),
    (readers.some_words, "L\u00e4ufe", "L\u00e4ufe"),
]
ODD_GUIDS = ("1_1111111111111111111111111111_1", f"{{{GUID}}}", f"urn:uuid:{GUID}",
             GUID.replace("1", "１"), GUID.replace("-", "", 1), f"{GUID}\n", None, 7)  # fmt: skip
TOO_MUCH = "1000000000000.0000000000000000001"
REFUSED: list[Any] = [
    *((readers.guid, text, "must be a guid") for text in ODD_GUIDS),
    *((readers.number, text, "must") for text in (TOO_MUCH, f"-{TOO_MUCH}", "1E-401")),
    # No float could hold these.
    *((readers.degrees(90), text, "must") for text in ("90.00000000000000001", "1E-400", "-1E-21")),
    *((readers.radius, text, "must") for text in ("1E-400", "1E-21", "-1")),
    (readers.timestamp, "0001-01-01T00:00:00+01:00", "between the years 1 and 9999"),
    (readers.timestamp, "9999-12-31T23:59:59-01:00", "between the years 1 and 9999"),
    *((readers.words, text, "text") for text in ("a\0b", "\ud800", 5)),
    *((readers.some_words, text, "must not be blank") for text in ("", " \n")),
]


def named(value: Any) -> str:
    return str(value.__name__) if callable(value) else ascii(value)


@pytest.mark.parametrize(("reader", "text", "value"), READ, ids=named)
def test_read_what_they_can(reader, text, value):
    assert reader(text) == value


@pytest.mark.parametrize(
    ("seconds", "words"),
    [("330", "5:30"), ("305.25", "5:05.25"), ("59", "0:59"), ("0.0000001", "0:00.0000001")],
)
def test_write_a_pace_as_people_do_and_lose_nothing(seconds: str, words: str):
    assert readers.pace_in_words(seconds) == f"{words} min/km"
    assert readers.seconds_of_pace(words) == seconds


def test_take_a_pace_in_minutes_with_decimals():
    assert readers.seconds_of_pace("5.5 min/km") == "330"


@pytest.mark.parametrize(("reader", "text", "says"), REFUSED, ids=named)
def test_refuse_the_rest(reader, text, says):
    with pytest.raises(ValueError, match=says):
        reader(text)
