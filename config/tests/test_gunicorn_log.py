"""What gunicorn itself logs, as Procfile starts it, has the form of all lines and no values."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import Timer
from typing import Any

import pytest
from django.conf import settings
from pytest_django.plugin import DjangoDbBlocker

from config.tests.planted import FACE, MAIL, NAME, NUMBER, TEXT, TOKEN, planted_in
from foundation.messaging.tests.play.other_processes import environment

BODY = json.dumps({"name": NAME, "mail": MAIL, "token": TOKEN})
POST = f"POST /client-api/api/v2/selfies?token={TOKEN} HTTP/1.1\r\nHost: localhost\r\n"
CHUNKED = f"{POST}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
# What is sent, and what the log says of it.
BROKEN = {
    f"{CHUNKED}{BODY}\r\n": "InvalidChunkSize",
    f"{CHUNKED}2;{NAME}=\r{MAIL}\r\n{{}}\r\n0\r\n\r\n": "InvalidChunkExtension",
    f"{CHUNKED}2\r\n{{}}{BODY}\r\n0\r\n\r\n": "ChunkMissingTerminator",
    f"{POST}Authorization Bearer {TOKEN}\r\n\r\n": "InvalidHeader",
    f"{POST}X {NAME}: {MAIL}\r\n\r\n": "InvalidHeaderName",
    f"{POST}X-Name: {NAME}\r\n {MAIL}\r\n\r\n": "ObsoleteFolding",
    f"{POST}Content-Length: {NUMBER}{NAME}\r\n\r\n": "InvalidHeader",
    f"{POST}Transfer-Encoding: {TOKEN}\r\n\r\n": "UnsupportedTransferCoding",
    f"{POST}Expect: {TOKEN}\r\n\r\n": "ExpectationFailed",
    f"GET /{NAME}?mail={MAIL}\r\n\r\n": "InvalidRequestLine",
    f"GET /{NAME} HTTP/{NUMBER}\r\n\r\n": "InvalidHTTPVersion",
    f"get{NAME} /{FACE} HTTP/1.1\r\n\r\n": "InvalidRequestMethod",
    f"GET /{'x' * 5000}{TOKEN} HTTP/1.1\r\n\r\n": "LimitRequestLine",
    f"{POST}X: {'x' * 9000}{TOKEN}\r\n\r\n": "LimitRequestHeaders",
    f"GET /raise?token={TOKEN} HTTP/1.1\r\nHost: localhost\r\nX-Name: {TEXT}\r\n\r\n": "ValueError",
}  # fmt: skip


def command_of(procfile: str) -> str:
    lines = (settings.BASE_DIR / procfile).read_text().splitlines()
    return next(line for line in lines if line.startswith("web: ")).removeprefix("web: ")


class Web:
    """The web's process, and the lines that it has written."""

    def __init__(self, process: subprocess.Popen[str], port: int) -> None:
        self.process, self.port = process, port
        self.text = ""
        self.said: list[str] = []  # of each broken request

    def read_until(self, *ends: str) -> str:
        """Return the next line that has one of these texts."""
        assert self.process.stderr
        for line in self.process.stderr:
            self.text += line
            if any(end in line for end in ends):
                return line
        raise AssertionError(f"{ends} is not in {self.text}")

    def ask(self, sent: str) -> bytes:
        """Send bytes as they are, and return the answer's first part."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=60) as client:
            client.sendall(sent.encode())
            client.shutdown(socket.SHUT_WR)
            return client.recv(65_536)

    def lines(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.text.splitlines()]


@pytest.fixture(scope="module")
def web(
    django_db_setup: None,
    django_db_blocker: DjangoDbBlocker,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Web]:
    """Run the web, ask it everything, kill one of its workers and end it."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with django_db_blocker.unblock():
        variables = environment()
    variables |= {
        "WEB_PORT": str(port),
        "WEB_METRICS_DIR": str(tmp_path_factory.mktemp("metrics")),
        "LOG_FORMAT": "json",
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
    }
    command = command_of("Procfile").replace("config.wsgi", "config.tests.raising_wsgi")
    process = subprocess.Popen(
        ["sh", "-c", command],
        cwd=settings.BASE_DIR,
        env=variables,
        stderr=subprocess.PIPE,
        text=True,
    )
    watch = Timer(60, process.kill)  # a line that does not come ends the test
    watch.start()
    try:
        yield asked_everything(Web(process, port))
    finally:
        watch.cancel()
        process.kill()
        process.wait()


def asked_everything(web: Web) -> Web:
    worker = web.read_until("Booting worker with pid")
    for sent in BROKEN:
        web.ask(sent)
        web.said.append(web.read_until("Invalid request", "Error handling request"))
    [pid] = re.findall(r"pid: (\d+)", worker)
    os.kill(int(pid), signal.SIGKILL)
    web.read_until("Perhaps out of memory?")
    web.process.terminate()
    web.read_until("Shutting down")
    return web


def test_has_no_values_of_broken_requests(web: Web) -> None:
    assert planted_in(web.text) == set()


def test_names_the_class_of_each_error(web: Web) -> None:
    for name, said in zip(BROKEN.values(), web.said, strict=True):
        line = json.loads(said)
        if name == "ValueError":
            assert (line["level"], line["event"]) == ("error", "Error handling request")
            continue
        about, _, error = line["event"].rpartition(": ")
        assert (line["level"], about) == ("warning", "Invalid request from ip=127.0.0.1")
        assert error == f"gunicorn.http.errors.{name}"


def test_has_the_place_of_an_error_in_the_application(web: Web) -> None:
    [line] = [line for line in web.lines() if line["event"] == "Error handling request"]

    assert line["exception"].startswith("Traceback (most recent call last):")
    assert "raising_wsgi.py" in line["exception"]
    assert line["exception"].endswith("\nValueError")


def test_says_what_its_processes_do(web: Web) -> None:
    events = [line["event"] for line in web.lines()]

    for said in (
        "Starting gunicorn ",
        f"Listening at: http://127.0.0.1:{web.port} ",
        "Booting worker with pid: ",
        "Worker (pid:",
        "Handling signal: term",
        "Worker exiting (pid: ",
        "Shutting down: Master",
    ):
        assert any(event.startswith(said) for event in events), said


def test_is_lines_of_json_like_all_others(web: Web) -> None:
    for line in web.lines():
        assert line.keys() >= {"event", "level", "logger", "timestamp"}, line


@pytest.mark.parametrize("procfile", ["Procfile", "tools/local/Procfile"])
def test_is_set_wherever_gunicorn_is_started(procfile: str) -> None:
    assert " --logger-class config.gunicorn_log.GunicornLog " in f"{command_of(procfile)} "
