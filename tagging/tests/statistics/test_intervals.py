"""A period is cut into days, weeks and months of a time zone."""

from datetime import UTC, datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tagging.queries.intervals import Cut, Interval, TimesheetPeriod, cut, whole

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


@pytest.mark.parametrize(
    ("zone", "begin", "end", "expected"),
    [
        (BERLIN, "2026-03-28", "2026-03-31", [24, 23, 24]),
        (BERLIN, "2026-10-24", "2026-10-27", [24, 25, 24]),
        (NEW_YORK, "2026-03-07", "2026-03-10", [24, 23, 24]),
        (NEW_YORK, "2026-10-31", "2026-11-03", [24, 25, 24]),
    ],
)
def test_days_at_the_midnights_of_the_zone_where_the_clocks_change(zone, begin, end, expected):
    cuts = cut(period(begin, end, zone), Interval.DAY, zone)

    assert hours(cuts) == expected
    assert all(start.endswith("00:00") for start in local_starts(cuts, zone))


@pytest.mark.parametrize(
    ("zone", "begin", "end", "expected"),
    [
        (BERLIN, "2026-03-23", "2026-04-06", [7 * 24 - 1, 7 * 24]),
        (NEW_YORK, "2026-10-26", "2026-11-09", [7 * 24 + 1, 7 * 24]),
    ],
)
def test_weeks_from_monday_where_the_clocks_change(zone, begin, end, expected):
    cuts = cut(period(begin, end, zone), Interval.WEEK, zone)

    assert hours(cuts) == expected
    assert [each.interval_start.astimezone(zone).isoweekday() for each in cuts] == [1, 1]


def test_months_where_the_clocks_change():
    cuts = cut(period("2026-03-01", "2026-05-01"), Interval.MONTH, BERLIN)

    assert hours(cuts) == [31 * 24 - 1, 30 * 24]


def test_an_iso_week_may_begin_in_the_year_before():
    cuts = cut(period("2026-01-01", "2026-01-06"), Interval.WEEK, BERLIN)

    assert local_starts(cuts, BERLIN) == ["2025-12-29 00:00", "2026-01-05 00:00"]
    assert hours(cuts) == [4 * 24, 24]


def test_the_first_and_the_last_interval_are_cut_off_at_the_period():
    asked = period("2026-05-15 18:00", "2026-05-17 06:00")

    cuts = cut(asked, Interval.DAY, BERLIN)

    assert local_starts(cuts, BERLIN)[0] == "2026-05-15 00:00"
    assert hours(cuts) == [6, 24, 6]
    assert (cuts[0].part.begin, cuts[-1].part.end) == (asked.begin, asked.end)


def test_a_period_that_ends_at_midnight_has_nothing_of_the_next_day():
    assert len(cut(period("2026-05-17", "2026-05-18"), Interval.DAY, BERLIN)) == 1


def test_a_leap_year_has_366_days_and_12_months():
    year = period("2028-01-01", "2029-01-01")

    assert len(cut(year, Interval.DAY, BERLIN)) == 366
    assert len(cut(year, Interval.MONTH, BERLIN)) == 12


def test_a_midnight_that_the_clocks_skip_is_the_moment_of_the_change():
    cairo = ZoneInfo("Africa/Cairo")

    cuts = cut(period("2026-04-24 12:00", "2026-04-25", cairo), Interval.DAY, cairo)

    assert local_starts(cuts, cairo) == ["2026-04-24 01:00"]


def test_a_midnight_that_comes_twice_is_the_first_one():
    havana = ZoneInfo("America/Havana")

    cuts = cut(period("2026-10-31", "2026-11-03", havana), Interval.DAY, havana)

    assert hours(cuts) == [24, 25, 24]


def test_a_date_that_the_zone_left_out_has_no_interval():
    apia = ZoneInfo("Pacific/Apia")

    cuts = cut(period("2011-12-28", "2012-01-01", apia), Interval.DAY, apia)

    assert local_starts(cuts, apia) == ["2011-12-28 00:00", "2011-12-29 00:00", "2011-12-31 00:00"]


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
