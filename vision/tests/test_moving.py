"""A space moves to another model while it is served…"""

import asyncio
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from uuid import UUID

import numpy as np
import psycopg
import pytest

from vision.boxes import Box
from vision.faces.face_model import DLIB, Embedding, FaceModel, Strangers
from vision.faces.finder import Face
from vision.gallery.gallery import Gallery
from vision.gallery.moving import CannotMove, Move
from vision.gallery.versions import SpaceHasOtherModel
from vision.reembed.people import Left, Reembedding
from vision.reembed.pictures import NoPicture
from vision.tests.test_gallery import ANY_STRANGER, faces, moved, url  # noqa: F401  a fixture

BETTER = FaceModel(
    name="better",
    digest="b" * 64,
    dimension=256,
    largest=1.0,
    strangers=Strangers(near=1.006, share=0.01, step=0.048),
)
THIRD = FaceModel(
    name="third", digest="c" * 64, dimension=64, largest=1.0, strangers=BETTER.strangers
)
WHERE = Box(left=0.1, top=0.1, width=0.1, height=0.1)


def better(face: Embedding) -> Embedding:
    """Return the embedding by the other model: longer, and twice as far apart."""
    return np.concatenate([2 * face, np.ones(128, np.float32)])


def by_both(embeddings: Sequence[Embedding]) -> list[dict[str, Embedding]]:
    return [{BETTER.digest: better(each)} for each in embeddings]


class Killed(Exception):
    """The process that moves the space ends."""


class Pictures:
    """Pictures at hand; what `before` does comes between a question and its answer."""

    def __init__(self) -> None:
        self.shown: dict[str, list[Embedding]] = {}
        self.before: Callable[[], object] = lambda: None

    async def faces(self, image_id: str, /) -> Sequence[Face]:
        await asyncio.to_thread(self.before)
        if image_id not in self.shown:
            raise NoPicture("it is gone")
        return [
            Face(box=WHERE, embedding=each, others={BETTER.digest: better(each)})
            for each in self.shown[image_id]
        ]


@pytest.fixture
def old(url: str) -> Iterator[Gallery]:  # noqa: F811
    """A server with the built-in model alone."""
    with Gallery(url, false_match=ANY_STRANGER) as gallery:
        yield gallery


@pytest.fixture
def both(url: str) -> Iterator[Gallery]:  # noqa: F811
    """A server with both models."""
    with Gallery(url, others=[BETTER], false_match=ANY_STRANGER) as gallery:
        yield gallery


@pytest.fixture
def new(url: str) -> Iterator[Gallery]:  # noqa: F811
    """A server with the other model alone."""
    with Gallery(url, model=BETTER, false_match=ANY_STRANGER) as gallery:
        yield gallery


@pytest.fixture
def pictures() -> Pictures:
    return Pictures()


def enrol(gallery: Gallery, pictures: Pictures, embeddings: Sequence[Embedding]) -> list[UUID]:
    """Enrol two faces a picture."""
    people = []
    for at in range(0, len(embeddings), 2):
        shown = list(embeddings[at : at + 2])
        image_id = f"{len(pictures.shown)}.jpg"
        pictures.shown[image_id] = shown
        found = gallery.known_or_new("race", shown, others=by_both(shown), image_id=image_id)
        people += [each.person_id for each in found]
    return people


def run(move: Move, pictures: Pictures) -> list[Left]:
    move.begin()
    run = Reembedding(move, pictures, current=DLIB, model=BETTER, tell=lambda _: None)
    return asyncio.run(run.run())


def known(gallery: Gallery, face: Embedding) -> UUID | None:
    [found] = gallery.known("race", [face], others=by_both([face]))
    return found.person_id if found else None


def known_by_new(gallery: Gallery, face: Embedding) -> UUID | None:
    [found] = gallery.known("race", [better(face)])
    return found.person_id if found else None


def rows(gallery: Gallery) -> Mapping[str, int]:
    with gallery._pool.connection() as connection:
        query = """
            SELECT coalesce(s.state, 'none'), count(p.id) FROM vision.spaces s
            LEFT JOIN vision.persons p ON p.space = s.name GROUP BY 1
        """
        return {str(state): int(str(count)) for state, count in connection.execute(query)}


def test_and_keeps_everybody_under_the_same_id(both, new, pictures):
    embeddings = faces(9)
    people = enrol(both, pictures, embeddings)
    move = both.move("race", BETTER)

    assert run(move, pictures) == []
    move.delete_old()

    assert [known_by_new(new, moved(face, 0.3)) for face in embeddings] == people
    assert [known(both, moved(face, 0.3)) for face in embeddings] == people
    assert rows(both) == {"Current": 9}
    assert not move.begin()


def test_with_those_who_come_while_it_moves(old, both, pictures):
    first, second, third = faces(8), faces(8, seed=2), faces(8, seed=3)
    people = enrol(old, pictures, first)
    came: dict[UUID, Embedding] = {}

    def photos_come() -> None:
        for at in range(0, 8, 2):
            seen = second[at : at + 2]
            came.update(zip(enrol(both, pictures, seen), seen, strict=True))
            seen = third[at : at + 2]
            try:
                people = enrol(old, pictures, seen)
            except SpaceHasOtherModel:  # it has moved: the caller asks again
                people = enrol(both, pictures, seen)
            came.update(zip(people, seen, strict=True))

    move = both.move("race", BETTER)
    thread = threading.Thread(target=photos_come)
    move.begin()
    thread.start()

    assert run(move, pictures) == []
    thread.join()

    assert len(came) == 16
    assert [known(both, face) for face in first] == people
    assert [known(both, face) for face in came.values()] == list(came)


