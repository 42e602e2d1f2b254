import csv
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from tools.sandbox.sample_album import drawing
from tools.sandbox.sample_album.bibs import draw_bib
from tools.sandbox.sample_album.faces import astronaut
from tools.sandbox.sample_album.scenes import SCENES, Hardship


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Write only two blank photos; another test draws a scene."""
    monkeypatch.setattr(drawing, "SCENES", (SCENES[0], SCENES[10]))
    monkeypatch.setattr(drawing, "draw_scene", lambda *_: Image.new("RGB", (8, 8)))


@pytest.mark.usefixtures("short")
def test_is_written_with_its_truth(tmp_path: Path):
    shown: list[tuple[int, int]] = []

    album = drawing.draw(tmp_path / "album", lambda done, whole: shown.append((done, whole)))

    with (album.folder / "numbers.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert rows == [
        {"photo": "01-start.jpg", "numbers": "417 1052 88"},
        {"photo": "11-a-guest.jpg", "numbers": "6"},
    ]
    assert (album.folder / "start-list.txt").read_text().split() == list(album.start_list)
    assert all((album.folder / photo.file).is_file() for photo in album.photos)
    assert shown == [(1, 2), (2, 2)]


@pytest.mark.usefixtures("short")
def test_is_drawn_once_and_again_where_a_photo_is_missing(tmp_path: Path):
    drawn: list[int] = []
    drawing.drawn(tmp_path, lambda done, _: drawn.append(done))
    drawing.drawn(tmp_path, lambda done, _: drawn.append(done))
    assert drawn == [1, 2]

    (tmp_path / "01-start.jpg").unlink()
    drawing.drawn(tmp_path, lambda done, _: drawn.append(done))

    assert drawn == [1, 2, 1, 2]


def test_is_the_same_each_time():
    pictures = [drawing.draw_scene(SCENES[11], astronaut()) for _ in range(2)]

    assert pictures[0].size == (1600, 1067)
    assert np.array_equal(np.asarray(pictures[0]), np.asarray(pictures[1]))
    assert len(np.unique(np.asarray(pictures[0]))) > 200


def test_lists_true_numbers_and_decoys_but_no_guest_and_no_banner():
    start_list = drawing._start_list()

    true = {number for scene in SCENES for number in scene.numbers()}
    assert true <= set(start_list)
    assert len(start_list) >= len(true) + drawing.DECOYS
    assert not {"8777", "10", "1987", "987", "87", "24700", "700"} & set(start_list)


def test_has_the_numbers_that_a_person_reads():
    by_file = {scene.file: scene for scene in SCENES}

    assert by_file["07-arm-before-it.jpg"].numbers() == ("154",)
    assert by_file["06-folded.jpg"].numbers() == ("811", "1466")
    assert by_file["06-folded.jpg"].legible() == ("1466",)
    assert by_file["12-no-numbers.jpg"].numbers() == ()
    assert len(SCENES) == 12


def test_has_the_photographed_face_on_two_photos():
    assert [scene.file for scene in SCENES if scene.faces()] == [
        "02-close.jpg",
        "10-at-the-finish.jpg",
    ]


def test_cuts_the_face_out_of_its_picture():
    face = astronaut()

    alpha = np.asarray(face)[..., 3]
    assert alpha[0, 0] == 0
    assert alpha[face.height // 2, face.width // 2] == 255


def test_folds_a_corner_of_a_bib():
    random = np.random.default_rng(1)

    plain, folded = (draw_bib("811", h, random) for h in (Hardship.NONE, Hardship.FOLDED))

    assert plain.getchannel("A").getpixel((700, 590)) == 255
    assert folded.getchannel("A").getpixel((700, 590)) == 0
