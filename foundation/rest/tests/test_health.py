"""Health, metrics and calls while servers are away report no more than needed."""

import json
import os
import subprocess
import sys

import pytest
from django.conf import settings
from django.db import InternalError, OperationalError, connection, transaction
from django.test import Client

from foundation.records.database import is_away
from foundation.rest.problems import problem_of

NO_REDIS = "redis://127.0.0.1:1/0"


def test_a_process_that_serves_is_live_without_asking_any_server(client: Client):
    answer = client.get("/health/live")

    assert (answer.status_code, answer.json()) == (200, {"status": "live"})


@pytest.mark.django_db
def test_a_process_with_its_servers_is_ready_and_without_redis_too(client: Client, settings):
    answer = client.get("/health/ready")
    settings.CACHES = {"default": {**settings.CACHES["default"], "LOCATION": NO_REDIS}}
    settings.REDIS_URL = NO_REDIS

    assert (answer.status_code, answer.json()) == (200, {"status": "ready"})
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


@pytest.mark.django_db
def test_standby_counts_and_is_answered_as_a_database_that_is_away():
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION READ ONLY")
        with pytest.raises(InternalError) as refused:
            cursor.execute("DELETE FROM django_session")
        transaction.set_rollback(True)

    assert is_away(refused.value)
    problem = problem_of(refused.value)
    assert problem is not None
    assert problem.status == 503
    assert problem_of(InternalError("a fault")) is None


NOWHERE = {"DATABASE_URL": "postgres://none@127.0.0.1:1/none", "DATABASE_POOL_TIMEOUT": "0.5"}

PROGRAM = """
import django, json
django.setup()
from django.contrib.auth.models import User
from django.test import Client
from rest_framework_simplejwt.tokens import AccessToken
token = AccessToken.for_user(User(pk=1, password="x"))
client = Client(headers={"Authorization": f"Bearer {token}", "Host": "localhost"})
known = client.get("/admin-api/api/v2/albums/00000000-0000-0000-0000-000000000001")
signing_in = client.post(
    "/admin-api/api/v2/token", {"username": "a", "password": "b"}, content_type="application/json"
)
print(json.dumps({
    "known": [known.status_code, known.json()["code"], known.headers.get("Retry-After")],
    "signing_in": [signing_in.status_code, signing_in.json()["code"]],
    "ready": client.get("/health/ready").status_code,
    "live": client.get("/health/live").status_code,
}))
"""


@pytest.fixture(scope="module")
def answers() -> dict[str, object]:
    """Return the answers of a process without database and Redis."""
    environment = {
        **os.environ,
        **NOWHERE,
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "SECRET_KEY": "x" * 50,
        "REDIS_URL": "redis://127.0.0.1:1/0",
        "HTTPS_ONLY": "false",
    }
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        env=environment,
        cwd=settings.BASE_DIR,
        capture_output=True,
        check=True,
    )
    found: dict[str, object] = json.loads(done.stdout)
    return found


@pytest.mark.process
def test_servers_away_a_call_that_needs_the_database_is_503(answers: dict[str, object]):
    assert answers["known"] == [503, "unavailable", "5"]


@pytest.mark.process
def test_servers_away_signing_in_is_503_and_not_a_wrong_password(answers: dict[str, object]):
    assert answers["signing_in"] == [503, "unavailable"]


@pytest.mark.process
def test_servers_away_the_process_lives_and_is_not_ready(answers: dict[str, object]):
    assert (answers["live"], answers["ready"]) == (200, 503)
