import asyncio
from dataclasses import replace
from typing import Any

import pytest

from vision.fetching import ImageNotFetched, ImageRefused, fetch_image, image_session
from vision.settings import Settings
from vision.tests.far_side import FarSide, Image

SETTINGS = Settings(image_bytes=1000, image_seconds=0.5, allow_private_image_urls=True)


def fetched(url: str, settings: Settings = SETTINGS) -> bytes:
    async def fetch() -> bytes:
        async with image_session(settings) as session:
            return await fetch_image(session, url, settings)

    return asyncio.run(fetch())


def offer(far_side: FarSide, **image: Any) -> str:
    far_side.images["1.jpg"] = Image(**{"content": b"image", **image})
    return far_side.image_url("1.jpg")


def test_fetches_an_image(far_side):
    assert fetched(offer(far_side)) == b"image"


def test_follows_redirects(far_side):
    far_side.images["old.jpg"] = Image(content=b"", status=302, location="/images/1.jpg")
    offer(far_side)

    assert fetched(far_side.image_url("old.jpg")) == b"image"


@pytest.mark.parametrize(
    ("image", "reason"),
    [
        ({"status": 404}, "status 404"),
        ({"content": b"x" * 1001}, "more than 1,000 bytes"),
        ({"content_type": "text/html"}, "sent text/html, no picture"),
        ({"status": 302, "location": "/images/1.jpg"}, "redirects"),
        ({"status": 302, "location": "file:///etc/passwd"}, "neither with http nor with https"),
    ],
)
def test_refuses_an_answer_that_is_no_usable_image(far_side, image, reason):
    with pytest.raises(ImageNotFetched, match=reason):
        fetched(offer(far_side, **image))


@pytest.mark.parametrize("url", ["http://host:99999/1.jpg", "http://[::1/1.jpg", "http:///1.jpg"])
def test_refuses_what_is_no_address(url):
    with pytest.raises(ImageRefused):
        fetched(url)


def test_refuses_a_redirect_to_what_is_no_address(far_side):
    with pytest.raises(ImageRefused, match="its address is not valid"):
        fetched(offer(far_side, status=302, location="http://host:99999/1.jpg"))


def test_does_not_wait_longer_than_it_may(far_side):
    far_side.may_answer.clear()

    with pytest.raises(ImageNotFetched, match="a private address, did not send it within"):
        fetched(offer(far_side))


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1",
        "localhost",
        "10.1.2.3",
        "169.254.169.254",
        "224.0.0.1",
        "[::1]",
        "[::ffff:7f00:1]",
        "[64:ff9b::7f00:1]",
        "[2002:7f00:1::]",
        "[fd00::1]",
        "[fec0::1]",
    ],
)
def test_does_not_reach_private_addresses_unless_allowed(far_side, host):
    url = offer(far_side).replace("127.0.0.1", host)

    with pytest.raises(ImageRefused, match=f"{host.strip('[]')} is a private address"):
        fetched(url, replace(SETTINGS, image_seconds=10, allow_private_image_urls=False))

    assert far_side.fetched == []
