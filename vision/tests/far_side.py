"""The other side of the vision server's wires: hosts of images and receivers of callbacks."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread
from typing import Any, Self

from vision.tests.waiting import until


@dataclass(frozen=True, slots=True, kw_only=True)
class Image:
    """What the image host answers."""

    content: bytes
    content_type: str = "image/jpeg"
    status: int = 200
    location: str = ""
    is_slow: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Callback:
    """A received callback, with any answer."""

    request_id: str
    body: dict[str, Any]


class FarSide:
    """Serves given images and stores callbacks."""

    def __init__(self) -> None:
        self.images: dict[str, Image] = {}
        self.callbacks: list[Callback] = []
        self.fetched: list[str] = []
        self.statuses: list[int] = []
        self.may_answer = Event()
        self.may_answer.set()
        self.is_over = Event()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._server.daemon_threads = True
        self._thread = Thread(target=self._server.serve_forever, args=(0.02,), daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        self.may_answer.set()
        self.is_over.set()
        self._server.shutdown()
        self._server.server_close()

    @property
    def callback_url(self) -> str:
        return f"{self._url}/callback?token=signed"

    def image_url(self, name: str) -> str:
        return f"{self._url}/images/{name}"

    def request(self, image: str, *, kind: str = "NUMBER") -> dict[str, str]:
        """Return the body of a request about an image."""
        url = self.image_url(image)
        of_wire = {"imageUrl": url, "callbackUrl": self.callback_url}
        return {"name": f"{image};album", "type": kind, **of_wire}

    def answer_callbacks(self, statuses: Sequence[int]) -> None:
        """Answer the next callbacks with these statuses, and all others with 202."""
        self.statuses = list(statuses)

    def wait_for_callbacks(self, count: int) -> list[Callback]:
        until(lambda: len(self.callbacks) >= count, f"{count} callbacks", seconds=60)
        return self.callbacks

    @property
    def _url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_port}"

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        side = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                name = self.path.removeprefix("/images/")
                side.fetched.append(name)
                side.may_answer.wait(60)
                missing = Image(content=b"", status=404)
                image = side.images.get(name, missing)
                if image.is_slow:
                    side.is_over.wait(60)
                self.send_response(image.status)
                self.send_header("Content-Type", image.content_type)
                self.send_header("Content-Length", str(len(image.content)))
                if image.location:
                    self.send_header("Location", image.location)
                self.end_headers()
                self.wfile.write(image.content)

            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                request_id = self.headers["X-Request-Id"]
                status = side.statuses.pop(0) if side.statuses else 202
                side.callbacks.append(Callback(request_id=request_id, body=body))
                self.send_response(status)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, format: str, *arguments: object) -> None:  # noqa: A002
                pass

        return Handler
