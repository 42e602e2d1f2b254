"""Serves the page and the labels of one folder, on loopback alone.

Another page of the browser must reach neither: the host has to be ours (a name that leads to
127.0.0.1 is refused), and so has the origin of a change.
"""

import json
from collections.abc import Callable, Mapping
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

from vision.images import UnreadableImage
from vision.label.folder import PICTURES, LabelFolder, LabelsChanged, PhotoUnknown, tag_of
from vision.labelled.album import NUMBER, LabelledPhoto, UnusableLabels

Read = Callable[[Path], LabelledPhoto]

STATIC = Path(__file__).parent / "static"
KINDS = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
}
LARGEST_BODY = 1_000_000
SAFE = {
    "Cache-Control": "no-cache",
    "Content-Security-Policy": "default-src 'self'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
}
REFUSALS: Mapping[type[Exception], HTTPStatus] = {
    PhotoUnknown: HTTPStatus.NOT_FOUND,
    FileNotFoundError: HTTPStatus.NOT_FOUND,
    LabelsChanged: HTTPStatus.CONFLICT,
    UnusableLabels: HTTPStatus.UNPROCESSABLE_ENTITY,
    UnreadableImage: HTTPStatus.UNPROCESSABLE_ENTITY,
    OSError: HTTPStatus.INSUFFICIENT_STORAGE,
}


class LabelServer(ThreadingHTTPServer):
    """The server of a folder; `read` finds what is on a photo, None: a person begins."""

    daemon_threads = True

    def __init__(self, port: int, folder: LabelFolder, read: Read | None) -> None:
        super().__init__(("127.0.0.1", port), _Handler)
        self.folder = folder
        self.read = read

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"


class _Refused(Exception):
    def __init__(self, status: HTTPStatus, detail: str) -> None:
        super().__init__(detail)
        self.status = status


class _Handler(BaseHTTPRequestHandler):
    server: LabelServer
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        self._answer({"/api/album": self._album, "/photo": self._photo}.get(self._path))

    def do_PUT(self) -> None:
        self._answer({"/api/labels": self._change}.get(self._path, _unknown))

    def do_POST(self) -> None:
        self._answer({"/api/readings": self._read}.get(self._path, _unknown))

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        """Log nothing: each change would be a line."""

    @property
    def _path(self) -> str:
        return urlsplit(self.path).path

    @property
    def _name(self) -> str:
        """Return the photo that the address names."""
        return parse_qs(urlsplit(self.path).query).get("name", [""])[0]

    def _answer(self, give: Callable[[], None] | None) -> None:
        try:
            self._refuse_others()
            (give or self._static)()
        except ConnectionError:
            self.close_connection = True  # the page has gone
        except _Refused as refused:
            self.close_connection = True  # the body may not have been read
            self._send_json(refused.status, {"detail": str(refused)})
        except tuple(REFUSALS) as error:
            status = next(REFUSALS[kind] for kind in REFUSALS if isinstance(error, kind))
            self._send_json(status, {"detail": str(error) or type(error).__name__})

    def _refuse_others(self) -> None:
        hosts = [f"{name}:{self.server.server_port}" for name in ("127.0.0.1", "localhost")]
        origin = self.headers.get("Origin")
        own = [f"http://{host}" for host in hosts]
        if self.headers.get("Host") not in hosts or (origin is not None and origin not in own):
            raise _Refused(HTTPStatus.FORBIDDEN, "This page is for this machine's browser alone.")

    def _album(self) -> None:
        folder = self.server.folder
        photos = [
            {
                "name": name,
                "takenOn": photo.taken_on,
                "label": folder.label(name).as_json(),
                "tag": tag_of(folder.label(name)),
            }
            for name, photo in folder.photos.items()
        ]
        self._send_json(
            HTTPStatus.OK,
            {
                "folder": str(folder.path.resolve()),
                "canRead": self.server.read is not None,
                "number": NUMBER.pattern,
                "notes": folder.notes,
                "photos": photos,
            },
        )

    def _change(self) -> None:
        try:
            sent = json.loads(self._body())
            label, before = sent["label"], str(sent["before"])
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            raise _Refused(
                HTTPStatus.BAD_REQUEST, f"It is not JSON as expected: {error}"
            ) from error
        try:
            tag = self.server.folder.change(self._name, label, before)
        except LabelsChanged:
            known = self.server.folder.label(self._name)
            changed = {"label": known.as_json(), "tag": tag_of(known)}
            self._send_json(HTTPStatus.CONFLICT, changed)
        else:
            self._send_json(HTTPStatus.OK, {"tag": tag})

    def _read(self) -> None:
        self._body()
        if self.server.read is None:
            raise _Refused(HTTPStatus.NOT_IMPLEMENTED, "Start it with --read.")
        read = self.server.read(self.server.folder.file(self._name))
        self._send_json(HTTPStatus.OK, read.as_json())

    def _photo(self) -> None:
        file = self.server.folder.file(self._name)
        self._send(HTTPStatus.OK, file.read_bytes(), PICTURES[file.suffix.lower()])

    def _static(self) -> None:
        file = STATIC / (self._path.lstrip("/") or "index.html")
        if file.parent != STATIC or not file.is_file():
            _unknown()
        self._send(HTTPStatus.OK, file.read_bytes(), KINDS[file.suffix])

    def _body(self) -> bytes:
        length = self.headers.get("Content-Length", "")
        if not length.isdecimal() or int(length) > LARGEST_BODY:
            raise _Refused(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "The body is too large.")
        return self.rfile.read(int(length))

    def _send_json(self, status: HTTPStatus, document: Any) -> None:
        self._send(status, json.dumps(document).encode(), "application/json")

    def _send(self, status: HTTPStatus, content: bytes, kind: str) -> None:
        self.send_response(status)
        for name, value in {**SAFE, "Content-Type": kind}.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(content)))
        if self.close_connection:
            self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(content)


def _unknown() -> None:
    raise _Refused(HTTPStatus.NOT_FOUND, "There is no such page.")
