"""Images: those of a folder, one tiny image, and faulty ones."""

import asyncio
from base64 import b64decode
from collections.abc import Iterable
from pathlib import Path

from aiohttp import web

from tools.sandbox.conduct import Conduct
from tools.sandbox.ledger import Ledger
from tools.sandbox.problems import Refused
from tools.sandbox.wire import Answer, Call, Service, segment

# One grey pixel: the smallest JPEG that every decoder accepts, written by Pillow at quality 1.
PIXEL = b64decode(
    "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAP"
    + "/" * 86
    + "2wBDAf"
    + "/" * 86
    + "wAARCAABAAEDASIAAhEBAxEB"
    "/8QAFAABAAAAAAAAAAAAAAAAAAAAAP/EABQQAQAAAAAAAAAAAAAAAAAAAAD/xAAUAQEAAAAAAAAAAAAAAAAAAAAA"
    "/8QAFBEBAAAAAAAAAAAAAAAAAAAAAP/aAAwDAQACEQMRAD8AAA//2Q=="
)
IMAGES = {".jpg", ".jpeg", ".png"}
CHUNK = PIXEL * 200
# Seconds between two bytes of the slow image.
SLOW_BEAT = 1.0


class AlbumHost(Service):
    """Serves images over plain HTTP, correct and faulty ones."""

    name = "album"

    def __init__(self, conduct: Conduct, ledger: Ledger, folder: Path | None = None) -> None:
        super().__init__(conduct, ledger)
        self._folder = folder

    def routes(self) -> Iterable[web.RouteDef]:
        """Return the faulty images first: their names have no extension, so they hide no file."""
        misbehaving: dict[str, Answer] = {
            "pixel.jpg": _pixel,
            "huge": _huge,
            "slow": _slow,
            "text": _text,
            "missing": _missing,
            "redirect": _redirect,
        }
        name = segment("name")
        odd = [self.wire("GET", f"/{{name:{n}}}", a, name) for n, a in misbehaving.items()]
        return [
            *odd,
            self.side("GET", "/", self._list),
            self.wire("GET", "/{name}", self._image, name),
            self.wire("GET", "/{folder}/{name}", self._image, name),
        ]

    def forget(self) -> None:
        """Forget nothing: the folder belongs to the caller."""

    async def _list(self, call: Call) -> web.Response:
        # The folder may be created after the sandbox has started.
        folder = self._folder
        files = () if folder is None else (*folder.glob("*"), *folder.glob("*/*"))
        images = [file for file in files if file.is_file() and file.suffix.lower() in IMAGES]
        names = sorted(str(file.relative_to(folder)) for file in images if folder)
        return web.json_response({"images": names})

    async def _image(self, call: Call) -> web.StreamResponse:
        parts = [Path(part).name for part in call.request.match_info.values()]
        file = None if self._folder is None else self._folder.joinpath(*parts)
        if file is None or ".." in parts or file.suffix.lower() not in IMAGES or not file.is_file():
            raise Refused(404, "not-found", "No such image.")
        return web.FileResponse(file)


async def _pixel(_: Call) -> web.StreamResponse:
    return web.Response(body=PIXEL, content_type="image/jpeg")


async def _huge(call: Call) -> web.StreamResponse:
    """Send the tiny image again and again, until the client closes the connection."""
    return await _stream(call.request, CHUNK, beat=0)


async def _slow(call: Call) -> web.StreamResponse:
    """Send the tiny image byte by byte, again and again."""
    return await _stream(call.request, PIXEL[:1], beat=SLOW_BEAT)


async def _text(_: Call) -> web.StreamResponse:
    return web.Response(text="This is not an image.\n")


async def _missing(_: Call) -> web.StreamResponse:
    raise Refused(404, "not-found", "No such image.")


async def _redirect(call: Call) -> web.StreamResponse:
    to = call.request.query.get("to", "/album/pixel.jpg")
    return web.Response(status=302, headers={"Location": to})


async def _stream(request: web.Request, chunk: bytes, *, beat: float) -> web.StreamResponse:
    response = web.StreamResponse(headers={"Content-Type": "image/jpeg"})
    await response.prepare(request)
    while request.transport is not None:
        try:
            await response.write(chunk)
        except ConnectionError:
            break
        await asyncio.sleep(beat)
    return response
