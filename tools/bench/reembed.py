"""`python -m tools.bench.reembed --faces 100000`: a space moves to another model while photos come.

Faces are drawn, and so are the pictures: what a picture shows is drawn again from its number. The
other model turns the faces into another space of more values, so that both models agree about who
is near. The process that moves is killed in the middle, and started again. Meanwhile photos come
through a server with both models and one with the old model alone, people are erased, and selfies
are searched for. Nobody may be lost, and every answer must be right.
"""

import argparse
import asyncio
import multiprocessing
import os
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from threading import Event, Thread
from uuid import UUID

import numpy as np
import psycopg
from rich.console import Console

from tools.bench.drawn_faces import SIZE, Faces, People, made_people, seen_again, strangers
from tools.bench.selfie import FALSE_MATCH, SPACE, database, fill
from tools.bench.verdicts import Verdict, conclude, show_figures
from tools.local.environment import prepare
from vision.boxes import Box
from vision.faces.face_model import DLIB, FaceModel, Strangers
from vision.faces.finder import Face
from vision.gallery.bounds import bounds_of
from vision.gallery.gallery import Gallery
from vision.gallery.matching import Identified
from vision.gallery.moving import CannotMove, Progress
from vision.gallery.versions import SpaceHasOtherModel
from vision.reembed.people import Left, Reembedding

VALUES = 256
TIMES = 2.0  # as far apart as by the old model
_TAIL = DLIB.strangers
OTHER = FaceModel(
    name="other",
    digest="0" * 64,
    dimension=VALUES,
    largest=TIMES * DLIB.largest,
    strangers=Strangers(near=TIMES * _TAIL.near, share=_TAIL.share, step=TIMES * _TAIL.step),
)
WHERE = Box(left=0.4, top=0.4, width=0.1, height=0.1)
_AXES = np.linalg.qr(np.random.default_rng(3).standard_normal((VALUES, SIZE)))[0]
TURN: Faces = (TIMES * _AXES.T).astype(np.float32)
KILLED_AT = 0.4
PAUSE = 0.02  # seconds between the photos of one server


@dataclass(slots=True)
class Traffic:
    """What happened while the space moved."""

    came: dict[UUID, Faces] = field(default_factory=dict)
    erased: list[int] = field(default_factory=list)
    refused: int = 0
    searched: int = 0
    wrong: int = 0
    seconds: list[float] = field(default_factory=list)


class DrawnPictures:
    """Pictures with one face, by their numbers or by the seeds of those who came later."""

    def __init__(self, people: People) -> None:
        self._people = people

    async def faces(self, image_id: str, /) -> Sequence[Face]:
        kind, number = image_id.split()
        face = self._people.faces[int(number)] if kind == "row" else newcomer(int(number))
        return [Face(box=WHERE, embedding=face, others=by_other(face))]


def newcomer(seed: int) -> Faces:
    """Return the face of a person who came while the space moved."""
    face: Faces = strangers(np.random.default_rng(seed), 1)[0]
    return face


def by_other(face: Faces) -> dict[str, Faces]:
    return {OTHER.digest: face @ TURN}


def move_space(url: str, faces: int) -> None:
    """Move the space; in a process of its own, to be killed."""
    people = made_people(np.random.default_rng(7), faces)
    with Gallery(url, others=[OTHER], false_match=FALSE_MATCH) as gallery:
        move = gallery.move(SPACE, OTHER)
        with move.alone():
            move.begin()
            left = asyncio.run(
                Reembedding(
                    move, DrawnPictures(people), current=DLIB, model=OTHER, tell=_silent
                ).run()
            )
            _refuse_any(left)
            move.delete_old()


def _silent(progress: Progress) -> None:
    del progress


def _refuse_any(left: Sequence[Left]) -> None:
    if left:
        raise AssertionError(f"{len(left)} people could not be moved, such as {left[0]}")


