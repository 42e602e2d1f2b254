"""Health and metrics report no more than needed."""

import pytest
from django.db import OperationalError, connection
from django.test import Client

NOWHERE = "redis://127.0.0.1:1/0"


def test_a_process_that_serves_is_live_without_asking_any_server(client: Client):
    answer = client.get("/health/live")

    assert (answer.status_code, answer.json()) == (200, {"status": "live"})


@pytest.mark.django_db
def test_a_process_with_its_servers_is_ready(client: Client):
    answer = client.get("/health/ready")

    assert (answer.status_code, answer.json()) == (200, {"status": "ready"})


@pytest.mark.django_db
def test_a_process_without_redis_is_ready(client: Client, settings):
    settings.CACHES = {"default": {**settings.CACHES["default"], "LOCATION": NOWHERE}}
    settings.REDIS_URL = NOWHERE

    assert client.get("/health/ready").status_code == 200


@pytest.mark.django_db
def test_a_process_without_a_database_is_not_ready_and_does_not_say_why(client: Client):
    def away(*_: object) -> object:
        raise OperationalError("the connection to 10.1.2.3 is closed")

    with connection.execute_wrapper(away):
        answer = client.get("/health/ready")

    assert (answer.status_code, answer.json()) == (503, {"status": "not-ready"})


@pytest.mark.django_db
def test_a_process_is_asked_by_its_own_address_and_without_tls(client: Client, settings):
    settings.SECURE_SSL_REDIRECT = True
    settings.ALLOWED_HOSTS = ["finishline.example.org"]
    settings.METRICS_TOKEN = "scraper-7"

    given = {"Authorization": "Bearer scraper-7", "Host": "10.1.2.3:8000"}
    for path in ("/metrics", "/health/ready", "/health/live"):
        assert client.get(path, headers=given).status_code == 200
        assert client.post(path, headers=given).status_code == 405
    assert client.get("/", headers=given).status_code == 400
    assert client.get("/", headers={"Host": "finishline.example.org"}).status_code == 301


@pytest.mark.parametrize("token", ["", "scraper-7"])
@pytest.mark.parametrize("header", [None, "Bearer ", "Bearer wrong", "Bearer scraper-\xff"])
def test_metrics_are_closed_without_the_token(client: Client, settings, token, header):
    settings.METRICS_TOKEN = token

    answer = client.get("/metrics", headers={"Authorization": header} if header else {})

    assert answer.status_code == 404


@pytest.mark.django_db
def test_metrics_open_to_the_token(client: Client, settings):
    settings.METRICS_TOKEN = "scraper-7"

    answer = client.get("/metrics", headers={"Authorization": "Bearer scraper-7"})

    assert answer.status_code == 200
    assert b"django_http_requests" in answer.content
