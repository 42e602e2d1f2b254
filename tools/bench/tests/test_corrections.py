"""A batch of adjustments is measured …"""

from dataclasses import replace
from typing import Any

import pytest

from tools.bench.corrections import Corrected, judge, measure

GOOD = Corrected(
    activities=100_000,
    seconds={"preview": 20.0, "run": 40.0},
    processor=30.0,
    peak_at_a_tenth=150.0,
    peak_at_the_end=155.0,
    faults=[],
)


def passed(**changes: Any) -> list[bool]:
    return [verdict.passed for verdict in judge(replace(GOOD, **changes))]


def test_as_good_where_each_bar_is_just_met():
    assert passed() == [True, True, True]


def test_by_the_time_of_all_parts_memory_and_faults():
    assert passed(seconds={"preview": 20.1, "run": 40.0}) == [False, True, True]
    assert passed(peak_at_the_end=155.1) == [True, False, True]
    assert passed(faults=["adjusted 2 times"]) == [True, True, False]


@pytest.mark.django_db
def test_with_a_cancel_in_the_middle(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("rewards.commands.correction_jobs.PAGE", 10)

    measured = measure(60)

    assert measured.faults == []
    assert list(measured.seconds) == ["preview", "run until the cancel", "cancel", "run again"]
