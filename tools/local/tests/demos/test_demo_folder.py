"""A folder of photos is read as an album, or it is said why it cannot be."""

from pathlib import Path

import pytest
from PIL import Image

from tools.local.demos.photos.folder import UnusableFolder, read_folder


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    photos = tmp_path / "Race"
    photos.mkdir()
    for name in ("b.JPEG", "a.png", "notes.txt"):
        (photos / name).write_bytes(name.encode())
    return photos


def written(folder: Path, name: str, text: str) -> Path:
    file = folder / name
    file.write_text(text, encoding="utf-8")
    return file


def test_without_anything_beside_it_the_true_numbers_are_unknown(folder: Path):
    album = read_folder(folder, None, None, "Number")

    assert album.name == "Race"
    assert album.start_list is None
    assert [(photo.file.name, photo.numbers) for photo in album.photos] == [
        ("a.png", None),
        ("b.JPEG", None),
    ]
    assert [photo.stored_name for photo in album.photos] == ["a.png", "b.JPEG"]


def test_what_pillow_reads_is_a_photo_and_the_rest_is_named(folder: Path):
    for name in ("c.webp", "d.gif", "e.tiff"):
        Image.new("RGB", (8, 8)).save(folder / name)
    for name in ("f.heic", "g.bmp", "h.CR2"):
        (folder / name).write_bytes(b"no picture")

    album = read_folder(folder, None, None, "Number")

    names = [photo.file.name for photo in album.photos]
    assert names == ["a.png", "b.JPEG", "c.webp", "d.gif", "e.tiff"]
    assert album.skipped == ("f.heic", "g.bmp", "h.CR2")
    stored = [photo.stored_name for photo in album.photos[2:]]
    assert stored == ["c.webp.jpg", "d.gif.jpg", "e.tiff.jpg"]


def test_no_folder_and_one_without_photos_are_refused(tmp_path: Path):
    with pytest.raises(UnusableFolder, match="is not a folder"):
        read_folder(tmp_path / "none", None, None, "Number")
    with pytest.raises(UnusableFolder, match="holds no photos"):
        read_folder(tmp_path, None, None, "Number")
    (tmp_path / "f.heic").write_bytes(b"no picture")
    with pytest.raises(UnusableFolder, match=r"no photos; not readable here: f\.heic"):
        read_folder(tmp_path, None, None, "Number")


def test_the_numbers_of_a_csv_are_the_truth_and_the_start_list_is_kept_in_its_order(folder: Path):
    numbers = written(folder, "numbers.csv", "photo,numbers\na.png,12 7\n")
    start_list = written(folder, "start-list.txt", "12\n7\n\n")

    album = read_folder(folder, numbers, start_list, "Number")

    assert [photo.numbers for photo in album.photos] == [frozenset({"12", "7"}), frozenset()]
    assert album.start_list == ("12", "7")
    written(folder, "numbers.csv", "photo,numbers\na.png\n")  # a row without numbers
    assert read_folder(folder, numbers, None, "Number").photos[0].numbers == frozenset()


def test_the_same_folder_is_the_same_album_and_another_strategy_start_list_or_photo_another(folder):
    start_list = written(folder, "start-list.txt", "12\n")
    albums = {read_folder(folder, None, None, "Number").album_id for _ in range(2)}
    assert len(albums) == 1

    albums.add(read_folder(folder, None, None, "Face").album_id)
    albums.add(read_folder(folder, None, start_list, "Number").album_id)
    (folder / "a.png").write_bytes(b"other")
    albums.add(read_folder(folder, None, None, "Number").album_id)

    assert len(albums) == 4


@pytest.mark.parametrize("content", [b"file;truth\na.png;12\n", b"photo\na.png\n", b"\xff\xfe,\n"])
def test_a_csv_of_something_else_is_refused(folder: Path, content: bytes):
    numbers = folder / "numbers.csv"
    numbers.write_bytes(content)

    with pytest.raises(UnusableFolder, match=r"numbers\.csv is no CSV of photo,numbers"):
        read_folder(folder, numbers, None, "Number")


def test_a_csv_or_a_start_list_that_is_not_there_is_refused(folder: Path):
    with pytest.raises(UnusableFolder, match=r"none\.csv"):
        read_folder(folder, folder / "none.csv", None, "Number")
    with pytest.raises(UnusableFolder, match=r"none\.txt cannot be read"):
        read_folder(folder, None, folder / "none.txt", "Number")
