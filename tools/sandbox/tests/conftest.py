"""The sandbox, and a receiver of callbacks with answers that a test sets."""

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
import requests

from tools.sandbox.fixtures import sandbox, sandbox_server
from tools.sandbox.testing import SandboxClient

__all__ = ["sandbox", "sandbox_server"]


@dataclass
class Receiver:
    url: str = ""
    bodies: list[bytes] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    answers: list[int] = field(default_factory=list)

    def wait(self, count: int) -> list[bytes]:
        until(lambda: len(self.bodies) >= count)
        return self.bodies


def until(condition: Callable[[], bool], within: float = 60) -> None:
    deadline = time.monotonic() + within
    while not condition():
        assert time.monotonic() < deadline, "not true in time"
        time.sleep(0.01)


class Server(ThreadingHTTPServer):
    daemon_threads = True
    # Callbacks come in bursts; beyond this queue a connection waits a second to try again.
    request_queue_size = 128


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    """Receives callbacks; answers with the statuses of `answers` first, then 202."""
    received = Receiver()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            received.headers.append({name.lower(): value for name, value in self.headers.items()})
            received.bodies.append(self.rfile.read(int(self.headers["Content-Length"])))
            self.send_response(received.answers.pop(0) if received.answers else 202)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *args: object) -> None:
            """Log nothing."""

    server = Server(("127.0.0.1", 0), Handler)
    received.url = f"http://127.0.0.1:{server.server_port}/callback?token=t"
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    yield received
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def ask(sandbox: SandboxClient, receiver: Receiver) -> Callable[..., requests.Response]:
    """Ask the number provider to read a photo."""

    def send(photo: str, kind: str = "FACE_NUMBER", **changes: object) -> requests.Response:
        document = {
            "name": f"{photo};album",
            "type": kind,
            "imageUrl": "http://images.invalid/1.jpg",
            "callbackUrl": receiver.url,
        } | changes
        url = sandbox.url("number-provider", "/recognitions")
        return requests.post(url, json=document, timeout=60)

    return send
