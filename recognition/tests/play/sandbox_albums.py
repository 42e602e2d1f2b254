"""Albums whose photos and selfies the sandbox's providers recognise."""

import requests

from recognition.models import AccountSpace, Album, Strategy
from recognition.tests.factories import AccountSpaceFactory, AlbumFactory
from recognition.tests.play.selfie_pictures import picture
from tools.sandbox.client import SandboxClient


def album_with_faces(peers: SandboxClient) -> Album:
    """Return an album whose faces the face provider recognises."""
    space: AccountSpace = AccountSpaceFactory.create(account__base_url=peers.url("face-provider"))
    return AlbumFactory.create(strategy=Strategy.DISABLED, face_space=space)


def album_that_knows(peers: SandboxClient, *persons: str) -> Album:
    """Return an album with a face provider that knows these persons in the album's space."""
    album = album_with_faces(peers)
    space = album.face_space
    assert space is not None
    peers.set_truth("enrolled", persons=persons, provider="face-provider")
    requests.post(
        peers.url("face-provider", f"/spaces/{space.external_id}/faces?enrol=true"),
        data=picture(),
        headers={"X-Image-Id": "enrolled", "Content-Type": "image/jpeg"},
        timeout=10,
    ).raise_for_status()
    return album


def album_left_unanswered(peers: SandboxClient) -> Album:
    """Return an album whose faces the number provider recognises; its callbacks are lost."""
    peers.behave("number-provider", callback={"lostRate": 1})
    return AlbumFactory.create(strategy=Strategy.FACE_NUMBER)
