"""How other services answered in the last hour."""

from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest
from pytest_django import Settings

from foundation.messaging.traffic import CallEnd, count_call, get_traffic

pytestmark = pytest.mark.reaches_redis

NOW = datetime(2026, 5, 17, 9, 33, tzinfo=UTC)


@pytest.fixture
def service() -> str:
    return str(uuid4())


def test_counts_answers_failures_and_how_fast_answers_came(service: str):
    for seconds in (0.01, 0.15, 0.15, 4):
        count_call(service, CallEnd.ANSWERED, seconds, NOW - timedelta(minutes=20))
    count_call(service, CallEnd.FAILED, 5, NOW)
    count_call(service, CallEnd.BUSY, 5, NOW)

    found = get_traffic(service, NOW)

    assert found is not None
    assert (found.ends, found.error_rate) == ({"answered": 4, "failed": 1, "busy": 1}, 0.2)
    assert (found.within(0.5), found.within(0.95)) == (0.2, 5)
    assert found.since == datetime(2026, 5, 17, 9, 10, tzinfo=UTC)


def test_forgets_what_is_older_than_an_hour(service: str):
    count_call(service, CallEnd.ANSWERED, 1, NOW - timedelta(hours=1, minutes=5))

    found = get_traffic(service, NOW)

    assert found is not None
    assert (found.since, found.error_rate, found.within(0.5)) == (None, None, None)


def test_says_no_bound_where_answers_take_longer_than_all(service: str):
    count_call(service, CallEnd.ANSWERED, 100, NOW)

    found = get_traffic(service, NOW)

    assert found is not None
    assert found.within(0.5) is None


def test_does_without_redis(service: str, settings: Settings):
    settings.REDIS_URL = "redis://127.0.0.1:9/0"

    count_call(service, CallEnd.ANSWERED, 1, NOW)

    assert get_traffic(service, NOW) is None
