"""The bench of the workbench on a slow line…"""

import pytest

from tools.bench.slow_line import FIRST, NEXT, Waited, figures_of, judge

GOOD = Waited(page=4000.0, first=2300.0, reloaded=1800.0, following=[30.0, 900.0, 40.0])


@pytest.mark.parametrize(
    ("first", "following", "passed"),
    [
        (FIRST, [NEXT], [True, True]),
        (FIRST + 1, [30.0, 900.0, 40.0], [False, True]),
        (100.0, [30.0, 900.0, 800.0], [True, False]),
    ],
)
def test_judges_the_first_photo_and_the_median_of_the_next(
    first: float, following: list[float], passed: list[bool]
):
    waited = Waited(page=1.0, first=first, reloaded=1.0, following=following)

    assert [verdict.passed for verdict in judge(waited)] == passed


def test_shows_its_figures():
    assert figures_of(GOOD)["next photo, median, ms"] == "40"
