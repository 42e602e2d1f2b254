"""A small HTTP server that plays the API: each answer is written down before, each call after."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

CUT = None  # no answer: the connection ends


@dataclass(frozen=True)
class Told:
    """An answer."""

    status: int = 200
    body: Any = None
    headers: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Heard:
    """A call."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


@dataclass
class Play:
    """The answers to come, and the calls that came."""

    url: str = ""
    answers: list[Told | None] = field(default_factory=list)
    calls: list[Heard] = field(default_factory=list)

    def tells(self, *answers: Told | None) -> None:
        self.answers.extend(answers)


@contextmanager
def played() -> Iterator[Play]:
    """Run a server for a test."""
    play = Play()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def answer(self) -> None:
            size = int(self.headers.get("Content-Length") or 0)
            body = self.rfile.read(size)
            headers = {name.lower(): value for name, value in self.headers.items()}
            play.calls.append(Heard(self.command, self.path, headers, body))
            told = play.answers.pop(0)
            if told is CUT:
                self.close_connection = True
            else:
                self.tell(told)

        def tell(self, told: Told) -> None:
            content = told.body if isinstance(told.body, bytes) else json.dumps(told.body).encode()
            has_none = told.status in (204, 304)
            self.send_response(told.status)
            for name, value in told.headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", "0" if has_none else str(len(content)))
            self.end_headers()
            self.wfile.write(b"" if has_none else content)

        def log_message(self, *_: Any) -> None:
            """Say nothing."""

        do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = answer  # noqa: N815

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    play.url = f"http://127.0.0.1:{server.server_port}"
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield play
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
