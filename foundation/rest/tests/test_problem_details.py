"""Every error is answered as problem details."""

import json
from http import HTTPStatus

import pytest
import redis
import structlog
from celery import current_app
from django.conf import settings as django_settings
from kombu import Queue
from rest_framework.test import APIClient

from foundation.messaging.tracing import request_id_headers
from foundation.rest.problems import TITLES
from foundation.rest.schema import PROBLEMS

pytestmark = pytest.mark.usefixtures("sample_api")
API = "/admin-api/api/v2"


@pytest.mark.parametrize(
    ("fault", "status", "code"),
    [
        ("not-found", 404, "not-found"),
        ("conflict", 409, "task-taken"),
        ("version", 409, "version-conflict"),
        ("invalid", 422, "invalid"),
        ("forbidden", 403, "forbidden"),
        ("http404", 404, "not-found"),
        ("denied", 403, "permission-denied"),
        ("suspicious", 400, "bad-request"),
        ("data", 422, "invalid"),
        ("database", 503, "unavailable"),
        ("redis", 503, "unavailable"),
        ("ours", 500, "internal-error"),
    ],
)
def test_every_kind_of_fault_has_its_status_and_code(anybody, fault, status, code):
    answer = anybody.post(f"{API}/fail/{fault}")

    assert answer.status_code == status
    assert answer["Content-Type"] == "application/problem+json"
    assert set(answer.json()) == {
        "type",
        "title",
        "status",
        "detail",
        "code",
        "errors",
        "requestId",
    }
    assert (answer.json()["status"], answer.json()["code"]) == (status, code)
    assert b"secret words" not in answer.content


@pytest.mark.parametrize(
    ("asked", "language", "title"),
    [
        ("de", "de", "Widerspruch"),
        ("fr-CH, fr;q=0.9, en;q=0.8", "fr", "Conflit"),
        ("xx", "en", "Conflict"),
        ("", "en", "Conflict"),
        ("de;q=nonsense,,\x01", "en", "Conflict"),
    ],
)
def test_the_title_is_in_the_caller_s_language(anybody, asked, language, title):
    answer = anybody.post(f"{API}/fail/conflict", headers={"Accept-Language": asked})

    assert (answer.json()["title"], answer.json()["code"]) == (title, "task-taken")
    assert answer["Content-Language"] == language
    assert {"Accept-Language", "Cookie"} <= set(answer["Vary"].split(", "))


def test_every_title_has_translations():
    statuses = {*PROBLEMS, 405, 500}

    assert {HTTPStatus(status).phrase for status in statuses} == set(TITLES)


def test_a_refusal_names_its_fields_in_camel_case(anybody: APIClient):
    answer = anybody.post(f"{API}/fail/invalid")

    assert answer.json()["errors"] == [
        {"field": "startNumber", "code": "invalid", "detail": "Too long."}
    ]


def test_a_fault_of_ours_shows_only_the_request_id(anybody: APIClient):
    answer = anybody.post(f"{API}/fail/ours", headers={"X-Request-Id": "request-0001"})

    assert "request-0001" in answer.json()["detail"]
    assert b"ZeroDivision" not in answer.content


def test_invalid_data_name_every_field_and_its_place(anybody: APIClient):
    body = {"startCount": -1, "boxes": [{"leftEdge": 0.5}, {"leftEdge": "x"}]}

    answer = anybody.post(f"{API}/echo", body, format="json")

    assert answer.status_code == 422
    assert [(error["field"], error["code"]) for error in answer.json()["errors"]] == [
        ("thingName", "required"),
        ("startCount", "min-value"),
        ("boxes.1.leftEdge", "invalid"),
    ]


def test_a_body_that_is_not_an_object_is_422_for_the_whole(anybody: APIClient):
    answer = anybody.post(f"{API}/echo", [1], format="json")

    assert answer.status_code == 422
    assert answer.json()["errors"][0]["field"] is None


@pytest.mark.parametrize(
    "body",
    [
        b"{",
        b'{"thingName": NaN}',
        b'{"startCount": 1e999}',
        b'{"thingName": "\\u0000"}',
        b'{"thingName": "\\ud800"}',
        b'{"\\u0000": 1}',
        b'{"thingName": "\xff"}',
        b'{"thingName": "gate", "startCount": 3, "thingName": "door"}',
        b"[" * 200 + b"]" * 200,
        b"[" * 200_000,
        b"9" * 6000,
    ],
)
def test_json_that_cannot_be_read_or_kept_is_400(anybody: APIClient, body: bytes):
    answer = anybody.post(f"{API}/echo", body, content_type="application/json")

    assert answer.status_code == 400
    assert answer.json()["code"] == "parse-error"


@pytest.mark.parametrize("content_type", ["application/json", "multipart/form-data; boundary=x"])
def test_a_body_that_is_too_large_is_413(anybody: APIClient, settings, content_type: str):
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = settings.UPLOAD_MAX_BYTES = 100

    answer = anybody.post(f"{API}/echo", b"x" * 101, content_type=content_type)

    assert (answer.status_code, answer.json()["code"]) == (413, "too-large")


def test_the_accept_header_is_ignored(anybody: APIClient):
    body = {"thingName": "gate", "startCount": 1}

    answer = anybody.post(f"{API}/echo", body, format="json", headers={"Accept": "image/png"})

    assert (answer.status_code, answer["Content-Type"]) == (200, "application/json")


@pytest.mark.parametrize(
    ("path", "host", "status"),
    [
        *((path, "testserver", 404) for path in (f"{API}/nothing", "/admin-api/x", "/client-api")),
        (f"{API}/thing", "evil.example", 400),
    ],
)
def test_an_unknown_address_below_a_base_and_a_foreign_host_are_problems(
    anybody, path, host, status
):
    answer = anybody.get(path, headers={"Host": host})

    assert (answer.status_code, answer["Content-Type"]) == (status, "application/problem+json")


def test_an_unknown_address_elsewhere_is_a_page(anybody: APIClient):
    answer = anybody.get("/nothing")

    assert answer.status_code == 404
    assert answer["Content-Type"].startswith("text/html")


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


def test_outgoing_calls_have_the_current_id_and_none_outside_of_a_request():
    with structlog.contextvars.bound_contextvars(request_id="request-0007"):
        assert request_id_headers() == {"X-Request-Id": "request-0007"}
    assert request_id_headers() == {}


def test_a_task_has_the_id_of_its_request():
    queue = "request-id-test"
    broker = redis.Redis.from_url(django_settings.REDIS_URL)
    with structlog.contextvars.bound_contextvars(request_id="request-0008"):
        current_app.send_task("unknown.task", queue=Queue(queue))  # type: ignore[arg-type]
    message = broker.rpop(queue)
    broker.close()

    assert isinstance(message, bytes)
    assert json.loads(message)["headers"]["__django_structlog__"]["request_id"] == "request-0008"
