"""Pictures for tests of selfies, good and bad."""

import hashlib
import io
import struct
import zlib
from uuid import UUID

from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image as Picture

from recognition.models import Album
from recognition.tests.factories import PhotoFactory


def picture(kind: str = "JPEG", colour: str = "red") -> bytes:
    """Return a small picture of a kind; an MPO is a JPEG that holds two."""
    out = io.BytesIO()
    image = Picture.new("RGB", (64, 48), colour)
    image.save(out, kind, **({"save_all": True, "append_images": [image]} if kind == "MPO" else {}))
    return out.getvalue()


def picture_sent() -> SimpleUploadedFile:
    return SimpleUploadedFile("me.jpg", picture(), "image/jpeg")


def bomb(side: int) -> bytes:
    """Return a PNG of a few bytes that claims this many pixels a side."""
    header = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
    body = b"IHDR" + header
    return (
        b"\x89PNG\r\n\x1a\n" + struct.pack(">I", len(header)) + body
        + struct.pack(">I", zlib.crc32(body)) + b"\x00\x00\x00\x00IDAT" + b"\x35\xaf\x06\x1e"
    )  # fmt: skip


def digest(content: bytes) -> str:
    """Return the name by which the played face provider knows a picture."""
    return hashlib.sha256(content).hexdigest()


def photo_of(album: Album, *persons: str, state: str = "Processed", url: str = "") -> UUID:
    """Return the id of a photo of an album with these persons."""
    photo = PhotoFactory.create(album=album, state=state, image_url=url or "http://h/1.jpg")
    for person in persons:
        photo.persons.create(person_id=person, confidence=0.9)
    found: UUID = photo.pk
    return found
