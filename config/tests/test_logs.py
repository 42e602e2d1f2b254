"""Logs are lines of JSON without secrets."""

import io
import json
import logging
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest
import structlog
from django.conf import settings as django_settings
from django.test import Client

from config.logs import logging_settings
from config.tests.log_levels import log_level

ID = "0f1e2d3c-4b5a-4697-8879-6a5b4c3d2e1f"
OURS = {"config", "tools.local", *django_settings.OWN_APPS}


class Lines(io.StringIO):
    """What is logged, line by line."""

    def read(self, size: int | None = -1) -> Any:
        return [json.loads(line) for line in self.getvalue().splitlines()]


@pytest.fixture
def lines() -> Iterator[Lines]:
    """Log as in production, into memory."""
    described = logging_settings("json", "INFO")["formatters"]["line"]
    found = Lines()
    handler = logging.StreamHandler(found)
    handler.setFormatter(described.pop("()")(**described))
    logging.getLogger().addHandler(handler)
    yield found
    logging.getLogger().removeHandler(handler)


def test_a_line_has_time_level_logger_and_event(lines):
    structlog.get_logger("a.module").info("photo_taken", photo_id=7)

    (line,) = lines.read()
    assert line.pop("timestamp").endswith("Z")
    assert line == {"event": "photo_taken", "photo_id": 7, "level": "info", "logger": "a.module"}


def test_the_standard_library_logs_the_same_way(lines):
    logging.getLogger("a.library").warning("so many: %s", 3)

    (line,) = lines.read()
    assert (line["event"], line["level"]) == ("so many: 3", "warning")


@pytest.mark.parametrize(
    "text",
    [
        "POST /callback?token=S3CRET&x=1",
        "GET /workbench/?invitation=S3CRET",
        "Authorization: Bearer S3CRET.S3CRET.x",
        "Authorization: ApiKey S3CRET-S3CRET",
        "{'password': 'S3CRET'}",
        'body {"secret":"S3CRET"}',
        "redirect to http://h/?next=/a%3Ftoken%3DS3CRET",
        "POST /x?access_token=S3CRET&refreshToken=S3CRET",
        'body {"clientSecret": "S3CRET with S3CRET, even"}',
        "X-Api-Key: S3CRET",
        "cannot reach postgres://app:S3CRET@db:5432/app",
        "cannot reach redis://:S3CRET@cache/1, amqp://guest:S3CR@S3CRET@bus//",
    ],
)
def test_what_looks_like_a_secret_is_blanked(lines, text: str):
    structlog.get_logger("a.module").info("seen", about=text)
    logging.getLogger("a.library").warning(text)

    assert "S3CRET" not in lines.getvalue()


@pytest.mark.parametrize(
    "name",
    [
        "authorization",
        "Proxy-Authorization",
        "password",
        "new_password",
        "callback_token",
        "accessToken",
        "webhook_secret",
        "SECRET_KEY",
        "x-api-key",
        "apiKey",
        "CREDENTIALS_KEYS",
        "credentials",
        "Set-Cookie",
    ],
)
def test_a_secret_is_blanked_by_its_name_however_deep(lines, name: str):
    structlog.get_logger("a.module").info(
        "seen", **{name: "S3CRET"}, asked={"headers": [{name: ["S3CRET"]}, ({name: 53},)]}
    )

    (line,) = lines.read()
    assert line[name] == "***"
    assert line["asked"] == {"headers": [{name: "***"}, [{name: "***"}]]}


def test_a_secret_is_blanked_by_its_look_however_deep(lines):
    found = ValueError("GET http://peer/?token=S3CRET")

    structlog.get_logger("a.module").info(
        "seen", about={"urls": ["redis://:S3CRET@cache/1"], "error": found, "raw": b"token=S3CRET"}
    )

    (line,) = lines.read()
    assert "S3CRET" not in json.dumps(line)
    assert line["about"]["urls"] == ["redis://:***@cache/1"]


def test_what_is_no_secret_stays_as_it_is(lines):
    told = {
        "key": "photo-7",
        "idempotency_key": "7",
        "url": "http://127.0.0.1:8000/a?mail=a@b",
        "token_type": "access",
        "next_token": None,
        "numbers": [1, 2.5, True, None],
    }

    structlog.get_logger("a.module").info("No bearer token", **told)

    (line,) = lines.read()
    assert {name: line[name] for name in told} == told


