"""Publishes photos whose pictures cannot be read, through the real processes and number server.

    python -m tools.bench.pictures

Each photo must be Failed with a plain reason, within 15 seconds and after one attempt. A slow host
is different: it is asked again, so only the reason of its first attempt is looked at. A picture of
60 megapixels can be read. Exits with 1 if anything differs.
"""

import io
import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread
from typing import TYPE_CHECKING

from PIL import Image
from rich.console import Console
from rich.table import Table

from tools.bench.publishing import Published, album_of, publish
from tools.bench.rehearsal import Rehearsal, rehearse
from tools.bench.verdicts import Verdict, conclude

if TYPE_CHECKING:
    from recognition.models import Photo

SERVICES = ("web", "worker", "deliveries", "recognition", "beat", "consumer", "vision")
IMAGE_SECONDS, IMAGE_ATTEMPTS = 18, 1
SETTINGS = {
    "DEFAULT_STRATEGY": "Number",
    "LOG_LEVEL": "WARNING",
    "VISION_IMAGE_SECONDS": str(IMAGE_SECONDS),
    "VISION_IMAGE_ATTEMPTS": str(IMAGE_ATTEMPTS),
    "VISION_LONGEST_PAUSE": "2",
}
LONGEST = 15.0  # seconds
TIMEOUT = 60.0
JPEG = "image/jpeg"


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """What the host answers, and what the photo's reason must contain; empty: it is Processed."""

    reason: str
    content: bytes = b""
    content_type: str = JPEG
    status: int = 200
    is_slow: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Ending:
    """What became of a photo; seconds since it was published."""

    name: str
    state: str
    reason: str
    attempts: int
    seconds: float


