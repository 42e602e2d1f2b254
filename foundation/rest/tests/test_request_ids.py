"""A request id is the caller's or a new one, and goes with all work of the request."""

import json

import pytest
import redis
import structlog
from celery import current_app
from django.conf import settings as django_settings
from kombu import Queue
from rest_framework.test import APIClient

from foundation.messaging.tracing import request_id_headers

pytestmark = pytest.mark.usefixtures("sample_api")


def test_the_caller_s_id_is_sent_back(anybody: APIClient):
    answer = anybody.get("/nothing", headers={"X-Request-Id": "gateway-0042"})

    assert answer["X-Request-Id"] == "gateway-0042"


@pytest.mark.parametrize(
    "given_id", ["", "short", "x" * 65, "a b c d e f", "<script>alert</script>"]
)
def test_an_invalid_id_is_replaced(anybody: APIClient, given_id: str):
    answer = anybody.get("/nothing", headers={"X-Request-Id": given_id})

    assert answer["X-Request-Id"] != given_id
    assert len(answer["X-Request-Id"]) == 36


def test_outgoing_calls_have_the_current_id():
    with structlog.contextvars.bound_contextvars(request_id="request-0007"):
        headers = request_id_headers()

    assert headers == {"X-Request-Id": "request-0007"}


def test_outgoing_calls_outside_of_a_request_have_none():
    assert request_id_headers() == {}


@pytest.mark.reaches_redis
def test_a_task_has_the_id_of_its_request():
    queue = "request-id-test"
    broker = redis.Redis.from_url(django_settings.REDIS_URL)
    with structlog.contextvars.bound_contextvars(request_id="request-0008"):
        current_app.send_task("unknown.task", queue=Queue(queue))  # type: ignore[arg-type]
    message = broker.rpop(queue)
    broker.close()

    assert isinstance(message, bytes)
    assert json.loads(message)["headers"]["__django_structlog__"]["request_id"] == "request-0008"
