"""The moments around another one…"""

from datetime import UTC, datetime, timedelta, timezone

import pytest

from records.moments import around

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
