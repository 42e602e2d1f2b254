"""Faults of the vision server, each with the alerts that it fires."""

import json
import os
import threading
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from uuid import uuid4

from tools.bench.faults import End, Fault, killed
from tools.bench.rehearsal import Rehearsal
from tools.local.ports import kept_port
from tools.sandbox.services.album import PIXEL


class _ImageHost(BaseHTTPRequestHandler):
    """Serves one picture, and takes callbacks."""

    def do_GET(self) -> None:
        self._answer(PIXEL, "image/jpeg")

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        self._answer(b"{}", "application/json")

    def _answer(self, body: bytes, kind: str) -> None:
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args: Any) -> None:
        return


@contextmanager
def _image_host(port: int) -> Iterator[None]:
    server = ThreadingHTTPServer(("127.0.0.1", port), _ImageHost)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def _ask(image_url: str, callback_url: str) -> None:
    body = {
        "name": str(uuid4()),
        "type": "NUMBER",
        "imageUrl": image_url,
        "callbackUrl": callback_url,
    }
    address = f"http://127.0.0.1:{os.environ['VISION_PORT']}/recognitions"
    headers = {"Content-Type": "application/json"}
    asked = urllib.request.Request(address, json.dumps(body).encode(), headers)
    urllib.request.urlopen(asked, timeout=30).close()


def _no_image_host(_: Rehearsal) -> End:
    """Ask for pictures of a host that is down; it comes back at the end."""
    with TemporaryDirectory() as folder:
        port = kept_port(Path(folder) / "port")
    host = f"http://127.0.0.1:{port}"
    for number in range(3):
        _ask(f"{host}/{number}.jpg", f"{host}/callback")
    serving = _image_host(port)

    def end() -> None:
        serving.__enter__()

    return end


def _lost_picture(system: Rehearsal) -> End:
    """Ask for a picture that is gone; the alert ends with the time that it looks at."""
    _ask(system.sandbox.url("album", "/missing"), f"{os.environ['PUBLIC_URL']}/health/live")
    return lambda: None


FAULTS_OF_VISION = (
    Fault(alerts=("VisionStands",), inject=_no_image_host),
    Fault(alerts=("VisionGivesUp",), inject=_lost_picture),
    Fault(alerts=("VisionAway",), inject=killed("vision")),
)
