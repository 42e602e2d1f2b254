"""A peer over real HTTP on loopback that answers as the test says."""

import threading
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What a request is answered, once `after` is set."""

    status: int = 204
    body: bytes = b""
    headers: dict[str, str] = field(default_factory=dict)
    after: threading.Event | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    method: str
    path: str
    headers: dict[str, str]
    body: bytes


class _Server(ThreadingHTTPServer):
    # The default of 5 drops connections that come at once; the kernel tries again a second later.
    request_queue_size = 64


class PeerServer:
    """Answers from `answers`, one a request; with none left, 204. `asked` holds what came."""

    def __init__(self) -> None:
        self.answers: deque[Answer] = deque()
        self.asked: list[Asked] = []
        self.connections = 0
        self.open = threading.Event()
        self.open.set()
        self._server = _Server(("127.0.0.1", 0), self._handler())
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,))
        self._thread.start()

    def close(self) -> None:
        """Stop serving and free the port."""
        self.open.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        peer = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def setup(self) -> None:
                peer.connections += 1
                super().setup()

            def do_PUT(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                answer = peer.answers.popleft() if peer.answers else Answer()
                peer.asked.append(
                    Asked(method="PUT", path=self.path, headers=dict(self.headers), body=body)
                )
                (answer.after or peer.open).wait(10)
                self._answer(answer)

            def _answer(self, answer: Answer) -> None:
                self.send_response(answer.status)
                for name, value in answer.headers.items():
                    self.send_header(name, value)
                if answer.status != 204:
                    self.send_header("Content-Length", str(len(answer.body)))
                self.end_headers()
                self.wfile.write(answer.body)

            def log_message(self, *args: Any) -> None:
                pass

        return Handler


@contextmanager
def peer_server() -> Iterator[PeerServer]:
    """Run a peer for the length of a block."""
    server = PeerServer()
    try:
        yield server
    finally:
        server.close()
