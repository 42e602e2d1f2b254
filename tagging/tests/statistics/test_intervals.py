"""A period is cut into days, weeks and months of a time zone."""

from datetime import UTC, datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tagging.statistics.queries import Cut, Interval, TimesheetPeriod, cut, whole

BERLIN, NEW_YORK = ZoneInfo("Europe/Berlin"), ZoneInfo("America/New_York")
CENTURY = datetime(2000, 1, 1, tzinfo=UTC)
ZONES = (
    "UTC",
    "Europe/Berlin",
    "America/New_York",
    "Australia/Lord_Howe",
    "Pacific/Apia",
    "America/Havana",
    "Africa/Cairo",
    "America/St_Johns",
    "Asia/Kathmandu",
)


def period(begin: str, end: str, zone: ZoneInfo = BERLIN) -> TimesheetPeriod:
    moments = (datetime.fromisoformat(text).replace(tzinfo=zone) for text in (begin, end))
    begins, ends = (moment.astimezone(UTC) for moment in moments)
    return TimesheetPeriod(begin=begins, end=ends)


def local_starts(cuts: list[Cut], zone: ZoneInfo) -> list[str]:
    return [f"{each.interval_start.astimezone(zone):%Y-%m-%d %H:%M}" for each in cuts]


def hours(cuts: list[Cut]) -> list[float]:
    return [(each.part.end - each.part.begin) / timedelta(hours=1) for each in cuts]


HAVANA, CAIRO, APIA = map(ZoneInfo, ("America/Havana", "Africa/Cairo", "Pacific/Apia"))
DAY, WEEK, MONTH = Interval.DAY, Interval.WEEK, Interval.MONTH


@pytest.mark.parametrize(
    ("zone", "begin", "end", "interval", "first", "expected"),
    [
        (BERLIN, "2026-03-28", "2026-03-31", DAY, "2026-03-28 00:00", [24, 23, 24]),
        (BERLIN, "2026-10-24", "2026-10-27", DAY, "2026-10-24 00:00", [24, 25, 24]),
        (NEW_YORK, "2026-03-07", "2026-03-10", DAY, "2026-03-07 00:00", [24, 23, 24]),
        (NEW_YORK, "2026-10-31", "2026-11-03", DAY, "2026-10-31 00:00", [24, 25, 24]),
        (HAVANA, "2026-10-31", "2026-11-03", DAY, "2026-10-31 00:00", [24, 25, 24]),
        # The clocks skip this midnight.
        (CAIRO, "2026-04-24 12:00", "2026-04-25", DAY, "2026-04-24 01:00", [12]),
        (BERLIN, "2026-03-23", "2026-04-06", WEEK, "2026-03-23 00:00", [7 * 24 - 1, 7 * 24]),
        (NEW_YORK, "2026-10-26", "2026-11-09", WEEK, "2026-10-26 00:00", [7 * 24 + 1, 7 * 24]),
        # An ISO week may begin in the year before.
        (BERLIN, "2026-01-01", "2026-01-06", WEEK, "2025-12-29 00:00", [4 * 24, 24]),
        (BERLIN, "2026-03-01", "2026-05-01", MONTH, "2026-03-01 00:00", [31 * 24 - 1, 30 * 24]),
        # The first and the last one are cut off at the period.
        (BERLIN, "2026-05-15 18:00", "2026-05-17 06:00", DAY, "2026-05-15 00:00", [6, 24, 6]),
        (BERLIN, "2026-05-17", "2026-05-18", DAY, "2026-05-17 00:00", [24]),
        # The zone left out the 30th.
        (APIA, "2011-12-28", "2012-01-01", DAY, "2011-12-28 00:00", [24, 24, 24]),
    ],
)
def test_at_the_midnights_of_the_zone_where_the_clocks_change(
    zone, begin, end, interval, first, expected
):
    cuts = cut(period(begin, end, zone), interval, zone)

    assert hours(cuts) == expected
    assert local_starts(cuts, zone)[0] == first
    assert all(start.endswith("00:00") for start in local_starts(cuts, zone)[1:])
    assert interval is not WEEK or {
        each.interval_start.astimezone(zone).isoweekday() for each in cuts
    } == {1}


def test_a_leap_year_has_366_days_and_12_months():
    year = period("2028-01-01", "2029-01-01")

    assert len(cut(year, Interval.DAY, BERLIN)) == 366
    assert len(cut(year, Interval.MONTH, BERLIN)) == 12


def test_a_whole_period_is_one_interval():
    asked = period("2026-05-15 18:00", "2026-05-17 06:00")

    assert whole(asked) == [Cut(interval_start=asked.begin, part=asked)]


@given(
    begin=st.timedeltas(timedelta(), timedelta(days=36_000)).map(CENTURY.__add__),
    length=st.timedeltas(timedelta(microseconds=1), timedelta(days=366)),
    interval=st.sampled_from(Interval),
    zone=st.sampled_from(ZONES).map(ZoneInfo),
)
def test_the_parts_make_up_the_period_without_gap_or_overlap(begin, length, interval, zone):
    asked = TimesheetPeriod(begin=begin, end=begin + length)

    cuts = cut(asked, interval, zone)

    assert (cuts[0].part.begin, cuts[-1].part.end) == (asked.begin, asked.end)
    assert all(one.part.end == other.part.begin for one, other in pairwise(cuts))
    assert all(each.part.begin < each.part.end for each in cuts)
    assert all(each.interval_start <= each.part.begin for each in cuts)
    assert len({each.interval_start for each in cuts}) == len(cuts)
