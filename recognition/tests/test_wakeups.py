"""Priority on the way into Celery."""

import pytest

from recognition.wakeups import celery_priority


@pytest.mark.parametrize(
    ("priority", "on_redis"),
    [(-5, 9), (0, 9), (9, 9), (10, 8), (55, 4), (90, 0), (100, 0), (999, 0)],
)
def test_priority_of_an_album_becomes_one_where_0_comes_first(priority: int, on_redis: int):
    assert celery_priority(priority) == on_redis
