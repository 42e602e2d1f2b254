"""A bench ends …"""

import pytest

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
