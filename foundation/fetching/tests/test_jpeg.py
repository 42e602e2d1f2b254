"""A JPEG file that lacks its end…"""

from io import BytesIO

import pytest
from PIL import Image

from foundation.fetching.picture_files import completed, lacks_end


def noise(**options: object) -> bytes:
    written = BytesIO()
    Image.effect_noise((640, 480), 80).convert("RGB").save(written, "JPEG", **options)
    return written.getvalue()


def decoded(content: bytes) -> Image.Image:
    with Image.open(BytesIO(content)) as picture:
        picture.load()
        return picture.copy()


def of_any_size(_: Image.Image) -> bool:
    return False


@pytest.mark.parametrize("lost", [1, 2, 900])
@pytest.mark.parametrize("progressive", [False, True])
def test_is_read_where_only_its_end_is_missing(lost: int, progressive: bool) -> None:
    content = noise(progressive=progressive)[:-lost]

    assert lacks_end(content)
    assert decoded(completed(content, of_any_size)).size == (640, 480)


def test_is_left_as_it_is_where_its_lowest_part_is_missing() -> None:
    content = noise()
    half = content[: len(content) // 2]

    assert lacks_end(half)
    assert completed(half, of_any_size) == half
    with pytest.raises(OSError, match="truncated"):
        decoded(half)


def test_is_not_decoded_where_it_is_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    content = noise()[:-2]
    monkeypatch.setattr(Image.Image, "convert", lambda *_: pytest.fail("it was decoded"))

    assert completed(content, lambda picture: picture.size == (640, 480)) == content


@pytest.mark.parametrize("after", [b"", b"\0\0", b"ftypmp42\xff\xda..."], ids=["", "zeros", "film"])
def test_is_none_where_something_follows_its_end(after: bytes) -> None:
    content = noise() + after

    assert not lacks_end(content)
    assert completed(content, of_any_size) == content


@pytest.mark.parametrize("content", [b"", b"\xff\xd8", b"\xff\xd8\xff\xe0\0\0", b"\x89PNG\r\n"])
def test_is_none_where_no_picture_begins(content: bytes) -> None:
    assert completed(content, of_any_size) == content