def pictures() -> dict[str, Picture]:
    """Return the pictures by their names."""
    whole = jpeg(1200, 800)
    unreadable, unfetched = "The picture cannot be read: it", "The picture cannot be fetched: "
    slow = Picture(is_slow=True, reason="did not send it within")
    return {
        # First, and more than two: the others must not wait for them.
        **{f"slow-{number}": slow for number in (1, 2, 3)},
        "damaged": Picture(content=whole[: len(whole) // 2], reason=f"{unreadable} is damaged"),
        "empty": Picture(reason=f"{unfetched}it is empty"),
        "text": Picture(content=b"no picture", reason="sent something, no JPEG, PNG or WebP"),
        "plain": Picture(content=b"no", content_type="text/plain", reason="sent text/plain, no"),
        "large": Picture(content=jpeg(10_000, 6_500), reason=f"{unreadable} has 10000 x 6500"),
        "60-megapixels": Picture(content=jpeg(10_000, 6_000), reason=""),
        "missing": Picture(status=404, reason="answered with status 404"),
        "loop": Picture(status=302, reason=f"{unfetched}more than 5 redirects"),
    }


def jpeg(width: int, height: int) -> bytes:
    """Draw a picture of grey stripes."""
    stripes = Image.linear_gradient("L").resize((width, height))
    file = io.BytesIO()
    stripes.save(file, "JPEG", quality=60)
    return file.getvalue()


def main() -> None:
    """Publish, wait, and print what became of each photo."""
    offered = pictures()
    with rehearse(SETTINGS, *SERVICES) as system, host(offered) as address:
        endings = await_all(system, offered, {name: f"{address}/{name}" for name in offered})
        refuse_private_addresses(system)
        private = Picture(reason="The picture cannot be fetched: ")
        places = {"private": f"{address}/damaged", "private-name": named(f"{address}/damaged")}
        offered |= dict.fromkeys(places, private)
        endings += await_all(system, offered, places)
    Console(width=160).print(table(endings))
    conclude([judge(ending, offered[ending.name]) for ending in endings])


def await_all(
    system: Rehearsal, offered: Mapping[str, Picture], addresses: Mapping[str, str]
) -> list[Ending]:
    """Publish a photo for each address, and wait until each is finished or has failed once."""
    photos = dict(zip(addresses, album_of(list(addresses.values())), strict=True))
    began = time.monotonic()
    publish(list(photos.values()))
    endings: dict[str, Ending] = {}

    def look() -> bool:
        for name, photo in photos.items():
            ending = _ending(name, photo, time.monotonic() - began, offered[name].is_slow)
            if name not in endings and ending is not None:
                endings[name] = ending
        return len(endings) == len(photos)

    system.wait(look, TIMEOUT)
    waiting = [name for name in photos if name not in endings]
    return [
        *endings.values(),
        *(Ending(name=name, state="?", reason="", attempts=0, seconds=TIMEOUT) for name in waiting),
    ]


def _ending(name: str, published: Published, seconds: float, is_slow: bool) -> Ending | None:
    from recognition.models import Photo

    photo = Photo.objects.filter(pk=published.photo_id).first()
    attempts = list(photo.attempts.order_by("pk")) if photo else []
    if photo is None or not (_is_finished(photo) or (is_slow and attempts)):
        return None
    reason = attempts[0].reason if is_slow and attempts else photo.reason_description
    return Ending(
        name=name, state=photo.state, reason=reason, attempts=len(attempts), seconds=seconds
    )


def _is_finished(photo: "Photo") -> bool:
    return photo.state in {"Failed", "Processed"}


def refuse_private_addresses(system: Rehearsal) -> None:
    """Start the number server again, as it is with the default setting."""
    from tools.local.health import answers

    os.environ["ALLOW_PRIVATE_IMAGE_URLS"] = "false"
    is_up: Callable[[], bool] = answers(f"http://127.0.0.1:{os.environ['VISION_PORT']}/health")
    system.kill("vision")
    system.wait(lambda: not is_up(), TIMEOUT)
    if not system.wait(is_up, 2 * TIMEOUT):
        raise RuntimeError("the number server did not start again")


def named(address: str) -> str:
    """Return the address by the name of this machine."""
    return address.replace("127.0.0.1", "localhost")


def judge(ending: Ending, picture: Picture) -> Verdict:
    """Judge what became of a photo."""
    told = f"{ending.state} after {ending.seconds:.1f} s, {ending.attempts} attempts"
    if picture.is_slow:
        passed = picture.reason in ending.reason
    elif picture.reason:
        in_time = ending.seconds <= LONGEST and ending.attempts == 1
        passed = ending.state == "Failed" and in_time and picture.reason in ending.reason
    else:
        passed = ending.state == "Processed"
    return Verdict(bar=ending.name, measured=f"{told}: {ending.reason or '–'}", passed=passed)


def table(endings: Sequence[Ending]) -> Table:
    """Return what became of each photo."""
    shown = Table("Picture", "State", "Seconds", "Attempts", "Reason", title="Pictures")
    for each in endings:
        seconds, attempts = f"{each.seconds:.1f}", str(each.attempts)
        shown.add_row(each.name, each.state, seconds, attempts, each.reason)
    return shown


@contextmanager
def host(offered: Mapping[str, Picture]) -> Iterator[str]:
    """Serve the pictures on a loopback port until the block ends; return the address."""
    over = Event()
    server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(offered, over))
    server.daemon_threads = True
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        over.set()
        server.shutdown()
        server.server_close()


def _handler(offered: Mapping[str, Picture], over: Event) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            picture = offered[self.path.removeprefix("/")]
            if picture.is_slow:
                over.wait(2 * IMAGE_SECONDS)
            self.send_response(picture.status)
            self.send_header("Content-Type", picture.content_type)
            self.send_header("Content-Length", str(len(picture.content)))
            if picture.status == 302:
                self.send_header("Location", self.path)
            self.end_headers()
            with suppress(BrokenPipeError):  # a slow answer that no one waits for any more
                self.wfile.write(picture.content)

        def log_message(self, format: str, *arguments: object) -> None:  # noqa: A002
            pass

    return Handler


if __name__ == "__main__":
    main()