def test_and_those_who_came_by_both_models_need_no_picture(both, pictures):
    people = enrol(both, pictures, faces(2))
    move = both.move("race", BETTER)
    move.begin()
    later = both.known_or_new("race", faces(1, seed=2), others=by_both(faces(1, seed=2)))

    assert run(move, pictures) == []

    assert known(both, faces(1, seed=2)[0]) == later[0].person_id
    assert known(both, faces(2)[0]) == people[0]


def test_and_goes_on_after_a_kill(both, pictures):
    embeddings = faces(12)
    people = enrol(both, pictures, embeddings)
    asked: list[int] = []

    def killed() -> None:
        asked.append(1)
        if len(asked) == 4:
            raise Killed

    pictures.before = killed
    with pytest.raises(Killed):
        run(both.move("race", BETTER), pictures)
    assert rows(both)["Next"] < 12
    assert [known(both, face) for face in embeddings] == people
    pictures.before = lambda: None
    moved_before = rows(both)["Next"]
    first_left = both.move("race", BETTER).unmoved(after=0, limit=100)

    assert run(both.move("race", BETTER), pictures) == []

    assert len(first_left) == 12 - moved_before
    assert [known(both, face) for face in embeddings] == people


def test_and_a_person_erased_meanwhile_is_in_neither_version(both, pictures):
    one, two, three, four = faces(4)
    [kept, early, late, _] = enrol(both, pictures, [one, two, three, four])
    move = both.move("race", BETTER)
    move.begin()
    move.add({early: better(two)})

    both.delete_person("race", early)
    pictures.before = lambda: both.delete_person("race", late)

    assert run(move, pictures) == []
    assert [known(both, face) for face in (one, two, three)] == [kept, None, None]
    with both._pool.connection() as connection:
        query = "SELECT count(*) FROM vision.persons WHERE id = ANY(%s)"
        assert connection.execute(query, [[early, late]]).fetchone() == (0,)


def test_but_does_not_switch_while_a_picture_is_missing(both, pictures):
    embeddings = faces(4)
    people = enrol(both, pictures, embeddings)
    gone = pictures.shown.pop("1.jpg")

    left = run(both.move("race", BETTER), pictures)

    assert {(one.person_id, one.image_id, one.reason) for one in left} == {
        (person, "1.jpg", "it is gone") for person in people[2:]
    }
    assert [known(both, face) for face in embeddings] == people
    assert rows(both) == {"Current": 4, "Next": 2}
    pictures.shown["1.jpg"] = gone
    assert run(both.move("race", BETTER), pictures) == []


def test_nor_takes_another_face_for_the_one_that_is_not_shown_any_more(both, pictures):
    enrol(both, pictures, faces(2))
    pictures.shown["0.jpg"] = faces(2, seed=2)

    left = run(both.move("race", BETTER), pictures)

    assert [one.reason for one in left] == ["the picture does not show the face any more"] * 2


def test_and_a_server_of_another_model_refuses(old, new, both, pictures):
    [face] = faces(1)
    [person] = old.known_or_new("race", [face], image_id="0.jpg")
    pictures.shown["0.jpg"] = [face]

    with pytest.raises(SpaceHasOtherModel, match=r"model dlib .*here is better"):
        new.known("race", [better(face)])
    with pytest.raises(SpaceHasOtherModel):
        new.known_or_new("race", [better(face)])
    assert rows(old) == {"Current": 1}

    run(both.move("race", BETTER), pictures)
    with pytest.raises(SpaceHasOtherModel, match="model better"):
        old.known("race", [face])
    assert known_by_new(new, face) == person.person_id


def test_and_no_face_is_nobody_by_any_model(old, new, both):
    old.known_or_new("race", faces(1))

    assert [each.known("race", []) for each in (old, new, both)] == [[], [], []]


def test_and_an_empty_space_takes_the_model_of_who_enrols(old, new):
    [face] = faces(1)
    old.known_or_new("race", [face])
    old.known("race", [face])
    old.delete_space("race")

    [person] = new.known_or_new("race", [better(face)])

    assert known_by_new(new, face) == person.person_id
    with pytest.raises(SpaceHasOtherModel):
        old.known_or_new("race", [face])


def test_can_be_cancelled_but_not_sent_two_ways(both, pictures):
    [face, other] = faces(2)
    [person, _] = enrol(both, pictures, [face, other])
    move = both.move("race", BETTER)
    move.begin()
    move.add({person: better(face)})

    with pytest.raises(CannotMove, match="moving to better"):
        both.move("race", THIRD).begin()
    with move.alone(), pytest.raises(CannotMove, match="Another process"), move.alone():
        pass
    with pytest.raises(CannotMove, match="There is no space"):
        both.move("nowhere", BETTER).begin()

    assert move.cancel()
    assert rows(both) == {"Current": 2}
    assert known(both, face) == person


def test_of_a_gallery_of_before(url, pictures):  # noqa: F811
    with Gallery(url) as gallery:
        [person] = gallery.known_or_new("race", faces(1), image_id="0.jpg")
    with psycopg.connect(url) as connection:
        connection.execute("""
            ALTER TABLE vision.persons DROP CONSTRAINT persons_pkey, ADD PRIMARY KEY (id);
            DROP INDEX vision.spaces_version;
            ALTER TABLE vision.spaces DROP version_of, DROP state, DROP model, DROP digest;
        """)
    pictures.shown["0.jpg"] = faces(1)

    with Gallery(url, others=[BETTER]) as gallery:
        assert run(gallery.move("race", BETTER), pictures) == []

        assert known(gallery, faces(1)[0]) == person.person_id
