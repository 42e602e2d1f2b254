"""A provider over real HTTP on loopback, whose next answers a test may replace."""

import json
import threading
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, TypeVar

Played = TypeVar("Played", bound="PlayedProvider")


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A request as it came."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """An answer; `body` is JSON, or text as it is."""

    status: int = 200
    body: Any = None


LOSE = "lose"
"""Do what the request asks for, and close the connection without an answer."""
PASS = "pass"
"""Answer as usual."""


class PlayedProvider(ABC):
    """Answers with `answer`; `spoilt` holds what happens to the next requests instead."""

    def __init__(self) -> None:
        self.asked: list[Asked] = []
        self.spoilt: deque[str | Answer] = deque()
        self._lock = threading.Lock()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self.handle))
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,))
        self._thread.start()

    @abstractmethod
    def answer(self, asked: Asked) -> Answer:
        """Do what the request asks for, and return the answer."""

    def handle(self, asked: Asked) -> Answer | None:
        """Answer one request; None closes the connection."""
        with self._lock:
            self.asked.append(asked)
            spoilt = self.spoilt.popleft() if self.spoilt else PASS
            if isinstance(spoilt, Answer):
                return spoilt
            answer = self.answer(asked)
            return None if spoilt == LOSE else answer

    def close(self) -> None:
        """Stop serving."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


@contextmanager
def played(kind: Callable[[], Played]) -> Iterator[Played]:
    """Play a provider within."""
    provider = kind()
    try:
        yield provider
    finally:
        provider.close()


def _handler(handle: Callable[[Asked], Answer | None]) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            headers = {name.lower(): value for name, value in self.headers.items()}
            answer = handle(Asked(method=self.command, path=self.path, headers=headers, body=body))
            self.close_connection = True
            if answer is not None:
                self._send(answer)

        do_DELETE = do_GET = do_POST  # noqa: N815 (the name of the standard library)

        def _send(self, answer: Answer) -> None:
            text = isinstance(answer.body, str)
            content = (answer.body if text else json.dumps(answer.body)).encode()
            self.send_response(answer.status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *args: Any) -> None:
            pass

    return Handler
