"""On the staff's home page…"""

from datetime import timedelta

import pytest

from staff.dashboard import amount, span


@pytest.mark.parametrize(
    ("time", "said"),
    [
        (timedelta(seconds=-1), "0 s"),
        (timedelta(seconds=119), "119 s"),
        (timedelta(minutes=2), "2 min"),
        (timedelta(minutes=119), "119 min"),
        (timedelta(hours=2), "2 h"),
        (timedelta(hours=47), "47 h"),
        (timedelta(days=2), "2 days"),
    ],
)
def test_a_time_is_a_rough_text(time: timedelta, said: str):
    assert span(time) == said


@pytest.mark.parametrize(
    ("count", "most", "said"),
    [(1234, None, "1,234"), (10_000, 10_000, "10,000"), (10_001, 10_000, "more than 10,000")],
)
def test_a_count_says_that_it_was_limited(count: int, most: int | None, said: str):
    assert amount(count, most) == said
