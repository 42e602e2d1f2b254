"""JPEG files that lack their end, as some cameras and uploads leave them.

Source: ITU-T T.81, annex B (markers and segments).
"""

from collections.abc import Callable
from io import BytesIO

from PIL import Image

_START, _SCAN, _END = b"\xff\xd8", b"\xff\xda", b"\xff\xd9"
_ENOUGH = 256  # pixels of a side, to see whether the lowest part is there
_LOWEST = 10  # one part of so many; a decoder fills what is missing with one colour


def lacks_end(content: bytes) -> bool:
    """Return whether a file is a JPEG whose picture begins and does not end."""
    if not content.startswith(_START):
        return False
    at = len(_START)
    while content[at : at + 1] == b"\xff" and content[at : at + 2] != _SCAN:
        at += 2 + int.from_bytes(content[at + 2 : at + 4])
    return content[at : at + 2] == _SCAN and content.find(_END, at) < 0


def completed(content: bytes, is_too_large: Callable[[Image.Image], bool]) -> bytes:
    """Return a JPEG that lacks only its end with one; any other file as it is.

    Where its lowest tenth is missing too it stays as it is, and decoders refuse it.

    :param is_too_large: asked of the opened picture; one that is stays as it is, and undecoded: a
        small file may announce more pixels than the memory holds.
    :raises OSError: it cannot be read.
    :raises Image.DecompressionBombError: it has far too many pixels.
    """
    if not lacks_end(content):
        return content
    with Image.open(BytesIO(content + _END), formats=["JPEG"]) as picture:
        if is_too_large(picture):
            return content
        picture.draft("RGB", (_ENOUGH, _ENOUGH))
        height = picture.height
        lowest = picture.crop((0, height - -(-height // _LOWEST), picture.width, height))
        is_missing = lowest.convert("RGB").getcolors(1) is not None
    return content if is_missing else content + _END
