"""What an album's name and date say of a reading, and that they do not speak against runners."""

from datetime import UTC, datetime

import pytest

from recognition.numbers.known_texts import known_texts, words_of

MAY = datetime(2024, 5, 12, 9, 0, tzinfo=UTC)
NEW_YEAR = datetime(2024, 12, 31, 23, 0, tzinfo=UTC)

# The album's name, its date, what was read, the phrase → why it is no start number.
Row = tuple[str, datetime | None, str, str, str | None]
ROWS: list[Row] = [
    # the year, with words and without
    ("Marathon", MAY, "2024", "", "Year"),
    ("Marathon 2024", None, "2024", "", "Year"),
    ("Marathon", MAY, "02024", "", "Year"),
    ("Marathon", NEW_YEAR, "2025", "", "Year"),
    ("Marathon", MAY, "2023", "", None),
    ("Marathon", MAY, "T2024", "", None),
    # a distance needs a unit beside it
    ("21 km / 10K", None, "10", "", None),
    ("21 km / 10K", None, "10", "10 K", "Distance"),
    ("21 km / 10K", None, "21", "Finish 21 km", "Distance"),
    ("Stadtlauf 5, 10 und 21,1 km", None, "5", "5 k", "Distance"),
    ("Stadtlauf 5 km", None, "10", "10 K", None),
    ("Spring Cup 10 km", None, "10K", "", "Distance"),
    # a marathon, in five languages
    ("Berlin Marathon", None, "42", "42 K", "Distance"),
    ("Half marathon", None, "21", "21K", "Distance"),
    ("Halbmarathon Köln", None, "21", "21 K", "Distance"),
    ("Московский полумарафон", None, "21", "21 K", "Distance"),
    ("Московский марафон", None, "42", "42 K", "Distance"),
    ("Semi-marathon de Paris", None, "21", "21 K", "Distance"),
    ("Ultramarathon", MAY, "42", "42 K", None),
    # a unit beside any number of up to three digits
    ("Trail", MAY, "8", "KM 8", "Length"),
    ("Trail", MAY, "8", "8 километров", "Length"),
    ("Trail", MAY, "KM8", "", "Length"),
    ("Trail", MAY, "8", "8 kmart", None),
    ("Trail", MAY, "1234", "1234 km", None),
    ("Trail", MAY, "45", "M 45", None),
    # the name itself, with the number in it
    ("Bangsaen 21", None, "21", "BANGSAEN 21", "Name"),
    ("35. Berlin Marathon", None, "35", "35. Berlin", "Name"),
    ("Bangsaen 21", None, "22", "BANGSAEN 22", None),
    ("Bangsaen 21", None, "21", "21 BANGSAEN", None),
    # a name and a date that say nothing change nothing
    ("", None, "8", "KM 8", None),
    ("Spring Cup", None, "2024", "Cup 2024", None),
]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row[0]}: {row[3] or row[2]}")
def test_a_reading_is_known_from_the_albums_name_and_date(row: Row) -> None:
    name, event_date, value, phrase, kind = row

    found = known_texts(name, event_date).find(value, words_of(phrase, value))

    assert found == kind
