"""`python -m vision.reembed SPACE`: move a space to another model while it is served.

The environment is that of the server. The pictures that the faces came from are fetched again, from
the URLs of number requests and of --images. Run again, it goes on where it was.
"""

import argparse
import asyncio
import json
import os
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import psycopg

from vision.faces.description import InvalidFaceModel
from vision.faces.encoders import Encoder, load_encoder
from vision.faces.face_model import DLIB
from vision.faces.finder import FaceFinder
from vision.gallery.gallery import Gallery
from vision.gallery.moving import CannotMove, Move, Progress
from vision.gallery.versions import Version
from vision.logs import described, log_plainly
from vision.reembed.people import Left, Reembedding
from vision.reembed.pictures import InvalidListing, Pictures, read_listing
from vision.settings import InvalidSetting, Settings, settings_from

SECONDS = 5.0  # between lines of progress


def main(arguments: list[str] | None = None) -> int:
    options = _parser().parse_args(arguments)
    log_plainly()
    try:
        settings = settings_from(os.environ)
        if settings.database_url is None:
            raise CannotMove("DATABASE_URL is not set: there is no gallery.")
        return _run(settings, settings.database_url, options)
    except (InvalidSetting, InvalidFaceModel, InvalidListing, CannotMove) as error:
        _say(str(error))
    except psycopg.Error as error:
        _say(f"DATABASE_URL: {described(error)}")
    except KeyboardInterrupt:
        _say("Stopped. Run it again to go on.")
    return 2


def _run(settings: Settings, database_url: str, options: argparse.Namespace) -> int:
    to, *others = _encoders(settings, options.to or settings.face_model)
    models = [each.model for each in others]
    with Gallery(database_url, model=to.model, others=models) as gallery:
        move = gallery.move(options.space, to.model)
        if options.cancel:
            _say("Cancelled." if move.cancel() else "The space is not moving.")
            return 0
        with move.alone():
            if not move.begin():
                move.delete_old()
                _say(f"The space is of the model {to.model}.")
                return 0
            current = _named(move.current(), others)
            urls = _listing(options.images)
            left = asyncio.run(_moved(move, settings, current, to, urls))
            return _end(move, to, left)


def _encoders(settings: Settings, to: str) -> list[Encoder]:
    names = dict.fromkeys([to, settings.face_model, *settings.other_face_models, DLIB.name])
    built_in = replace(DLIB, largest=settings.distance)
    return [load_encoder(name, threads=settings.threads, built_in=built_in) for name in names]


def _named(version: Version, encoders: Sequence[Encoder]) -> Encoder:
    """Return the model of the current version: by it a face is found on its picture.

    :raises CannotMove: it is not at hand.
    """
    for each in encoders:
        if each.model.digest == version.digest:
            return each
    raise CannotMove(
        f"The faces of the space are of the model {version}, which finds them on their pictures:"
        " name it in VISION_OTHER_FACE_MODELS."
    )


def _listing(path: str | None) -> dict[str, str]:
    if path is None:
        return {}
    if path == "-":
        return read_listing(sys.stdin)
    try:
        return read_listing(Path(path).read_text("utf-8").splitlines())
    except OSError as error:
        raise InvalidListing(f"{path} cannot be read: {error.strerror}.") from error


async def _moved(
    move: Move, settings: Settings, current: Encoder, to: Encoder, urls: dict[str, str]
) -> list[Left]:
    async with Pictures(settings, FaceFinder(current, [to]), urls) as pictures:
        return await Reembedding(
            move, pictures, current=current.model, model=to.model, tell=_progress()
        ).run()


def _end(move: Move, to: Encoder, left: Sequence[Left]) -> int:
    """Report; of those who could not be moved a line of JSON each, on standard output."""
    for one in left:
        shown = {"personId": str(one.person_id), "number": one.number, "imageId": one.image_id}
        sys.stdout.write(json.dumps(shown | {"reason": one.reason}) + "\n")
    if left:
        _say(
            f"{len(left):,} people could not be moved, so the space stays as it is."
            " Run it again with their pictures, or delete these people."
        )
        return 1
    _say(f"The space is of the model {to.model} now. Deleting the old version…")
    move.delete_old()
    _say("Done.")
    return 0


def _progress() -> Callable[[Progress], None]:
    """Return what prints progress every few seconds."""
    return partial(_tell, _Pace())


class _Pace:
    """When the last line was printed, and what had been moved when the run began."""

    def __init__(self) -> None:
        self.began = self.told = time.monotonic()
        self.first: int | None = None


def _tell(pace: _Pace, progress: Progress) -> None:
    now = time.monotonic()
    pace.first = progress.moved if pace.first is None else pace.first
    if now - pace.told < SECONDS and progress.moved < progress.people:
        return
    pace.told = now
    a_second = (progress.moved - pace.first) / max(now - pace.began, 1e-3)
    _say(f"{progress.moved:,} of {progress.people:,} people moved, {a_second:.1f} a second")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m vision.reembed", description=__doc__)
    parser.add_argument("space", help="the space's name")
    parser.add_argument("--to", help="an ONNX file, or dlib; without it VISION_FACE_MODEL")
    parser.add_argument(
        "--images", help='a file of lines {"imageId": …, "imageUrl": …}; - is standard input'
    )
    parser.add_argument("--cancel", action="store_true", help="give up a move that has begun")
    return parser


def _say(text: str) -> None:
    sys.stderr.write(f"reembed: {text}\n")


if __name__ == "__main__":
    sys.exit(main())
