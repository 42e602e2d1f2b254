"""A balancer as a deployment has one: clients know its port alone, and it notes each answer.

A version's web is taken out before it is stopped. A request that no web has read goes to the next
one; one that broke midway is answered with 503 and `Retry-After`, for it may have had an effect.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Lock, Thread
from typing import Any

ANSWER_SECONDS = 30.0
OF_ONE_HOP = {"connection", "keep-alive", "transfer-encoding", "content-length", "date", "server"}
BEFORE = "before"  # the first phase is named
BUSY = (503, {"Retry-After": "1"}, b"{}")

Reply = tuple[int, dict[str, str], bytes]


@dataclass(frozen=True, slots=True, kw_only=True)
class Passed:
    """A request that was answered: in which phase, after how many seconds, and how."""

    phase: str
    seconds: float
    request: str
    status: int
    may_be_repeated: bool


class Front:
    """The balancer; `phase` names what happens now."""

    def __init__(self, port: int) -> None:
        self.phase = BEFORE
        self.passed: list[Passed] = []
        self._ports: Sequence[int] = ()
        self._turn = 0
        self._lock = Lock()
        handler = type("FrontHandler", (_Handler,), {"front": self})
        self._server = _Server(("127.0.0.1", port), handler)
        Thread(target=self._server.serve_forever, daemon=True).start()

    def serve_by(self, *ports: int) -> None:
        """Send requests from now on to these webs, in turn."""
        self._ports = ports

    def stop(self) -> None:
        """Answer no more."""
        self._server.shutdown()
        self._server.server_close()

    def reply(self, method: str, path: str, headers: dict[str, str], body: bytes) -> Reply:
        """Pass a request on."""
        with self._lock:
            self._turn += 1
            ports = [*self._ports, *self._ports][self._turn % max(1, len(self._ports)) :]
        for port in ports[: len(self._ports)]:
            connection = HTTPConnection("127.0.0.1", port, timeout=ANSWER_SECONDS)
            try:
                connection.connect()
            except OSError:
                continue
            try:
                return _ask(connection, method, path, headers, body)
            except (OSError, HTTPException):
                return BUSY
            finally:
                connection.close()
        return BUSY


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    front: Front

    def _pass_on(self) -> None:
        began, phase = time.perf_counter(), self.front.phase
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        given = {k: v for k, v in self.headers.items() if k.lower() not in OF_ONE_HOP}
        status, headers, content = self.front.reply(self.command, self.path, given, body)
        seconds = time.perf_counter() - began
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        if status != 204:
            self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)
        self.front.passed.append(
            Passed(
                phase=phase,
                seconds=seconds,
                request=f"{self.command} {self.path.partition('?')[0]}",
                status=status,
                may_be_repeated=status == 503 and "Retry-After" in headers,
            )
        )

    do_GET = do_POST = do_PUT = do_DELETE = _pass_on  # noqa: N815 (their names)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 (its name)
        pass


def _ask(
    connection: HTTPConnection, method: str, path: str, headers: dict[str, str], body: bytes
) -> Reply:
    connection.request(method, path, body=body or None, headers=headers)
    answer = connection.getresponse()
    content = answer.read()
    kept = {k.title(): v for k, v in answer.getheaders() if k.lower() not in OF_ONE_HOP}
    return answer.status, kept, content
