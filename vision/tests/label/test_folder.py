"""A folder is labelled by one process, and what it serves is for this machine's browser alone."""

import json
from threading import Thread

import pytest
import requests

from vision.label.__main__ import main
from vision.label.folder import FolderInUse, LabelFolder, LabelsChanged, tag_of
from vision.label.prefill import Prefiller
from vision.label.server import LabelServer
from vision.labelled.album import LabelledPhoto, UnusableLabels
from vision.labelled.files import read_album
from vision.tests.drawing import jpeg, photo_of

NUMBER = {"value": "552", "box": {"left": 0.1, "top": 0.1, "width": 0.1, "height": 0.1}}
LABEL = {"done": True, "numbers": [NUMBER]}
EMPTY = tag_of(LabelledPhoto())


@pytest.fixture
def folder(tmp_path):
    for name in ("a.jpg", "b.JPG"):
        (tmp_path / name).write_bytes(jpeg(photo_of({"552": (60, 80)}, size=(320, 240))))
    return tmp_path


@pytest.fixture
def server(folder):
    with LabelFolder(folder) as opened, LabelServer(0, opened, None) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        yield server
        server.shutdown()
        thread.join()


def put(server, name="a.jpg", body=None, **headers):
    content = json.dumps(body) if not isinstance(body, str) else body
    url = f"{server.url}/api/labels"
    return requests.put(url, params={"name": name}, data=content, headers=headers, timeout=60)


def change(before, label=LABEL):
    return {"label": label, "before": before}


def test_a_change_is_on_the_disk_and_in_the_numbers(folder):
    with LabelFolder(folder) as opened:
        tag = opened.change("a.jpg", LABEL, EMPTY)

    assert tag == tag_of(read_album(folder / "labels.json").photos["a.jpg"])
    assert (folder / "numbers.csv").read_text() == "photo,numbers,unsure,race\na.jpg,552,,\n"
    with LabelFolder(folder) as again:
        assert tag_of(again.label("a.jpg")) == tag
        assert again.notes == []


def test_a_second_process_is_refused(folder):
    with LabelFolder(folder), pytest.raises(FolderInUse):
        LabelFolder(folder)
    with LabelFolder(folder):
        pass


def test_the_same_change_again_is_success_and_another_one_is_refused(folder):
    with LabelFolder(folder) as opened:
        tag = opened.change("a.jpg", LABEL, EMPTY)

        assert opened.change("a.jpg", LABEL, EMPTY) == tag
        with pytest.raises(LabelsChanged):
            opened.change("a.jpg", {**LABEL, "race": "city"}, EMPTY)
        assert tag_of(opened.label("a.jpg")) == tag


def test_what_the_disk_refuses_changes_nothing(folder):
    (folder / ".labels.json.part").mkdir()

    with LabelFolder(folder) as opened:
        with pytest.raises(OSError, match=r"labels\.json"):
            opened.change("a.jpg", LABEL, EMPTY)
        assert opened.label("a.jpg") == LabelledPhoto()


def test_numbers_of_a_file_are_where_labelling_begins(folder):
    numbers = folder / "numbers.csv"
    numbers.write_text("photo,numbers,unsure,race\na.jpg,552 17,4?,city\ngone.jpg,1,,\n")

    with LabelFolder(folder) as opened:
        label = opened.label("a.jpg")
        opened.change("b.JPG", LABEL, EMPTY)

    assert [one.value for one in label.numbers] == ["552", "17"]
    assert (label.unsure, label.race, label.done) == (("4?",), "city", False)
    assert opened.notes == ["Labelled, but not in the folder: gone.jpg."]
    assert numbers.read_text().splitlines()[1:] == [
        "a.jpg,552 17,4?,city",
        "gone.jpg,1,,",
        "b.JPG,552,,",
    ]


