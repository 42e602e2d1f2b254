"""The moments around another one…"""

from datetime import UTC, datetime, timedelta, timezone

import pytest

from foundation.records.moments import around, with_moment_in_utc

FIRST, LAST = datetime.min.replace(tzinfo=UTC), datetime.max.replace(tzinfo=UTC)
HOUR = timedelta(hours=1)


def test_are_as_far_away_as_asked() -> None:
    noon = datetime(2026, 5, 17, 12, tzinfo=UTC)

    assert around(noon, HOUR, 2 * HOUR) == (noon - HOUR, noon + 2 * HOUR)
    assert around(noon, HOUR) == (noon - HOUR, noon + HOUR)


@pytest.mark.parametrize(
    "zone", [UTC, timezone(timedelta(hours=14)), timezone(-timedelta(hours=12))]
)
def test_end_where_the_calendar_ends(zone: timezone) -> None:
    for end in (datetime.min.replace(tzinfo=zone), datetime.max.replace(tzinfo=zone)):
        earliest, latest = around(end, timedelta(days=2))

        assert FIRST <= earliest <= latest <= LAST


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("2026-06-01T00:00:00+02:00", "2026-05-31T22:00:00Z"),
        ("2026-06-01 10:00:00.500Z", "2026-06-01T10:00:00Z"),
        ("2026-06-01T10:00:00Z", "2026-06-01T10:00:00Z"),
        ("2026-06-01", "2026-06-01"),
        ("0001-01-01T00:00:00+14:00", "0001-01-01T00:00:00+14:00"),
        ("gold", "gold"),
    ],
)
def test_are_compared_in_utc_however_they_are_written(written: str, read: str) -> None:
    assert with_moment_in_utc(written) == read
