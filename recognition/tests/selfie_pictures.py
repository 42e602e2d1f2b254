"""Pictures for tests of selfies, good and bad."""

import hashlib
import io
import struct
import zlib
from uuid import UUID

import requests
from PIL import Image as Picture

from recognition.models import AccountSpace, Album, Strategy
from recognition.tests.factories import AccountSpaceFactory, AlbumFactory, PhotoFactory
from sandbox.client import SandboxClient


def picture(kind: str = "JPEG", colour: str = "red") -> bytes:
    """Return a small picture of a kind."""
    out = io.BytesIO()
    Picture.new("RGB", (64, 48), colour).save(out, kind)
    return out.getvalue()


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


def album_with_faces(peers: SandboxClient) -> Album:
    """Return an album with a face provider."""
    space: AccountSpace = AccountSpaceFactory.create(account__base_url=peers.url("face-provider"))
    album: Album = AlbumFactory.create(
        strategy=Strategy.DISABLED, face_account=space.account, face_space=space
    )
    return album


def enrol(peers: SandboxClient, album: Album, *persons: str) -> None:
    """Have the face provider know these persons in the album's space."""
    space = album.face_space
    assert space is not None
    peers.set_truth("enrolled", persons=persons, provider="face-provider")
    requests.post(
        peers.url("face-provider", f"/spaces/{space.external_id}/faces?enrol=true"),
        data=picture(),
        headers={"X-Image-Id": "enrolled", "Content-Type": "image/jpeg"},
        timeout=10,
    ).raise_for_status()


def photo_of(album: Album, *persons: str, state: str = "Processed", url: str = "") -> UUID:
    """Return the id of a photo of an album with these persons."""
    photo = PhotoFactory.create(album=album, state=state, image_url=url or "http://h/1.jpg")
    for person in persons:
        photo.persons.create(person_id=person, confidence=0.9)
    found: UUID = photo.pk
    return found