def photos_come(
    servers: Sequence[Gallery], people: People, traffic: Traffic, stop: Event, begin: int
) -> None:
    """Enrol newcomers by each server in turn, see people again, and erase some."""
    random, seed = np.random.default_rng(begin), begin
    erasable = iter(random.permutation(len(people.ids))[: len(people.ids) // 100])
    while not stop.wait(PAUSE):
        seed += 1
        face, server = newcomer(seed), servers[seed % len(servers)]
        enrol = partial(enrol_newcomer, face, f"seed {seed}")
        try:
            person = enrol(server)
        except SpaceHasOtherModel:  # the caller asks again, and a server with the model answers
            traffic.refused += 1
            person = enrol(servers[0])
        if person.is_new:
            traffic.came[person.person_id] = face
        row = int(next(erasable, -1)) if seed % 10 == 0 else -1
        if row >= 0:
            traffic.erased.append(row)  # first: from now on no search counts on it
            servers[0].delete_person(SPACE, people.ids[row])


def enrol_newcomer(face: Faces, image_id: str, server: Gallery) -> Identified:
    [person] = server.known_or_new(SPACE, [face], others=[by_other(face)], image_id=image_id)
    return person


def selfies_come(server: Gallery, people: People, traffic: Traffic, stop: Event) -> None:
    """Search for people by another picture; who is found must be the person."""
    random = np.random.default_rng(5)
    while not stop.wait(PAUSE):
        # A hundredth more than came until now: those who come before the server searches.
        count = round(1.01 * (len(people.ids) + len(traffic.came)))
        bound = bounds_of(count, false_match=FALSE_MATCH).known
        row = int(random.integers(0, len(people.ids)))
        [face] = seen_again(random, people.faces[[row]])
        if people.nearest(face, bound) != people.ids[row] or row in traffic.erased:
            continue
        began = time.perf_counter()
        [found] = server.known(SPACE, [face], others=[by_other(face)])
        traffic.seconds.append(time.perf_counter() - began)
        traffic.searched += 1
        is_right = found is not None and found.person_id == people.ids[row]
        traffic.wrong += not is_right and row not in traffic.erased


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.bench.reembed", description=__doc__)
    parser.add_argument("--faces", type=int, default=100_000)
    asked = parser.parse_args()
    prepare()
    people, traffic = made_people(np.random.default_rng(7), asked.faces), Traffic()
    with database() as url:
        Gallery(url).close()  # makes the tables
        fill(url, SPACE, people)
        with psycopg.connect(url, autocommit=True) as connection:
            # `made_people` draws the rows in the order in which they were copied.
            connection.execute("UPDATE vision.persons SET first_image = 'row ' || (number - 1)")
            connection.execute("VACUUM ANALYZE vision.persons")
        seconds = run(url, people, traffic)
        lost, kept = judge(url, people, traffic)
    show_figures(
        "the move",
        {
            "people at the start": f"{asked.faces:,}",
            "seconds, with the kill": f"{seconds:.0f}",
            "newcomers": f"{len(traffic.came):,}",
            "erased meanwhile": f"{len(traffic.erased):,}",
            "refused by the server of the old model": f"{traffic.refused:,}",
            "searches": f"{traffic.searched:,}",
            "ms of a search, p50 and p95": "{:.0f} {:.0f}".format(
                *np.percentile(np.array(traffic.seconds) * 1000, [50, 95])
            ),
        },
    )
    Console().print()
    conclude(
        [
            Verdict(bar="none lost", measured=f"{lost} lost", passed=lost == 0),
            Verdict(bar="none of the erased is back", measured=f"{kept} back", passed=kept == 0),
            Verdict(
                bar="every answer right",
                measured=f"{traffic.wrong} of {traffic.searched:,} wrong",
                passed=traffic.searched > 0 and traffic.wrong == 0,
            ),
        ]
    )


def run(url: str, people: People, traffic: Traffic) -> float:
    """Move the space under traffic, with a kill in the middle; return the seconds."""
    both = Gallery(url, others=[OTHER], false_match=FALSE_MATCH)
    old = Gallery(url, false_match=FALSE_MATCH)
    stop, began = Event(), time.perf_counter()
    with both, old:
        threads = [
            Thread(target=photos_come, args=([both, old], people, traffic, stop, 1_000_000)),
            Thread(target=selfies_come, args=(both, people, traffic, stop)),
        ]
        for thread in threads:
            thread.start()
        try:
            move_and_kill(url, people, both)
            time.sleep(2)  # the new version answers for a while
        finally:
            stop.set()
            for thread in threads:
                thread.join()
    return time.perf_counter() - began


def move_and_kill(url: str, people: People, gallery: Gallery) -> None:
    """Move in a process that is killed when a part is moved, and in another one to the end."""
    spawning = multiprocessing.get_context("spawn")
    for is_killed in (True, False):
        process = spawning.Process(target=move_space, args=(url, len(people.ids)))
        process.start()
        while is_killed and process.is_alive() and not _has_moved(gallery, people):
            time.sleep(0.1)
        if is_killed:
            process.kill()
        process.join()
    if process.exitcode:
        raise AssertionError("the move failed")


def _has_moved(gallery: Gallery, people: People) -> bool:
    with suppress(CannotMove):
        return gallery.move(SPACE, OTHER).progress().moved > KILLED_AT * len(people.ids)
    return False


def judge(url: str, people: People, traffic: Traffic) -> tuple[int, int]:
    """Return how many people are lost or have another face, and how many erased ones are there."""
    erased = set(traffic.erased)
    expected = {
        person: face
        for row, (person, face) in enumerate(zip(people.ids, people.faces, strict=True))
        if row not in erased
    } | traffic.came
    with psycopg.connect(url) as connection:
        query = "SELECT id, embedding::real[] FROM vision.persons"
        stored = {
            UUID(str(person)): np.array(face, np.float32)
            for person, face in connection.execute(query, binary=True)
        }
    right = sum(
        person in stored
        and len(stored[person]) == VALUES
        and np.allclose(stored[person], face @ TURN, atol=1e-3)
        for person, face in expected.items()
    )
    return len(expected) - right, len(stored.keys() - expected.keys())


if __name__ == "__main__":
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    main()
