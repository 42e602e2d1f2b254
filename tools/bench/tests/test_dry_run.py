"""A dry run is measured …"""

from dataclasses import replace
from typing import Any

import pytest

from tools.bench.dry_run import Measured, fill, judge, parts

GOOD = Measured(
    activities=100_000,
    seconds=30.0,
    processor=6.0,
    peak_at_a_tenth=150.0,
    peak_at_the_end=155.0,
    cancels=[0.2, 1.0],
)


def passed(**changes: Any) -> list[bool]:
    return [verdict.passed for verdict in judge(replace(GOOD, **changes))]


def test_as_good_where_each_bar_is_just_met():
    assert passed() == [True, True, True]


def test_by_time_memory_and_the_slowest_cancel():
    assert passed(seconds=30.1) == [False, True, True]
    assert passed(peak_at_the_end=155.1) == [True, False, True]
    assert passed(cancels=[0.2, 1.1, 0.3]) == [True, True, False]


def test_by_a_time_that_suits_the_number_of_activities():
    assert passed(activities=10_000, seconds=3.1) == [False, True, True]


@pytest.mark.django_db
def test_over_activities_of_which_some_win_and_some_lose():
    *_, finished = parts(fill(60))

    counted = finished.results["activities"]
    assert (finished.state, finished.done, counted["not_calculated"]) == ("Finished", 60, 3)
    assert min(counted["winners"], counted["losers"], counted["unchanged"]) > 0
