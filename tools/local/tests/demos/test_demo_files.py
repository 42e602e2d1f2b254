"""The files beside a folder of photos, as people have them…"""

from pathlib import Path

import pytest
from PIL import Image

from tools.local.demos.photos.folder import DemoAlbum, UnusableFolder, read_folder


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder of one photo, and a folder that is named like one."""
    photos = tmp_path / "photos"
    photos.mkdir()
    (photos / "x.jpg").mkdir()
    Image.new("RGB", (8, 8)).save(photos / "a.jpg")
    return photos


def album_with(folder: Path, *, numbers: bytes = b"", start_list: bytes = b"") -> DemoAlbum:
    files: dict[str, Path | None] = {"numbers": None, "start_list": None}
    for name, content in (("numbers", numbers), ("start_list", start_list)):
        if content:
            (folder.parent / name).write_bytes(content)
            files[name] = folder.parent / name
    return read_folder(folder, files["numbers"], files["start_list"], "")


@pytest.mark.parametrize(
    "content",
    [
        b"12\n7\n",
        b"\xef\xbb\xbf12\r\n7\r\n",
        b"number;name\n12;Kim Berg\n7;Ann\n",
        b"12,Kim Berg\n7,Ann\n",
        "12\tKim\n7\tAnn\n".encode("utf-16"),
        b"Kim Berg;12\nAnn;7\n",
        b"Born,Name,Bib\n1987,Kim,12\n1990,Ann,7\n",
    ],
)
def test_of_start_numbers_are_read(folder: Path, content: bytes) -> None:
    assert album_with(folder, start_list=content).start_list == ("12", "7")


@pytest.mark.parametrize(
    "content",
    [
        b"photo,numbers\na.jpg,12 7\n",
        b"\xef\xbb\xbfphoto;numbers\r\nA.JPG;12 7\r\n",
        b'Photo, Numbers\nA.jpg,"12, 7"\n',
        "photo\tnumbers\na.JPG\t12/7\n".encode("utf-16"),
    ],
)
def test_of_true_numbers_are_read(folder: Path, content: bytes) -> None:
    album = album_with(folder, numbers=content)

    [photo] = album.photos
    assert photo.numbers == frozenset({"12", "7"})
    assert album.unmatched == ()


def test_that_matched_nothing_are_named(folder: Path) -> None:
    assert album_with(folder, numbers=b"photo,numbers\nB.jpg,3\n").unmatched == ("B.jpg",)


def test_of_start_numbers_without_a_number_are_no_start_list(folder: Path) -> None:
    with pytest.raises(UnusableFolder, match="has no start numbers"):
        album_with(folder, start_list=b"number;name\n;Kim\n")


def test_of_start_numbers_keep_letters(folder: Path) -> None:
    assert album_with(folder, start_list=b"T 21;Kim\nM-7;Ann\n").start_list == ("T 21", "M-7")


@pytest.mark.parametrize("content", [b"file,number\na.jpg,3\n", b"\xff\xfe\x00", b"\n"])
def test_that_cannot_be_read_are_said_to(folder: Path, content: bytes) -> None:
    with pytest.raises(UnusableFolder):
        album_with(folder, numbers=content)
