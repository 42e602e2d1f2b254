"""Requests to a provider that sells so many a second."""

from itertools import pairwise
from uuid import uuid4

import pytest
from structlog.testing import capture_logs

from recognition.providers.failures import Postponed
from recognition.providers.pace import Provider, take_slot

pytestmark = pytest.mark.django_db

HOURLY = 1 / 3600


@pytest.fixture
def slept(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    found: list[float] = []
    monkeypatch.setattr("recognition.providers.pace.time.sleep", found.append)
    return found


def provider(per_second: float | None = HOURLY) -> Provider:
    return Provider(key=f"account:{uuid4()}", name="face provider", per_second=per_second)


def postponed_by(slow: Provider) -> float:
    with pytest.raises(Postponed) as raised:
        take_slot(slow)
    return raised.value.wait.total_seconds()


def test_requests_that_are_postponed_each_get_a_time_of_their_own() -> None:
    slow = provider()
    take_slot(slow)

    waits = [postponed_by(slow) for _ in range(5)]

    gaps = [later - sooner for sooner, later in pairwise(waits)]
    assert gaps == pytest.approx([3600] * 4, abs=60)


def test_requests_of_one_account_postpone_only_its_own() -> None:
    busy, idle = provider(), provider()
    take_slot(busy)

    take_slot(idle)

    assert postponed_by(busy) > 0
    assert postponed_by(idle) > 0


def test_requests_are_not_paced_while_redis_is_down(settings, slept):
    slow, redis_url = provider(), settings.REDIS_URL
    take_slot(slow)

    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    with capture_logs() as logged:
        take_slot(slow)

    assert slept == []
    assert [line["event"] for line in logged if "provider" in line] == ["provider_unpaced"]
    settings.REDIS_URL = redis_url
    assert postponed_by(slow) > 0
