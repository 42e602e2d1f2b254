# ruff: noqa: F811  (fixtures)
"""People whom another service knew are enrolled with their ids…"""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import psycopg
import pytest

from vision.enrol import __main__ as enrolling
from vision.faces.face_model import DLIB
from vision.gallery.gallery import Gallery
from vision.tests.drawing import astronaut, jpeg, street
from vision.tests.far_side import Image
from vision.tests.test_gallery import ANY_STRANGER, LONGER, faces, gallery, url  # noqa: F401

Enrol = Callable[..., int]
KIM, LEE = uuid4(), uuid4()


@pytest.fixture
def enrol(url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Enrol:
    """Enrol the people of these lines."""
    monkeypatch.setenv("DATABASE_URL", url)
    monkeypatch.setenv("ALLOW_PRIVATE_IMAGE_URLS", "true")
    monkeypatch.setenv("VISION_IMAGE_ATTEMPTS", "1")
    monkeypatch.setattr(enrolling, "log_plainly", lambda: None)  # to this test's output

    def run(*people: Any) -> int:
        lines = [each if isinstance(each, str) else json.dumps(each) for each in people]
        (tmp_path / "people.jsonl").write_text("\n".join(lines))
        return enrolling.main(["race", str(tmp_path / "people.jsonl")])

    return run


def embedded(person_id: UUID, face: Any, **more: Any) -> dict[str, Any]:
    return {"personId": str(person_id), "model": "dlib", "embedding": face.tolist(), **more}


def test_by_embedding_and_a_repeat_changes_nothing(enrol: Enrol, gallery: Gallery) -> None:
    one, two = faces(2)
    assert enrol(embedded(KIM, one)) == 0

    assert enrol(embedded(KIM, one), embedded(LEE, two, model=DLIB.digest)) == 0

    found = gallery.known("race", [one, two])
    assert [each and each.person_id for each in found] == [KIM, LEE]
    [known] = gallery.known_or_new("race", [two])
    assert not known.is_new


def test_by_a_picture(enrol, far_side, gallery, capsys):
    far_side.images = {
        "kim": Image(content=jpeg(astronaut())),
        "none": Image(content=jpeg(street(400, 300))),
    }
    empty, gone = uuid4(), uuid4()
    names = {KIM: "kim", empty: "none", gone: "gone"}

    left = enrol(*({"personId": str(pk), "imageUrl": far_side.image_url(name)}
                   for pk, name in names.items()))  # fmt: skip

    assert left == 1
    said = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert {each["personId"] for each in said} == {str(empty), str(gone)}
    assert list(gallery.embeddings("race", list(names))) == [KIM]


def test_who_is_there_with_another_face_stays(enrol, gallery, capsys):
    one, two = faces(2)
    enrol(embedded(KIM, one))

    assert enrol(embedded(KIM, two)) == 1

    assert "another face" in capsys.readouterr().out
    assert (gallery.embeddings("race", [KIM])[KIM] == one).all()


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ("{", "is not JSON"),
        ({"personId": "kim"}, "guid as personId"),
        ({"personId": str(LEE)}, "one of the two"),
        ({"personId": str(LEE), "imageUrl": "file:///etc/passwd"}, "no address of http"),
        (embedded(LEE, faces(1)[0], model="arcface"), "the model 'arcface', here is dlib"),
        (embedded(LEE, faces(1)[0][:64]), "no list of 128 numbers"),
        ({**embedded(LEE, faces(1)[0]), "embedding": ["1"] * 128}, "no list of 128 numbers"),
        ({**embedded(LEE, faces(1)[0]), "embedding": [float("nan")] * 128}, "no list of 128"),
        (embedded(KIM, faces(1)[0]), "line 1 already"),
    ],
)
def test_with_a_wrong_line_nobody_is(enrol, gallery, capsys, wrong, says):
    assert enrol(embedded(KIM, faces(1)[0]), wrong) == 2

    said = capsys.readouterr().err
    assert "Line 2: " in said
    assert says in said
    assert gallery.embeddings("race", [KIM]) == {}


def test_a_space_of_another_model_refuses(enrol, url, capsys):
    with Gallery(url, model=LONGER, false_match=ANY_STRANGER) as other:
        [there] = other.known_or_new("race", [faces(1, seed=2)[0].repeat(2)])

    assert enrol(embedded(KIM, faces(1)[0])) == 2
    assert enrol(embedded(there.person_id, faces(1)[0])) == 2

    assert "of the model longer" in capsys.readouterr().err
    with psycopg.connect(url) as connection:
        assert connection.execute("SELECT count(*) FROM vision.persons").fetchone() == (1,)
