"""Throttles count the calls of a scope, in Redis or in the process."""

import pytest
from rest_framework.test import APIClient

from foundation.rest.throttles import CallsHere, Rate

pytestmark = pytest.mark.usefixtures("sample_api")

NOWHERE = "redis://127.0.0.1:1/0"
OPEN = "/admin-api/api/v2/open"
SIGNED = "/admin-api/api/v2/signed?good=1"


@pytest.mark.parametrize(
    ("text", "calls", "seconds"),
    [("5/s", 5, 1), ("30/min", 30, 60), ("7/h", 7, 3600), ("1/d", 1, 86400)],
)
def test_a_rate_is_calls_in_a_time(text: str, calls: int, seconds: int):
    assert Rate.parse(text) == Rate(calls=calls, seconds=seconds)


# Counted in Redis, and in the process.
@pytest.mark.parametrize(("scope", "address"), [("anonymous", OPEN), ("callback", SIGNED)])
def test_one_call_too_many_is_429_for_that_caller_only(anybody, settings, scope, address):
    settings.THROTTLE_RATES = {**settings.THROTTLE_RATES, scope: "2/d"}
    answers = [anybody.post(address).status_code for _ in range(3)]

    assert answers == [204, 204, 429]
    assert anybody.post(address, REMOTE_ADDR="10.0.0.9").status_code == 204


def test_calls_are_counted_anew_in_the_next_window():
    calls = CallsHere()

    assert [calls.count("callback", "peer", window) for window in (1, 1, 2, 2)] == [1, 2, 1, 2]


def test_a_caller_cannot_choose_an_address(anybody: APIClient, settings):
    settings.THROTTLE_RATES = {**settings.THROTTLE_RATES, "callback": "2/d"}

    answers = [
        anybody.post(SIGNED, headers={"X-Forwarded-For": f"10.0.0.{n}"}).status_code
        for n in range(3)
    ]

    assert answers == [204, 204, 429]


def test_a_call_passes_while_redis_is_away(anybody: APIClient, settings):
    settings.THROTTLE_RATES = {**settings.THROTTLE_RATES, "anonymous": "1/d"}
    settings.REDIS_URL = NOWHERE

    answers = [anybody.post(OPEN).status_code for _ in range(2)]

    assert answers == [204, 204]
