"""Files of pictures: JPEGs that lack their end, PNGs without their texts."""

from collections.abc import Callable
from io import BytesIO

from PIL import Image

# JPEG files that lack their end, as some cameras and uploads leave them.
#
# Source: ITU-T T.81, annex B (markers and segments).

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


# PNG files without their texts: nothing here reads them, and large ones stop a decoder.
#
# Source: https://www.w3.org/TR/png-3/#5Chunk-layout

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_TEXTS = frozenset({b"tEXt", b"zTXt", b"iTXt"})
_AROUND = 12  # bytes of a chunk beside its data: length, type, checksum


def without_texts(content: bytes) -> bytes:
    """Return a file without its chunks of texts; one that is no PNG, or breaks off, as it is."""
    if not content.startswith(_SIGNATURE) or not any(kind in content for kind in _TEXTS):
        return content
    kept, at = [_SIGNATURE], len(_SIGNATURE)
    while at < len(content):
        end = at + _AROUND + int.from_bytes(content[at : at + 4])
        if content[at + 4 : at + 8] not in _TEXTS:
            kept.append(content[at:end])
        at = end
    return b"".join(kept)
