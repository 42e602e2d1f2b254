"""Readers of texts…"""

from datetime import UTC
from decimal import Decimal
from uuid import UUID

import pytest

from programs import readers

GUID = "1f0c2b6a-4f0e-4a53-9a57-6e1d3c8b7a90"


@pytest.mark.parametrize("text", [GUID, GUID.upper(), GUID.replace("-", "")])
def test_read_guids_with_and_without_hyphens(text: str):
    assert readers.guid(text) == UUID(GUID)


@pytest.mark.parametrize(
    "text",
    [
        "1_1111111111111111111111111111_1",
        f"{{{GUID}}}",
        f"urn:uuid:{GUID}",
        GUID.replace("1", "１"),
        GUID.replace("-", "", 1),
        f"{GUID}\n",
        None,
        7,
    ],
    ids=ascii,
)
def test_refuse_other_guids(text: str):
    with pytest.raises(ValueError, match="must be a guid"):
        readers.guid(text)


@pytest.mark.parametrize("text", ["1000000000000", "-1000000000000", "1E-400", "0." + "0" * 400])
def test_read_numbers_to_their_bounds(text: str):
    assert readers.number(text) == Decimal(text)


@pytest.mark.parametrize(
    "text", ["1000000000000.0000000000000000001", "-1000000000000.0000000000000000001", "1E-401"]
)
def test_refuse_numbers_past_their_bounds(text: str):
    with pytest.raises(ValueError, match="must"):
        readers.number(text)


@pytest.mark.parametrize("text", ["90", "-90", "0." + "1" * 20, "1E-20"])
def test_read_degrees(text: str):
    assert readers.degrees(90)(text) == Decimal(text)


@pytest.mark.parametrize("text", ["90.0000000000000000001", "1E-400", "-1E-21"])
def test_refuse_degrees_that_no_float_could_hold(text: str):
    with pytest.raises(ValueError, match="must"):
        readers.degrees(90)(text)


@pytest.mark.parametrize("text", ["1E-400", "1E-21", "-1"])
def test_refuse_radii_that_no_float_could_hold(text: str):
    with pytest.raises(ValueError, match="must"):
        readers.radius(text)


def test_read_timestamps_in_utc():
    read = readers.timestamp("2026-05-31T23:30:00-05:00")

    assert (read.isoformat(), read.tzinfo) == ("2026-06-01T04:30:00+00:00", UTC)


@pytest.mark.parametrize("text", ["0001-01-01T00:00:00+01:00", "9999-12-31T23:59:59-01:00"])
def test_refuse_timestamps_that_utc_has_no_year_for(text: str):
    with pytest.raises(ValueError, match="between the years 1 and 9999"):
        readers.timestamp(text)


def test_read_words_without_the_spaces_around_them():
    assert readers.words("\tlong  run \n") == "long  run"
    assert readers.words("La\u0308ufe\u200b") == readers.some_words("L\u00e4ufe") == "L\u00e4ufe"


@pytest.mark.parametrize("text", ["a\0b", "\ud800", 5], ids=ascii)
def test_refuse_words_that_could_not_be_stored(text: str):
    with pytest.raises(ValueError, match="text"):
        readers.words(text)


@pytest.mark.parametrize("text", ["", " \n"], ids=ascii)
def test_refuse_blank_words_where_some_are_needed(text: str):
    with pytest.raises(ValueError, match="must not be blank"):
        readers.some_words(text)
