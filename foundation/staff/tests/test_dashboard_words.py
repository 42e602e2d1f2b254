"""On the staff's home page…"""

from datetime import timedelta

import pytest

from foundation.staff.dashboard import span


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
