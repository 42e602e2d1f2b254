"""The formula language keeps formulas within bounds: it…"""

import pytest

from rewards.formula import FormulaRunError, FormulaSyntaxError
from rewards.tests.formula.formulas import result


def test_takes_a_long_sum_which_is_not_deep():
    assert result("+".join(["1"] * 900)) == 900


def test_refuses_more_steps_than_the_limit():
    with pytest.raises(FormulaRunError, match="more than 1000 steps") as refusal:
        result("+".join(["1"] * 1001))

    assert refusal.value.position == (1, 2001)


@pytest.mark.parametrize(
    "source",
    [
        "(" * 50 + "true" + ")" * 50,
        "not " * 50 + "true",
        "true or (" * 50 + "true" + ")" * 50,
        "not (false or (" * 16 + "true" + "))" * 16,
        "true ? " * 50 + "true" + " : false" * 50,
        "coalesce(" * 50 + "true" + ")" * 50,
    ],
)
def test_takes_fifty_levels(source):
    assert result(source) in (True, False)


@pytest.mark.parametrize(
    "level", ["true or true and 1 < 1 + 2 * (", "(", "-(", "max(1, ", "true ? 1 : ", "1 + ("]
)
def test_refuses_endless_nesting_before_it_runs_out_of_stack(level):
    with pytest.raises(FormulaSyntaxError, match="nested deeper than 50"):
        result((level * 1000)[:3999])
