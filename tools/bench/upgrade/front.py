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
BUSY = (503, {"Retry-After": "1"}, b"{}")

Reply = tuple[int, dict[str, str], bytes]
Asked = tuple[str, str, str, bytes]  # method, path, who, body


@dataclass(frozen=True, slots=True, kw_only=True)
class Phase:
    """What happens for a while. The phases of a part are judged together; without one, not."""

    name: str
    part: str = ""

    def __str__(self) -> str:
        return f"{self.part}: {self.name}" if self.part else self.name


@dataclass(frozen=True, slots=True, kw_only=True)
class Passed:
    """A request that was answered: in which phase, after how many seconds, and how.

    `whole_seconds` count from its first attempt: while it is answered with 503 and `Retry-After`,
    the client asks again.
    """

    phase: Phase
    seconds: float
    whole_seconds: float
    request: str
    status: int
    may_be_repeated: bool

    @property
    def was_repeated(self) -> bool:
        return self.whole_seconds > self.seconds


class Front:
    """The balancer; `phase` names what happens now."""

    def __init__(self, port: int) -> None:
        self.phase = Phase(name="before")
        self.passed: list[Passed] = []
        self._first_asked: dict[Asked, float] = {}
        self._ports: Sequence[int] = ()
        self._turn = 0
        self._lock = Lock()
        handler = type("FrontHandler", (_Handler,), {"front": self})
        self._server = _Server(("127.0.0.1", port), handler)
        Thread(target=self._server.serve_forever, daemon=True).start()

    def serve_by(self, *ports: int) -> None:
        """Send requests from now on to these webs, in turn."""
        self._ports = ports

    @property
    def unsuccessful(self) -> list[str]:
        """The requests whose last answer was that they may be repeated."""
        return [f"{method} {path}" for method, path, _who, _body in self._first_asked]

    def note(self, asked: Asked, began: float, phase: Phase, reply: Reply) -> None:
        """Note the answer to a request. No client has two like requests under way."""
        (status, headers, _), now = reply, time.perf_counter()
        may_be_repeated = status == 503 and "Retry-After" in headers
        if may_be_repeated:
            first = self._first_asked.setdefault(asked, began)
        else:
            first = self._first_asked.pop(asked, began)
        self.passed.append(
            Passed(
                phase=phase,
                seconds=now - began,
                whole_seconds=now - first,
                request=f"{asked[0]} {asked[1].partition('?')[0]}",
                status=status,
                may_be_repeated=may_be_repeated,
            )
        )

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
        reply = self.front.reply(self.command, self.path, given, body)
        who = self.headers.get("Authorization", "")
        # Before the answer: the client may repeat it at once, or may have gone.
        self.front.note((self.command, self.path, who, body), began, phase, reply)
        status, headers, content = reply
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        if status != 204:
            self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

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
