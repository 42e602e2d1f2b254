"""The pictures that faces came from, fetched again: the gallery keeps none."""

import asyncio
import json
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from types import TracebackType
from typing import Self

from foundation.fetching.addresses import PictureNotFetched, PictureRefused
from foundation.fetching.pictures import fetch_image
from vision.faces.finder import Face, FaceFinder
from vision.images import UnreadableImage, decode
from vision.settings import Settings
from vision.work import pause


class InvalidListing(Exception):
    """A listing of pictures cannot be read; the text says where."""


class NoPicture(Exception):
    """A picture cannot be had, or has no faces; the text says why."""


def read_listing(lines: Iterable[str]) -> dict[str, str]:
    """Read where the pictures are, from lines of `{"imageId": …, "imageUrl": …}`.

    :raises InvalidListing: a line is something else.
    """
    urls = {}
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            read = json.loads(line)
            urls[str(read["imageId"])] = str(read["imageUrl"])
        except (ValueError, KeyError, TypeError) as error:
            reason = "is not JSON with imageId and imageUrl"
            raise InvalidListing(f"Line {number} of the listing {reason}.") from error
    return urls


class Pictures:
    """Fetches pictures and finds their faces; used as a context.

    A picture is where the listing says; else its id may be its URL.
    """

    def __init__(self, settings: Settings, finder: FaceFinder, urls: Mapping[str, str]) -> None:
        self._settings = settings
        self._finder = finder
        self._urls = urls
        # dlib's models are not for two threads at once.
        self._processor = ThreadPoolExecutor(max_workers=1, thread_name_prefix="faces")

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._processor.shutdown()

    async def faces(self, image_id: str) -> Sequence[Face]:
        """Return the faces of a picture.

        :raises NoPicture: there is no such picture any more, or it cannot be read.
        """
        url = self._urls.get(image_id)
        if url is None and image_id.startswith(("http://", "https://")):
            url = image_id
        if url is None:
            raise NoPicture("the listing has no URL of its picture")
        content = await self._fetched(url)
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._processor, self._found, content)
        except UnreadableImage as error:
            raise NoPicture(str(error).rstrip(".")) from error

    def _found(self, content: bytes) -> Sequence[Face]:
        return self._finder.find(decode(content, max_pixels=self._settings.image_pixels))

    async def _fetched(self, url: str) -> bytes:
        attempts = 0
        while True:
            try:
                limits = self._settings.image_limits
                return (await asyncio.to_thread(fetch_image, url, limits)).content
            except PictureNotFetched as error:
                attempts += 1
                is_final = isinstance(error, PictureRefused)
                if is_final or attempts >= self._settings.image_attempts:
                    raise NoPicture(f"the picture cannot be fetched: {error}") from error
            await asyncio.sleep(pause(attempts, longest=self._settings.longest_pause))
