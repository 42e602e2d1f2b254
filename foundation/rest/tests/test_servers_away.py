"""While the database or Redis is away, calls are answered with 503 or work without it."""

import json
import os
import subprocess
import sys

import pytest
from django.conf import settings

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


def test_a_call_that_needs_the_database_is_503(answers: dict[str, object]):
    assert answers["known"] == [503, "unavailable", "5"]


def test_signing_in_is_503_and_not_a_wrong_password(answers: dict[str, object]):
    assert answers["signing_in"] == [503, "unavailable"]


def test_the_process_lives_and_is_not_ready(answers: dict[str, object]):
    assert (answers["live"], answers["ready"]) == (200, 503)
