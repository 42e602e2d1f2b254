"""Policy of pictures: one that any caller names is fetched from a public address or not at all."""

import asyncio
import socket
from collections.abc import Callable, Iterator
from typing import Any
from uuid import uuid4

import pytest

from config.tests.addresses.places import INSIDE, NOWHERE, SCHEMES, Door, door
from foundation.fetching import pictures
from foundation.fetching.addresses import PictureNotFetched, is_outside
from recognition.providers.failures import ProcessingFailure
from recognition.providers.pictures import fetch_image
from recognition.wire.picture_copies import PictureNotAvailable, PictureSize, fetch_picture
from vision.reembed.pictures import NoPicture, Pictures
from vision.settings import Settings

OTHER = "127.0.0.2"  # plays a public host that sends elsewhere
Fetch = Callable[[str], Any]


def _by_vision(url: str) -> None:
    pictures.fetch_image(url, Settings().image_limits)


def _by_reembed(url: str) -> None:
    no_finder: Any = None  # its models are slow to load; there is no picture to look at

    async def fetch() -> None:
        async with Pictures(Settings(image_attempts=1), no_finder, {"1": url}) as pictures:
            await pictures.faces("1")

    asyncio.run(fetch())


def _by_cache(url: str) -> None:
    fetch_picture(uuid4(), PictureSize.PAGE, lambda: url)


FETCHERS: dict[str, Fetch] = {
    "a photo, for a face provider; a selfie": fetch_image,
    "a photo, for staff and taggers": _by_cache,
    "a picture for vision": _by_vision,
    "a picture to embed again": _by_reembed,
}
REFUSALS = (ProcessingFailure, PictureNotAvailable, PictureNotFetched, NoPicture)

INSIDE_SAID = ("private address", "address is not valid")


@pytest.fixture(params=FETCHERS)
def fetch(request: pytest.FixtureRequest, settings: Any, tmp_path: Any) -> Fetch:
    settings.ALLOW_PRIVATE_IMAGE_URLS = False
    settings.PICTURE_FOLDER = str(tmp_path)
    return FETCHERS[request.param]


@pytest.fixture
def inside() -> Iterator[Door]:
    with door() as found:
        yield found
        assert found.connections == 0


@pytest.fixture
def no_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no test wait for a far host, or pass because it cannot be reached."""

    def connect(_: Any, where: Any) -> None:
        raise AssertionError(f"a connection to {where}")

    monkeypatch.setattr(socket.socket, "connect", connect)


def _refusal(fetch: Fetch, url: str) -> str:
    with pytest.raises(REFUSALS) as raised:
        fetch(url)
    return str(getattr(raised.value, "reason", raised.value))


@pytest.mark.parametrize("host", [*INSIDE, *NOWHERE])
def test_no_address_inside(fetch: Fetch, host: str, inside: Door) -> None:
    for port in (inside.port, 22, 0):
        said = _refusal(fetch, f"http://{host}:{port}/1.jpg")

        assert any(why in said for why in (*INSIDE_SAID, "not be resolved"))


@pytest.mark.parametrize("host", ["127.0.0.1", "169.254.169.254", "::1", "::ffff:10.0.0.1"])
@pytest.mark.usefixtures("no_connection")
def test_no_name_that_leads_inside(
    fetch: Fetch, host: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    where = (host, 80, 0, 0) if ":" in host else (host, 80)
    found = [(family, socket.SOCK_STREAM, 6, "", where)]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: found)

    assert "private address" in _refusal(fetch, "http://photos.example.org/1.jpg")


@pytest.fixture
def outside(monkeypatch: pytest.MonkeyPatch) -> Iterator[Door]:
    """A public host, and how it sends elsewhere."""
    known = is_outside
    monkeypatch.setattr(pictures, "is_outside", lambda ip: ip == OTHER or known(ip))
    with door(OTHER) as found:
        yield found


def test_no_name_that_leads_inside_when_it_is_asked_again(
    fetch: Fetch, outside: Door, monkeypatch: pytest.MonkeyPatch
) -> None:
    getaddrinfo, leads_to = socket.getaddrinfo, iter([OTHER])

    def resolve(host: Any, *args: Any, **options: Any) -> Any:
        known = next(leads_to, "127.0.0.1") if host == "photos.example.org" else host
        return getaddrinfo(known, *args, **options)

    monkeypatch.setattr(socket, "getaddrinfo", resolve)

    _refusal(fetch, f"http://photos.example.org:{outside.port}/1.jpg")

    assert outside.connections == 1


@pytest.mark.parametrize("host", ["127.0.0.1", "127.1", "localhost", "[::1]", "169.254.169.254"])
def test_no_redirect_inside(fetch: Fetch, host: str, outside: Door, inside: Door) -> None:
    outside.location = f"http://{host}:{inside.port}/latest/meta-data/"

    said = _refusal(fetch, f"http://{OTHER}:{outside.port}/1.jpg")

    assert any(why in said for why in INSIDE_SAID)
    assert outside.connections == 1


@pytest.mark.parametrize("url", SCHEMES)
def test_no_other_scheme(fetch: Fetch, url: str, outside: Door, inside: Door) -> None:
    other = url.format(host=f"127.0.0.1:{inside.port}")
    _refusal(fetch, other)
    if "://" in other:
        outside.location = other
        _refusal(fetch, f"http://{OTHER}:{outside.port}/1.jpg")


@pytest.mark.parametrize(
    "trick",
    [
        "http://public.example@127.0.0.1:{port}/",
        "http://127.0.0.1:{port}#@public.example/",
        "http://127.0.0.1:{port}\\@public.example/",
        "http://127.0.0.1:{port}/?http://public.example/",
        "http://user:secret@127.0.0.1:{port}/1.jpg",
        "http://127.0.0.1:99999/",
        "http://127.0.0.1:-1/",
        "http://127.0.0.1:{port}%20/",
        "http://127.0.0.1\r\nX: y:{port}/",
    ],
)
def test_no_trick_of_writing(fetch: Fetch, trick: str, inside: Door) -> None:
    _refusal(fetch, trick.format(port=inside.port))
