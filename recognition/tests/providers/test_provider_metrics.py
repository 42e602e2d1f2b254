"""What Prometheus sees of the calls of providers."""

import math

import pytest
from django.utils import timezone
from pytest_django import Settings

from foundation.messaging.traffic import CallEnd, count_call
from foundation.records.gauges import SHARED
from recognition.models import Account
from recognition.providers.faces import provider_of

pytestmark = pytest.mark.django_db

CALLS, ANSWER = "finishline_provider_calls_in_an_hour", "finishline_provider_answer_seconds"


@pytest.fixture
def account() -> Account:
    return Account.objects.create(name="Riverside", provider="Tests")


def labels(account: Account, **more: str) -> dict[str, str]:
    provider = provider_of(account)
    return {"provider": provider.key, "name": provider.name, **more}


def test_shows_calls_by_their_end_and_how_fast_answers_came(account: Account):
    for seconds in (0.15, 0.15, 100):
        count_call(provider_of(account).key, CallEnd.ANSWERED, seconds, timezone.now())
    count_call(provider_of(account).key, CallEnd.FAILED, 5, timezone.now())

    assert SHARED.get_sample_value(CALLS, labels(account, end="answered")) == 3
    assert SHARED.get_sample_value(CALLS, labels(account, end="failed")) == 1
    assert SHARED.get_sample_value(CALLS, labels(account, end="busy")) == 0
    assert SHARED.get_sample_value(ANSWER, labels(account, share="0.5")) == 0.2
    assert SHARED.get_sample_value(ANSWER, labels(account, share="0.95")) == math.inf


def test_shows_none_of_a_provider_that_was_not_called(account: Account):
    assert SHARED.get_sample_value(CALLS, labels(account, end="failed")) == 0
    assert SHARED.get_sample_value(ANSWER, labels(account, share="0.5")) is None


def test_shows_the_rest_without_redis(account: Account, settings: Settings):
    settings.REDIS_URL = "redis://127.0.0.1:1/0"

    assert SHARED.get_sample_value(CALLS, labels(account, end="failed")) is None
    assert SHARED.get_sample_value("finishline_database_up") == 1
    assert SHARED.get_sample_value("finishline_gauges_failing") == 0
