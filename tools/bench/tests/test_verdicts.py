"""A bench ends …"""

from collections.abc import Sequence

import pytest

from tools.bench.selfie import EXACT, LARGE, Bars, Measured, judge
from tools.bench.verdicts import Verdict, conclude

MET = Verdict(bar="at most 100 rows", measured="100", passed=True)
MISSED = Verdict(bar="at most 1.5 times", measured="1.6 times", passed=False)


def test_well_where_every_bar_is_met(capsys):
    conclude([MET, MET])

    assert capsys.readouterr().out.startswith("PASS  at most 100 rows: 100\n")


def test_with_1_where_any_is_missed_and_says_which_and_how_busy_the_machine_was(capsys):
    with pytest.raises(SystemExit) as ended:
        conclude([MISSED, MET])

    assert ended.value.code == 1
    first, second, busy = capsys.readouterr().out.splitlines()
    assert (first, second[:4]) == ("FAIL  at most 1.5 times: 1.6 times", "PASS")
    assert busy.startswith("Load average: ")


def verdicts(seconds: Sequence[float], agreement: float, bars: Bars = EXACT) -> list[bool]:
    measured = Measured(search="exact", seconds=seconds, agreement=agreement, found=1)
    return [verdict.passed for verdict in judge(measured, bars)]


def test_selfies_good_where_both_bars_are_just_met():
    assert verdicts([0.0499] * 100, 1) == [True, True]


def test_selfies_by_the_95th_percentile_of_the_times():
    assert verdicts([0.001] * 96 + [5] * 4, 1) == [True, True]
    assert verdicts([0.001] * 94 + [0.05] * 6, 1) == [False, True]


def test_selfies_by_the_persons_found():
    assert verdicts([0.001], 0.9975) == [True, False]


def test_selfies_by_bars_of_their_own_where_the_space_is_large():
    assert verdicts([0.0599] * 100, 1, LARGE) == [True, True]
    assert verdicts([0.06] * 100, 0.9975, LARGE) == [False, False]
