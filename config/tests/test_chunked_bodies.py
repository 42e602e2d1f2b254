"""A body that comes in chunks, to gunicorn as it runs in production …"""

import io
import json
import socket
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest
import requests
from django.conf import settings
from pytest_django.plugin import DjangoDbBlocker

from config.chunked_bodies import ChunkedBodies
from foundation.messaging.tests.play.other_processes import environment
from recognition.models import Callback, NumberRequest
from recognition.tests.calls.callbacks import address, payload_of
from recognition.tests.conftest import transactional_db
from recognition.tests.factories import NumberRequestFactory

pytestmark = pytest.mark.process

__all__ = ["transactional_db"]

MOST = 3_000_000  # of an upload; of a body in memory it is 2.5 MB
OPTIONS = ("--threads", "2", "--no-control-socket")
TYPE = {"Content-Type": "application/json"}


@pytest.fixture(scope="module")
def server(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[str]:
    """Run gunicorn on the test's database, and return its address."""
    with django_db_blocker.unblock():
        variables = {
            **environment(),
            "IMAGE_MAX_BYTES": str(MOST - 1_000_000),
            "HTTPS_ONLY": "false",
        }
    with socket.create_server(("127.0.0.1", 0)) as listener:
        bind = f"fd://{listener.fileno()}"
        process = subprocess.Popen(
            [sys.executable, "-m", "gunicorn", "config.wsgi", "--bind", bind, *OPTIONS],
            cwd=settings.BASE_DIR,
            env=variables,
            pass_fds=[listener.fileno()],
        )
        yield "http://{}:{}".format(*listener.getsockname())
        process.terminate()
        process.wait()


@pytest.fixture
def asked(transactional_db: None) -> NumberRequest:
    return NumberRequestFactory.create(photo__state="AwaitingCallback")


def in_chunks(body: bytes, size: int = 70_000) -> Iterator[bytes]:
    yield from (body[start : start + size] for start in range(0, len(body), size))


def callback_of(asked: NumberRequest, more: str = "") -> bytes:
    return json.dumps(payload_of(asked.photo, more=more)).encode()


def post(server: str, asked: NumberRequest, body: bytes, size: int = 70_000) -> requests.Response:
    url = f"{server}{address(asked)}"
    return requests.post(url, data=in_chunks(body, size), headers=TYPE, timeout=60)


@pytest.mark.parametrize("size", [7, 70_000])
def test_is_read_whole(server: str, asked: NumberRequest, size: int) -> None:
    body = callback_of(asked)

    answer = post(server, asked, body, size)

    assert answer.status_code == 202, answer.text
    assert Callback.objects.get().payload == json.loads(body)


def test_is_read_where_it_is_larger_than_memory_holds(server: str, asked: NumberRequest) -> None:
    answer = post(server, asked, callback_of(asked, more="x" * 2_000_000))

    assert answer.status_code == 202, answer.text
    assert len(Callback.objects.get().payload["more"]) == 2_000_000


def test_leaves_the_connection_to_the_next_request(server: str, asked: NumberRequest) -> None:
    with requests.Session() as session:
        answers = [
            session.post(
                f"{server}{address(asked)}",
                data=in_chunks(callback_of(asked, more=more)),
                headers=TYPE,
                timeout=60,
            )
            for more in ("one", "two")
        ]

    assert [answer.status_code for answer in answers] == [202, 202]
    assert Callback.objects.count() == 2


@pytest.mark.parametrize("length", [2_600_000, MOST + 1, MOST + 100_000])
def test_is_413_where_it_is_larger_than_accepted(
    server: str, asked: NumberRequest, length: int
) -> None:
    answer = post(server, asked, callback_of(asked).ljust(length))

    assert (answer.status_code, answer.json()["code"]) == (413, "too-large")
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert not Callback.objects.exists()


@pytest.mark.parametrize(
    "broken", [b"5\r\n{}", b"what\r\n{}\r\n0\r\n\r\n", b"2\r\n{}and more\r\n0\r\n\r\n"]
)
def test_is_not_taken_where_it_breaks_off_or_is_none(
    server: str, asked: NumberRequest, broken: bytes
) -> None:
    answer = b"".join(sent_raw(server, asked, broken))

    assert answer.partition(b"\r\n")[0] in (b"", b"HTTP/1.1 400 Bad Request")
    assert not Callback.objects.exists()
    assert requests.get(f"{server}/health/live", timeout=60).status_code == 200


def sent_raw(server: str, asked: NumberRequest, body: bytes) -> Iterator[bytes]:
    """Send these bytes as a chunked body, and no more; yield what is answered."""
    host, _, port = server.rpartition("//")[2].partition(":")
    head = f"POST {address(asked)} HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n"
    with socket.create_connection((host, int(port)), timeout=60) as client:
        client.sendall(f"{head}Transfer-Encoding: chunked\r\n\r\n".encode() + body)
        client.shutdown(socket.SHUT_WR)
        while piece := client.recv(65_536):
            yield piece


def test_is_left_alone_where_the_server_does_not_mark_its_end() -> None:
    seen: list[dict[str, Any]] = []
    body = io.BytesIO(b"more may come")
    environ = {"HTTP_TRANSFER_ENCODING": "chunked", "wsgi.input": body}

    def application(environ: dict[str, Any], _: Any) -> list[bytes]:
        seen.append(environ)
        return [b"done"]

    answer = list(ChunkedBodies(application, limit=100)(environ, lambda *_: lambda _: None))

    assert answer == [b"done"]
    assert seen == [{"HTTP_TRANSFER_ENCODING": "chunked", "wsgi.input": body}]
    assert body.tell() == 0