@pytest.mark.parametrize(
    "address",
    [
        "/admin-api/api/v2/albums/7/persons/ANN/erase",
        "/admin/recognition/album/7/persons/ANN/",
        "/admin/recognition/album/7/runners/ANN/",
        "/admin/recognition/selfie/ANN/erase/",
        "/admin/programs/participant/ANN/change/",
        "/admin/rewards/balance/ANN/change/",
    ],
)
def test_people_are_not_named_in_addresses(lines, address: str):
    structlog.get_logger("a.module").info("seen", request=f"GET {address}")

    (line,) = lines.read()
    assert line["request"] == f"GET {address.replace('ANN', '***')}"


def test_a_secret_in_a_traceback_is_blanked(lines):
    try:
        raise ValueError("GET http://peer/?token=S3CRET")
    except ValueError:
        structlog.get_logger("a.module").exception("failed")

    (line,) = lines.read()
    assert "ValueError" in str(line["exception"])
    assert "S3CRET" not in json.dumps(line)


@pytest.mark.parametrize("level", ["DEBUG", "INFO", "ERROR"])
def test_libraries_log_nothing_below_info_and_we_what_log_level_says(level: str):
    ours = {logging.getLogger(f"{name}.a.module") for name in OURS}
    for name in ("botocore.endpoint", "urllib3.connectionpool", "django.db.backends"):
        logging.getLogger(name)
    known = {logging.getLogger(name) for name in logging.root.manager.loggerDict}

    with log_level(level):
        levels = {logging.getLevelName(logger.getEffectiveLevel()) for logger in ours}
        # Sentry's own has a filter, which is open with `debug` alone.
        talkative = {each.name for each in known if each.isEnabledFor(logging.DEBUG)} - {
            "sentry_sdk.errors"
        }

    assert levels == {level}
    assert {name for name in talkative if not name.startswith(tuple(OURS))} == set()


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("path", "logged"),
    [
        ("/admin/login/", "/admin/login/"),
        (f"/admin-api/api/v2/photos/{ID}/tags", f"/admin-api/api/v2/photos/{ID}/tags"),
        (f"/admin/recognition/photo/{ID}/change/", f"/admin/recognition/photo/{ID}/change/"),
        ("/admin/messaging/deadletter/70/change/", "/admin/messaging/deadletter/70/change/"),
        ("/admin/recognition/photo/S3CRET/change/", "/admin/recognition/photo/<object_id>/change/"),
        ("/admin/recognition/", "/admin/<app_label>/"),
        ("/admin/nothing/S3CRET", "/admin/<url>"),
        ("/password/MQ/S3CRET", "/password/<uidb64>/<token>"),
        ("/password/MQ/S3CRET/", "/password/…"),
        ("/S3CRET/MQ/S3CRET", "/…"),
    ],
)
def test_a_request_is_logged_by_its_route_with_ids(lines, client: Client, path: str, logged: str):
    client.post(f"{path}?token=S3CRET", headers={"X-Request-Id": "request-0009"})

    (line,) = [line for line in lines.read() if line["event"] == "request_finished"]
    assert (line["request"], line["request_id"]) == (f"POST {logged}", "request-0009")
    assert "S3CRET" not in lines.getvalue()


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("headers", "said"),
    [
        ({"Host": "S3CRET.example"}, "django.core.exceptions.DisallowedHost"),
        ({"Origin": "https://S3CRET"}, "Forbidden (Origin checking failed)"),
        ({}, "Forbidden (CSRF cookie not set)"),
    ],
)
def test_a_refusal_of_django_is_logged_without_what_was_sent(lines, headers, said: str):
    Client(enforce_csrf_checks=True, headers=headers).post("/password/MQ/S3CRET")

    assert said in [line["event"] for line in lines.read()]
    assert "S3CRET" not in lines.getvalue()


@pytest.mark.django_db
@pytest.mark.parametrize("given", [{}, {"X-Request-Id": "bad id!"}])
def test_an_id_made_here_is_the_one_that_is_sent_back(lines, client: Client, given):
    answer = client.get("/nothing", headers=given)

    (line,) = [line for line in lines.read() if line["event"] == "request_finished"]
    assert line["request_id"] == answer["X-Request-Id"]


@pytest.mark.process  # the other format: `test_gunicorn_log.py`
def test_a_process_logs_as_log_format_says():
    program = "import django, structlog; django.setup();"
    program += "structlog.get_logger('a.module').info('photo_taken', photo_id=7)"
    environment = {
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "SECRET_KEY": "x" * 50,
        "DATABASE_URL": "postgres://unused@127.0.0.1:1/none",
        "REDIS_URL": "redis://127.0.0.1:1/0",
        "LOG_FORMAT": "console",
    }

    done = subprocess.run(
        [sys.executable, "-c", program],
        env=environment,
        cwd=django_settings.BASE_DIR,
        capture_output=True,
        check=True,
    )

    assert done.stderr.startswith(b"\x1b[2m20")
    assert b"photo_taken" in done.stderr
