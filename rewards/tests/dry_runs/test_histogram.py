"""The bins of a histogram…"""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rewards.trials.dry_runs_admin import draw, in_words, short
from rewards.trials.figures import bin_of, filled

DIFFERENCES = st.integers(-(10**15), 10**15)


@pytest.mark.parametrize(
    ("difference", "expected"),
    [
        (0, (0, 0)),
        (1, (1, 1)),
        (4, (2, 4)),
        (5, (5, 9)),
        (10, (10, 19)),
        (-20, (-49, -20)),
        (999, (500, 999)),
        (10**15, (10**15, 2 * 10**15 - 1)),
    ],
)
def test_are_ones_twos_and_fives(difference: int, expected: tuple[int, int]) -> None:
    assert bin_of(difference) == expected


@given(DIFFERENCES)
def test_have_their_difference_and_mirror_it(difference: int) -> None:
    least, most = bin_of(difference)

    assert least <= difference <= most
    assert bin_of(-difference) == (-most, -least)
    assert bin_of(least) == bin_of(most) == (least, most)


@given(st.dictionaries(DIFFERENCES.map(lambda each: bin_of(each)[0]), st.integers(1, 9)))
def test_are_filled_without_gaps(counts: dict[int, int]) -> None:
    bins = list(filled(counts))

    assert sum(count for _, _, count in bins) == sum(counts.values())
    assert all(one[1] + 1 == two[0] for one, two in pairwise(bins))
    assert len(bins) <= 93


def test_are_drawn_without_those_that_are_unchanged() -> None:
    bins = [
        {"least": least, "most": most, "count": count}
        for least, most, count in filled({-2: 7, 0: 900, 1: 20})
    ]

    chart = draw(bins)

    assert chart is not None
    assert [bar.text for bar in chart.parts] == [
        "−4 to −2: 7", "−1: 0", "+1: 20",
    ]  # fmt: skip
    assert [bar.height for bar in chart.parts] == ["35.000%", "0.000%", "100.000%"]
    assert [mark.text for mark in chart.levels] == ["0", "5", "10", "15", "20"]
    assert [mark.text for mark in chart.labels] == ["−2", "−1", "+1"]


def test_are_not_drawn_if_nothing_differs() -> None:
    assert draw([{"least": 0, "most": 0, "count": 900}]) is None


def test_are_named_shortly_where_they_are_round() -> None:
    assert [short(each) for each in (0, 7, 20_000, 5_000_000)] == ["0", "7", "20k", "5M"]
    assert in_words({"least": 1000, "most": 1999}) == "+1,000 to +1,999"