def test_numbers_that_a_person_has_changed_are_kept_beside(folder):
    with LabelFolder(folder) as opened:
        opened.change("a.jpg", LABEL, EMPTY)
    mine = "photo,numbers\na.jpg,553\n"
    (folder / "numbers.csv").write_text(mine)

    with LabelFolder(folder) as opened:
        assert "kept as numbers.before-1.csv" in opened.notes[0]
        opened.change("b.JPG", LABEL, EMPTY)

    assert (folder / "numbers.before-1.csv").read_text() == mine
    assert "a.jpg,552" in (folder / "numbers.csv").read_text()


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("labels.json", "{"),
        ("numbers.csv", "{"),
        ("numbers.csv", "photo,numbers,unsure\na.jpg,1,(\n"),
        ("numbers.csv", "photo,numbers\n\udcff"),
    ],
)
def test_a_damaged_file_is_refused_and_stays(folder, capsys, name, text):
    damaged = text.encode(errors="surrogateescape")
    (folder / name).write_bytes(damaged)

    with pytest.raises(UnusableLabels, match=name):
        LabelFolder(folder)
    assert main([str(folder), "--port", "0"]) == 2
    assert name in capsys.readouterr().err
    assert (folder / name).read_bytes() == damaged


def test_a_folder_without_photos_or_that_is_none_is_named(tmp_path, capsys):
    assert main([str(tmp_path), "--port", "0"]) == 2
    assert main([str(tmp_path / "none"), "--port", "0"]) == 2

    err = capsys.readouterr().err
    assert "has no JPEG, PNG or WebP" in err
    assert "No such file or directory" in err


def test_a_file_that_is_no_picture_is_left_out(folder):
    (folder / "broken.jpg").write_bytes(b"no picture")
    (folder / "notes.txt").write_text("mine")

    with LabelFolder(folder) as opened:
        assert list(opened.photos) == ["a.jpg", "b.JPG"]
        assert opened.notes == ["broken.jpg is left out: it cannot be read as a picture."]


def test_serves_the_page_the_photos_and_the_labels(server):
    page = requests.get(f"{server.url}/", timeout=60)
    photo = requests.get(f"{server.url}/photo", params={"name": "b.JPG"}, timeout=60)
    album = requests.get(f"{server.url}/api/album", timeout=60).json()

    assert page.headers["Content-Type"].startswith("text/html")
    assert "default-src 'self'" in page.headers["Content-Security-Policy"]
    assert photo.headers["Content-Type"] == "image/jpeg"
    assert [one["name"] for one in album["photos"]] == ["a.jpg", "b.JPG"]
    assert (album["photos"][0]["tag"], album["canRead"]) == (EMPTY, False)


def test_stores_a_change_and_refuses_one_of_older_labels(server):
    stored = put(server, body=change(EMPTY))
    older = put(server, body=change(EMPTY, {"race": "city"}))

    assert stored.status_code == 200
    assert older.status_code == 409
    assert older.json()["tag"] == stored.json()["tag"]
    assert older.json()["label"]["numbers"][0]["value"] == "552"


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({"name": "none.jpg", "body": change(EMPTY)}, 404),
        ({"name": "../labels.json", "body": change(EMPTY)}, 404),
        ({"body": "{"}, 400),
        ({"body": {"label": LABEL}}, 400),
        ({"body": [1]}, 400),
        ({"body": change(EMPTY, {"burst": "none.jpg"})}, 422),
        ({"body": change(EMPTY, {"numbers": 1})}, 422),
        ({"body": change(EMPTY), "Host": "evil.example"}, 403),
        ({"body": change(EMPTY), "Origin": "http://evil.example"}, 403),
        ({"body": " " * 1_000_001}, 413),
    ],
)
def test_refuses_what_is_wrong_or_from_elsewhere(server, folder, fields, status):
    answer = put(server, **fields)

    assert answer.status_code == status
    assert answer.json()["detail"]
    assert not (folder / "labels.json").exists()


@pytest.mark.parametrize("path", ["/photo?name=../labels.json", "/none.js", "/..%2Fserver.py"])
def test_serves_no_other_file(server, path):
    assert requests.get(server.url + path, timeout=60).status_code == 404


def test_reads_only_if_it_was_started_so(server):
    answer = requests.post(f"{server.url}/api/readings", params={"name": "a.jpg"}, timeout=60)

    assert answer.status_code == 501
    assert "--read" in answer.json()["detail"]


def test_our_reading_is_where_labelling_may_begin(folder):
    read = Prefiller().read(folder / "a.jpg")

    assert [number.value for number in read.numbers] == ["552"]
    assert read.numbers[0].box is not None
    assert not read.done
