"""A server that hangs, stopped but not dead, holds no request for long."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil
import psycopg
import pytest
from django.conf import settings

from config.watched_connection import DatabaseHangs, WatchedConnection
from tools.local.postgres_server import PostgresServer
from tools.local.redis_server import RedisServer

pytestmark = pytest.mark.process

# A web process in short: it calls itself, stops the servers by their pids, and calls again.
PROGRAM = """
import json, logging, os, sys, time
import psutil
import config.wsgi
from django.contrib.auth.models import User
from django.db import close_old_connections, connection
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client
from rest_framework_simplejwt.tokens import AccessToken
from recognition import due
from foundation.records.unapplied_migrations import list_needed
from uuid import uuid4

logging.disable(logging.INFO)
token = AccessToken.for_user(User(pk=1, password="x"))
signed = Client(headers={"Authorization": f"Bearer {token}", "Host": "localhost"})
open_ = Client(headers={"Host": "localhost"}, raise_request_exception=False)
answers = {}

def call(name, ask):
    began = time.monotonic()
    answer = ask()
    seconds = time.monotonic() - began
    retry_after = answer and answer.headers.get("Retry-After")
    answers[name] = [answer and answer.status_code, seconds, retry_after]
    close_old_connections()  # as WSGI does between requests, unlike the client of tests
    return answer

def call_often(name, ask):
    # The fastest tells whether it waits: a machine that is busy holds up some, but hardly all.
    took = []
    for _ in range(5):
        call(name, ask)
        took.append(answers[name])
    answers[name] = min(took, key=lambda one: one[1])

def sign_in():
    # Throttled, and then refused before the database is asked.
    return open_.post("/admin-api/api/v2/token", {}, content_type="application/json")

def known():
    return signed.get("/admin-api/api/v2/albums/00000000-0000-0000-0000-000000000001")

def ready():
    return open_.get("/health/ready")

# Its database is empty; that is enough for what is called, but not to be ready.
recorder = MigrationRecorder(connection)
for migration in list_needed():
    recorder.record_applied(migration.app, migration.name)
close_old_connections()
call("ready-before", ready)
with connection.cursor() as cursor:
    cursor.execute("SHOW lock_timeout")
    [answers["lock-timeout"]] = cursor.fetchone()
close_old_connections()
call("throttled-before", sign_in)
redis, server = [psutil.Process(int(pid)) for pid in sys.argv[1:]]
redis.suspend()
try:
    call("throttled", sign_in)
    call_often("throttled-again", sign_in)
    call_often("wake-up", lambda: due.apply_callback(uuid4(), 50))
    call("ready-without-redis", ready)
finally:
    redis.resume()
time.sleep(5.1)  # until Redis is tried again
call("throttled-after", sign_in)
postgres = [server, *server.children(recursive=True)]
for process in postgres:
    process.suspend()
try:
    for name in ("ready", "ready-again"):
        call(name, ready)
    call("known", known)
    call("page", lambda: open_.get("/admin/", headers={"Cookie": "sessionid=" + "x" * 32}))
finally:
    for process in reversed(postgres):
        process.resume()
until = time.monotonic() + 10
while time.monotonic() < until and call("ready-after", ready).status_code != 200:
    pass
print(json.dumps(answers))
"""


@pytest.fixture(scope="module")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PostgresServer]:
    server = PostgresServer(var=_var(tmp_path_factory, "postgres"))
    server.ensure_running()
    yield server
    server.stop()


@pytest.fixture(scope="module")
def redis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RedisServer]:
    server = RedisServer(var=_var(tmp_path_factory, "redis"))
    server.ensure_running()
    yield server
    server.stop()


def _var(factory: pytest.TempPathFactory, name: str) -> Path:
    var: Path = factory.mktemp(name)
    (var / "log").mkdir()
    return var


def _family(server: PostgresServer) -> list[psutil.Process]:
    process = server.process()
    assert process is not None
    return [process, *process.children(recursive=True)]


@pytest.fixture(scope="module")
def run(postgres: PostgresServer, redis: RedisServer) -> subprocess.CompletedProcess[str]:
    """Return the run of a process whose servers are stopped, and go on, one after the other."""
    servers = [redis.process(), postgres.process()]
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, *(str(each.pid) for each in servers if each)],
        cwd=settings.BASE_DIR,
        env={
            **{name: value for name, value in os.environ.items() if name != "EVENT_BUS_URL"},
            "SECRET_KEY": "x" * 50,
            "HTTPS_ONLY": "false",
            "DATABASE_URL": postgres.url(),
            "REDIS_URL": redis.url(0),
        },
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return done


@pytest.fixture(scope="module")
def answers(run: subprocess.CompletedProcess[str]) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(run.stdout)
    return found


def test_a_throttled_call_passes_a_redis_that_hangs(answers: dict[str, Any]):
    status, first, _ = answers["throttled"]

    assert status == answers["throttled-before"][0] == answers["throttled-after"][0]
    assert first < 3
    assert answers["throttled-again"][1] < 0.3


def test_a_wake_up_is_not_sent_to_a_redis_that_hangs(answers: dict[str, Any]):
    assert answers["wake-up"][1] < 0.3


def test_a_process_is_ready_while_redis_hangs(answers: dict[str, Any]):
    status, seconds, _ = answers["ready-without-redis"]

    assert (status, seconds < 3) == (200, True)


def test_the_log_reports_once_that_redis_is_away(run: subprocess.CompletedProcess[str]):
    assert run.stderr.count('"event": "redis_away"') == 1


@pytest.mark.parametrize("call", ["ready", "ready-again", "known", "page"])
def test_a_database_that_hangs_is_503_within_five_seconds(answers: dict[str, Any], call: str):
    status, seconds, retry_after = answers[call]

    assert (status, seconds < 5) == (503, True)
    assert retry_after == "5"


def test_a_process_is_ready_again_when_the_database_goes_on(answers: dict[str, Any]):
    assert answers["ready-before"][0] == answers["ready-after"][0] == 200


def test_a_statement_under_way_is_given_up(postgres: PostgresServer):
    with WatchedConnection.connect(postgres.url(), autocommit=True) as connection:
        stopped = _family(postgres)
        for process in stopped:
            process.suspend()
        try:
            with pytest.raises(DatabaseHangs):
                connection.execute("SELECT 1")
        finally:
            for process in reversed(stopped):
                process.resume()

        assert connection.closed


def test_a_long_statement_of_a_living_database_is_not(postgres, monkeypatch):
    monkeypatch.setattr("config.watched_connection.ASK_SECONDS", 0.2)
    with WatchedConnection.connect(postgres.url(), autocommit=True) as connection:
        connection.execute("SELECT pg_sleep(1)")

        assert connection.info.transaction_status == psycopg.pq.TransactionStatus.IDLE


def test_a_web_process_does_not_wait_long_for_a_lock(answers: dict[str, Any]):
    assert answers["lock-timeout"] == "3s"
