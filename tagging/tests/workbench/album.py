"""A server of photos with a number on each, on an origin of its own."""

import io
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from PIL import Image, ImageDraw, ImageFont

SIZES = {"small": (1200, 800), "large": (4200, 2800)}


class Handler(BaseHTTPRequestHandler):
    """`/small/101.jpg` is a photo with the number 101, as is `/large/101.jpg`; the rest is 404."""

    def do_GET(self) -> None:
        found = re.fullmatch(r"/(small|large)/(\d+)\.jpg", self.path)
        if found is None:
            self.send_error(404)
            return
        body = drawn(*found.groups())
        self.send_response(200)
        self.send_header("Content-Type", "image/jpeg")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        return


@cache
def drawn(size: str, number: str) -> bytes:
    """Return a JPEG with the number in its middle."""
    width, height = SIZES[size]
    image = Image.linear_gradient("L").resize((width, height)).convert("RGB")
    draw = ImageDraw.Draw(image)
    draw.rectangle((width * 3 // 8, height // 3, width * 5 // 8, height * 2 // 3), fill="white")
    font = ImageFont.load_default(height // 6)
    draw.text((width // 2, height // 2), number, fill="black", font=font, anchor="mm")
    written = io.BytesIO()
    image.save(written, "JPEG", quality=80)
    return written.getvalue()


@contextmanager
def photo_server() -> Iterator[str]:
    """Serve photos, and yield the server's address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()
