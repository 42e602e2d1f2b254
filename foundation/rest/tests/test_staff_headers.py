"""Answers of the staff's site keep other sites out, with the settings of production."""

import json
import subprocess
import sys
from http.cookies import Morsel
from typing import Any

import pytest
from django.conf import settings as used
from django.contrib.auth.models import User
from django.test import Client

pytestmark = pytest.mark.django_db
PASSWORD = "Race-Day-2026!"
PROGRAM = """
import json
from config import settings
chosen = ("SECURE_", "SESSION_COOKIE_", "CSRF_COOKIE_", "X_FRAME_")
names = [name for name in dir(settings) if name.startswith(chosen)]
print(json.dumps({name: getattr(settings, name) for name in names}))
"""


@pytest.fixture(scope="module")
def of_production() -> dict[str, Any]:
    """Return what the settings say of headers and cookies where HTTPS_ONLY is left as it is."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        env={
            "SECRET_KEY": "x" * 50,
            "DATABASE_URL": "postgres://unused@127.0.0.1:1/none",
            "REDIS_URL": "redis://127.0.0.1:1/0",
        },
        cwd=used.BASE_DIR,
        capture_output=True,
        check=True,
    )
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@pytest.fixture(autouse=True)
def _as_in_production(of_production: dict[str, Any], settings: Any) -> None:
    for name, value in of_production.items():
        setattr(settings, name, value)


@pytest.fixture
def signed_in() -> Client:
    """Return the client of a member who signed in by the form, CSRF token and all."""
    User.objects.create_superuser("sue", password=PASSWORD)
    client = Client(enforce_csrf_checks=True)
    client.get("/admin/login/", secure=True)
    answer = client.post(
        "/admin/login/",
        {
            "username": "sue",
            "password": PASSWORD,
            "csrfmiddlewaretoken": client.cookies["csrftoken"].value,
        },
        secure=True,
        headers={"referer": "https://testserver/admin/login/"},
    )
    assert answer.status_code == 302
    return client


@pytest.mark.parametrize("name", ["sessionid", "csrftoken"])
def test_its_cookies_go_over_https_and_with_no_post_of_another_site(
    signed_in: Client, name: str
) -> None:
    cookie: Morsel[str] = signed_in.cookies[name]

    assert cookie["secure"] is True
    assert cookie["samesite"] == "Lax"


def test_scripts_cannot_read_the_session(signed_in: Client) -> None:
    assert signed_in.cookies["sessionid"]["httponly"] is True


@pytest.mark.parametrize("path", ["/admin/", "/admin/login/", "/admin/recognition/photo/", "/none"])
def test_no_page_is_shown_in_a_frame_or_read_as_another_type(signed_in: Client, path: str) -> None:
    answer = signed_in.get(path, secure=True)

    assert answer["X-Frame-Options"] == "DENY"
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["Referrer-Policy"] == "same-origin"
    assert answer["Cross-Origin-Opener-Policy"] == "same-origin"


def test_browsers_keep_to_https(signed_in: Client) -> None:
    answer = signed_in.get("/admin/", secure=True)
    plain = signed_in.get("/admin/?q=1")

    policy = answer["Strict-Transport-Security"]
    assert policy == "max-age=31536000; includeSubDomains; preload"
    assert (plain.status_code, plain["Location"]) == (301, "https://testserver/admin/?q=1")


def test_a_post_from_another_site_is_refused(signed_in: Client) -> None:
    token = signed_in.cookies["csrftoken"].value

    answer = signed_in.post(
        "/admin/logout/",
        {"csrfmiddlewaretoken": token},
        secure=True,
        headers={"referer": "https://elsewhere.example/"},
    )

    assert answer.status_code == 403
    assert signed_in.get("/admin/", secure=True).status_code == 200


def test_a_post_without_the_form_s_token_is_refused(signed_in: Client) -> None:
    answer = signed_in.post(
        "/admin/logout/", secure=True, headers={"referer": "https://testserver/admin/"}
    )

    assert answer.status_code == 403
    assert signed_in.get("/admin/", secure=True).status_code == 200
