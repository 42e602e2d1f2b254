"""Draw the photos of the sample album and write them with their truth."""

import csv
import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PIL import Image

from tools.sandbox.sample_album import runners
from tools.sandbox.sample_album.faces import astronaut
from tools.sandbox.sample_album.scenery import HEIGHT, WIDTH, draw_scenery, finish
from tools.sandbox.sample_album.scenes import SCENES, Runner, Scene

DECOYS = 300
# Raise it when the pictures change: a folder with older ones is then drawn again.
EDITION = 1
# The numbers on the banners: with these in the start list, the background would be accepted.
BANNER_NUMBERS = ("10", "1987", "24700")
MARK = "sample-album.json"
Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Photo:
    """One photo and what is on it.

    `numbers`: those of the start list that a person can read. `legible`: those of them on bibs that
    are easy to read. `faces`: the number of photographed faces.
    """

    file: str
    numbers: tuple[str, ...]
    legible: tuple[str, ...]
    faces: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Album:
    """The sample album in its folder, with the album's start list."""

    folder: Path
    photos: tuple[Photo, ...]
    start_list: tuple[str, ...]


def draw(folder: Path, progress: Progress | None = None) -> Album:
    """Draw the album into a folder: images, `numbers.csv`, `start-list.txt`.

    The same on every run. `progress` is called after each photo with both counts: drawn, all.
    """
    folder.mkdir(parents=True, exist_ok=True)
    face = astronaut()
    for count, scene in enumerate(SCENES, 1):
        draw_scene(scene, face).save(folder / scene.file, quality=90)
        if progress is not None:
            progress(count, len(SCENES))
    album = _album(folder)
    _write_truth(album)
    (folder / MARK).write_text(_mark(album))
    return album


def drawn(folder: Path, progress: Progress | None = None) -> Album:
    """Return the album; draw it only if the folder does not have the present version."""
    album = _album(folder)
    mark = folder / MARK
    if mark.exists() and mark.read_text() == _mark(album) and _complete(album):
        return album
    return draw(folder, progress)


def draw_scene(scene: Scene, face: Image.Image) -> Image.Image:
    """Draw one photo, 1600 by 1067 px."""
    random = np.random.default_rng(scene.seed)
    picture = draw_scenery(scene, random)
    for runner in sorted(scene.runners, key=lambda one: one.ground):
        _place(picture, runner, face, random)
    return finish(picture, scene, random)


def _place(
    picture: Image.Image, runner: Runner, face: Image.Image, random: np.random.Generator
) -> None:
    layer = runners.draw_runner(runner, face if runner.astronaut else None, random)
    scale = runner.height * HEIGHT / runners.HEIGHT
    size = round(runners.WIDTH * scale), round(runners.HEIGHT * scale)
    feet = round(runner.ground * HEIGHT)
    left, top = round(runner.x * WIDTH - size[0] / 2), feet - size[1]
    under = runners.shadow((size[0] * 2 // 3, size[1] // 10))
    picture.paste(under, (left + size[0] // 6, feet - size[1] // 12), under)
    small = layer.resize(size, Image.Resampling.LANCZOS)
    picture.paste(small, (left, top), small)


def _album(folder: Path) -> Album:
    photos = tuple(
        Photo(
            file=scene.file, numbers=scene.numbers(), legible=scene.legible(), faces=scene.faces()
        )
        for scene in SCENES
    )
    return Album(folder=folder, photos=photos, start_list=_start_list())


def _start_list() -> tuple[str, ...]:
    """Return all runners' numbers and decoys, sorted; no guest and no number of a banner."""
    bibs = [runner for scene in SCENES for runner in scene.runners if runner.number]
    true = {runner.number for runner in bibs if runner.listed and runner.number}
    guests = [runner.number for runner in bibs if not runner.listed and runner.number]
    barred = true | _pieces([*guests, *BANNER_NUMBERS])
    pool = [str(n) for n in range(1, 2500) if str(n) not in barred]
    decoys = np.random.default_rng(0).choice(pool, DECOYS, replace=False).tolist()
    return tuple(sorted(true | set(decoys), key=int))


def _pieces(numbers: list[str]) -> set[str]:
    """Return the numbers of banners, and their parts that remain visible behind a runner."""
    return {
        number[start:end]
        for number in numbers
        for start in range(len(number))
        for end in range(start + 1, len(number) + 1)
    }


def _write_truth(album: Album) -> None:
    with (album.folder / "numbers.csv").open("w", newline="", encoding="utf-8") as file:
        rows = csv.writer(file)
        rows.writerow(("photo", "numbers"))
        rows.writerows((photo.file, " ".join(photo.numbers)) for photo in album.photos)
    (album.folder / "start-list.txt").write_text("\n".join(album.start_list) + "\n")


def _mark(album: Album) -> str:
    faces = sum(photo.faces for photo in album.photos)
    return json.dumps({"edition": EDITION, "photos": len(album.photos), "faces": faces})


def _complete(album: Album) -> bool:
    names = [photo.file for photo in album.photos] + ["numbers.csv", "start-list.txt"]
    return all((album.folder / name).is_file() for name in names)
