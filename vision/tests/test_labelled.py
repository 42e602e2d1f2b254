"""A file of labels is refused with the place of the fault, and is read as it was written."""

import pytest

from vision.boxes import Box
from vision.evaluate.__main__ import main
from vision.evaluate.labels import read_labels
from vision.labelled.album import (
    FORMAT,
    LabelledAlbum,
    LabelledFace,
    LabelledNumber,
    LabelledPhoto,
    UnusableLabels,
    album_in,
)
from vision.labelled.files import read_album, read_rows, rows_with, write_album, write_rows
from vision.tests.drawing import jpeg, photo_of

BOX = Box(left=0.1, top=0.2, width=0.3, height=0.4)
PHOTO = LabelledPhoto(
    numbers=(
        LabelledNumber(value="552", wearer=1, box=BOX),
        LabelledNumber(value="T2182", legible=False, box=BOX),
        LabelledNumber(value="40?2"),
    ),
    faces=(LabelledFace(id=1, person="Änna", box=BOX),),
    unsure=("9[0-9]*",),
    burst="a.jpg",
    race="city",
    done=True,
)
ALBUM = LabelledAlbum(photos={"a.jpg": LabelledPhoto(done=True), "b.jpg": PHOTO})


def faulty(**parts):
    """Return a document whose only photo has these parts."""
    return {"format": FORMAT, "photos": {"b.jpg": {**PHOTO.as_json(), **parts}}}


def test_what_is_written_is_read(tmp_path):
    write_album(tmp_path / "labels.json", ALBUM)

    assert read_album(tmp_path / "labels.json") == ALBUM
    assert [path.name for path in tmp_path.iterdir()] == ["labels.json"]


def test_a_crash_while_writing_leaves_the_old_file(tmp_path):
    path = tmp_path / "labels.json"
    write_album(path, ALBUM)
    (tmp_path / ".labels.json.part").write_text('{"format":')

    assert read_album(path) == ALBUM
    write_album(path, LabelledAlbum())
    assert read_album(path) == LabelledAlbum()


@pytest.mark.parametrize(
    ("document", "named"),
    [
        ([], "it is not of the format"),
        ({"format": "other", "photos": {}}, "it is not of the format"),
        ({"format": FORMAT, "photos": []}, "photos is not an object"),
        ({"format": FORMAT, "photos": {"a.jpg": 1}}, "a.jpg is not an object"),
        (faulty(done="yes"), "b.jpg: done is not true or false"),
        (faulty(race=7), "b.jpg: race is not a text"),
        (faulty(race="x" * 101), "b.jpg: race has more than 100 characters"),
        (faulty(unsure=["("]), r"b.jpg: unsure: '\(' is not a pattern"),
        (faulty(faces=[]), "b.jpg: number 1: there is no face 1"),
        (faulty(faces=2 * [PHOTO.as_json()["faces"][0]]), "b.jpg: two faces have one id"),
        (faulty(numbers=[{"value": "12AB34"}]), "b.jpg: number 1: '12AB34' is not a number"),
        (faulty(numbers=[{"value": "1", "wearer": True}]), "wearer is not a whole number"),
        (faulty(numbers=[{"value": "1", "box": {"left": 0.1}}]), "top is not a number"),
        (
            faulty(numbers=[{"value": "1", "box": {**BOX.as_json(), "width": 2}}]),
            "b.jpg: number 1: box: it is not inside the photo",
        ),
        (
            faulty(numbers=[{"value": "1", "box": {**BOX.as_json(), "left": float("nan")}}]),
            "it is not inside the photo",
        ),
    ],
)
def test_what_is_wrong_is_named(document, named):
    with pytest.raises(UnusableLabels, match=named):
        album_in(document)


def test_a_photo_that_is_not_done_may_have_half_a_number():
    album = album_in(faulty(done=False, numbers=[{"value": "T"}]))

    assert album.photos["b.jpg"].numbers == (LabelledNumber(value="T"),)


@pytest.mark.parametrize("text", ["", "{", "[" * 100_000, '{"format": NaN}'])
def test_a_damaged_file_is_named(tmp_path, capsys, text):
    path = tmp_path / "labels.json"
    path.write_text(text)

    with pytest.raises(UnusableLabels, match=r"labels\.json"):
        read_album(path)
    assert main([str(tmp_path), "--numbers", str(path)]) == 1
    assert "labels.json" in capsys.readouterr().out


def test_numbers_are_measured_by_labels(tmp_path):
    album = LabelledAlbum(photos={**ALBUM.photos, "c.jpg": LabelledPhoto()})
    write_album(tmp_path / "labels.json", album)

    labels = read_labels(tmp_path / "labels.json")

    assert list(labels) == ["a.jpg", "b.jpg"]  # the other one is not done
    label = labels["b.jpg"]
    assert label.true == {"552"}
    assert label.race == "city"
    assert [value for value in ("T2182", "4012", "95", "552", "17") if label.is_unsure(value)] == [
        "T2182",
        "4012",
        "95",
    ]
    assert labels["a.jpg"].race == tmp_path.name


def test_rows_and_columns_of_others_stay(tmp_path):
    path = tmp_path / "numbers.csv"
    path.write_text("photo,numbers,source\nz.jpg,9 8,river\nb.jpg,1,city\nshort.jpg\n")
    album = LabelledAlbum(photos={**ALBUM.photos, "z.jpg": LabelledPhoto()})

    write_rows(path, rows_with(read_rows(path), album))

    assert path.read_text().splitlines() == [
        "photo,numbers,unsure,race,source",
        "z.jpg,9 8,,,river",
        "b.jpg,552,T2182 40?2 9[0-9]*,city,city",
        "short.jpg,,,,",
        "a.jpg,,,,",
    ]
    assert read_labels(path)["b.jpg"].true == read_labels_of(album, tmp_path)["b.jpg"].true


def read_labels_of(album, folder):
    write_album(folder / "labels.json", album)
    return read_labels(folder / "labels.json")


def test_the_evaluation_prints_which_runners_are_found(tmp_path, capsys):
    (tmp_path / "a.jpg").write_bytes(jpeg(photo_of({"552": (60, 80)}, size=(320, 240))))
    photos = {"a.jpg": LabelledPhoto(numbers=(LabelledNumber(value="552"),), done=True)}
    write_album(tmp_path / "labels.json", LabelledAlbum(photos=photos))
    arguments = [str(tmp_path), "--numbers", str(tmp_path / "labels.json"), "--seed", "1"]

    assert main(arguments) == 0

    out = capsys.readouterr().out
    assert "no start list: precision 1.000" in out
    assert "runner found, numbers alone: precision 1.000" in out
