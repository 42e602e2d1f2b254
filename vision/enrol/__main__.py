"""`python -m vision.enrol SPACE FILE`: enrol people whom another service knew, with their ids.

FILE has a line a person: `{"personId": …, "model": …, "embedding": […]}`, or `{"personId": …,
"imageUrl": …}`, a picture of this person alone. The environment is that of the server. All lines
are checked first. Run again, it goes on where it was; who is there stays as they are.
"""

import argparse
import asyncio
import json
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path

import psycopg

from vision.enrol.people import Given, WrongLine, read_people
from vision.faces.description import InvalidFaceModel
from vision.faces.encoders import Encoder, load_encoder
from vision.faces.face_model import DLIB, Embedding
from vision.faces.finder import FaceFinder
from vision.gallery.gallery import Gallery
from vision.gallery.versions import SpaceHasOtherModel
from vision.logs import described, log_plainly
from vision.reembed.pictures import NoPicture, Pictures
from vision.settings import InvalidSetting, Settings, settings_from

PORTION = 200  # people
MOST_NAMED = 1_000  # faults
OTHER_FACE = "is enrolled with another face, and stays so"
ONE_FACE = "the picture shows {} faces; it must show one"


class CannotEnrol(Exception):
    """Nobody can be enrolled; the text says why."""


def main(arguments: list[str] | None = None) -> int:
    options = _parser().parse_args(arguments)
    log_plainly()
    try:
        settings = settings_from(os.environ)
        if settings.database_url is None:
            raise CannotEnrol("DATABASE_URL is not set: there is no gallery.")
        built_in = replace(DLIB, largest=settings.distance)
        encoder = load_encoder(settings.face_model, threads=settings.threads, built_in=built_in)
        _refuse_faults(options.file, encoder)
        with Gallery(settings.database_url, model=encoder.model) as gallery:
            enrolling = Enrolling(gallery, settings, encoder, options.space)
            return asyncio.run(enrolling.run(_people(options.file, encoder)))
    except (InvalidSetting, InvalidFaceModel, CannotEnrol, SpaceHasOtherModel) as error:
        _say(str(error))
    except (OSError, UnicodeDecodeError) as error:
        _say(f"{options.file} cannot be read: {error}.")
    except psycopg.Error as error:
        _say(f"DATABASE_URL: {described(error)}")
    except KeyboardInterrupt:
        _say("Stopped. Run it again to go on.")
    return 2


def _refuse_faults(file: Path, encoder: Encoder) -> None:
    """Read the whole file, before anyone is enrolled."""
    count = 0
    with file.open(encoding="utf-8-sig") as lines:
        for each in read_people(lines, encoder.model):
            if isinstance(each, WrongLine):
                count += 1
                if count <= MOST_NAMED:
                    _say(str(each))
    if count:
        raise CannotEnrol(f"Nobody was enrolled: {count:,} lines are wrong.")


def _people(file: Path, encoder: Encoder) -> Iterator[Given]:
    with file.open(encoding="utf-8-sig") as lines:
        for each in read_people(lines, encoder.model):
            if isinstance(each, WrongLine):
                raise CannotEnrol(f"{file} changed while it was read. {each}")
            yield each


class Enrolling:
    """One run: the people of a file, portion by portion."""

    def __init__(self, gallery: Gallery, settings: Settings, encoder: Encoder, space: str) -> None:
        self._gallery, self._settings, self._space = gallery, settings, space
        self._encoder = encoder
        self._enrolled = self._were_here = self._left = 0

    async def run(self, people: Iterator[Given]) -> int:
        async with Pictures(self._settings, FaceFinder(self._encoder), {}) as pictures:
            while portion := list(islice(people, PORTION)):
                await self._portion(portion, pictures)
                _say(f"{self._enrolled:,} enrolled, {self._were_here:,} were here already")
        if self._left:
            _say(f"{self._left:,} people were not enrolled. Run it again with their pictures.")
        return 1 if self._left else 0

    async def _portion(self, portion: Sequence[Given], pictures: Pictures) -> None:
        here = self._gallery.embeddings(self._space, [each.person_id for each in portion])
        new = [each for each in portion if each.person_id not in here]
        for each in portion:
            if (known := here.get(each.person_id)) is None:
                continue
            if each.embedding is None or (known == each.embedding).all():
                self._were_here += 1
            else:
                self._leave(each, OTHER_FACE)
        found = await asyncio.gather(*(self._face(each, pictures) for each in new))
        faces = {
            each.person_id: (face, each.image_url or None)
            for each, face in zip(new, found, strict=True)
            if face is not None
        }
        self._enrolled += self._gallery.enrol(self._space, faces)

    async def _face(self, person: Given, pictures: Pictures) -> Embedding | None:
        if person.embedding is not None:
            return person.embedding
        try:
            faces = await pictures.faces(person.image_url)
        except NoPicture as error:
            self._leave(person, str(error))
            return None
        if len(faces) != 1:
            self._leave(person, ONE_FACE.format(len(faces)))
            return None
        return faces[0].embedding

    def _leave(self, person: Given, reason: str) -> None:
        self._left += 1
        shown: Mapping[str, object] = {"personId": str(person.person_id), "line": person.line}
        sys.stdout.write(json.dumps({**shown, "reason": reason}) + "\n")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m vision.enrol", description=__doc__)
    parser.add_argument("space", help="the space's name, as accountSpace.externalId has it")
    parser.add_argument("file", type=Path, help="JSON Lines, a person each")
    return parser


def _say(text: str) -> None:
    sys.stderr.write(f"enrol: {text}\n")


if __name__ == "__main__":
    sys.exit(main())
