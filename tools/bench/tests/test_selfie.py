"""Searches for selfies are judged …"""

from collections.abc import Sequence

from tools.bench.selfie import EXACT, LARGE, Bars, Measured, judge


def verdicts(seconds: Sequence[float], agreement: float, bars: Bars = EXACT) -> list[bool]:
    measured = Measured(search="exact", seconds=seconds, agreement=agreement, found=1)
    return [verdict.passed for verdict in judge(measured, bars)]


def test_good_where_both_bars_are_just_met():
    assert verdicts([0.0499] * 100, 1) == [True, True]


def test_by_the_95th_percentile_of_the_times():
    assert verdicts([0.001] * 96 + [5] * 4, 1) == [True, True]
    assert verdicts([0.001] * 94 + [0.05] * 6, 1) == [False, True]


def test_by_the_persons_found():
    assert verdicts([0.001], 0.9975) == [True, False]


def test_by_bars_of_their_own_where_the_space_is_large():
    assert verdicts([0.0599] * 100, 1, LARGE) == [True, True]
    assert verdicts([0.06] * 100, 0.9975, LARGE) == [False, False]
