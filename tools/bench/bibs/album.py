"""Makes an album of drawn photos with their labels; the same seed makes the same album."""

import csv
import random
from dataclasses import dataclass
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from tools.bench.bibs.designs import Design, bib_of, design_of
from tools.bench.bibs.drawing import as_taken, draw_arm, draw_runner, worn

SIZE = (1280, 853)
BIBS = 5
BIB_HEIGHTS = (70, 130)
COVERED = 0.1
SIGNS = ("KM 7", "5 KM", "FINISH", "2019", "CITY 21")


@dataclass(frozen=True, slots=True, kw_only=True)
class Photo:
    """A drawn photo: its numbers, and those with an arm before them.

    What is left of a number behind an arm is no number: reading it is wrong.
    """

    picture: Image.Image
    numbers: tuple[str, ...]
    unsure: tuple[str, ...]


def draw_album(folder: Path, photos: int, *, seed: int) -> Path:
    """Draw photos into a folder, each of another race; return the file of their labels."""
    folder.mkdir(parents=True, exist_ok=True)
    labels = folder / "numbers.csv"
    with labels.open("w", newline="", encoding="utf-8") as file:
        rows = csv.writer(file)
        rows.writerow(("photo", "numbers", "unsure", "race"))
        for index in range(photos):
            name = f"drawn-{index:03}.jpg"
            photo = draw_photo(random.Random(f"{seed} {index}"))
            photo.picture.save(folder / name, quality=90)
            row = (name, " ".join(photo.numbers), " ".join(photo.unsure), f"race{index % 10}")
            rows.writerow(row)
    return labels


def draw_photo(draw: random.Random) -> Photo:
    """Draw five runners of a race, and a sign with other digits."""
    photo = Image.new("RGB", SIZE, tuple(draw.randrange(70, 190) for _ in range(3)))
    _draw_sign(photo, draw)
    design = design_of(draw)
    numbers: list[str] = []
    unsure: list[str] = []
    for place in range(BIBS):
        number, is_covered = _draw_one(photo, design, place, draw)
        (unsure if is_covered else numbers).append(number)
    return Photo(picture=as_taken(photo, draw), numbers=tuple(numbers), unsure=tuple(unsure))


def _draw_one(
    photo: Image.Image, design: Design, place: int, draw: random.Random
) -> tuple[str, bool]:
    bib, high = bib_of(design, draw), draw.randint(*BIB_HEIGHTS)
    middle = (130 + 255 * place, draw.randint(400, 560))
    draw_runner(photo, middle, round(1.7 * high), draw)
    paper = worn(bib, draw, height=high)
    left, top = middle[0] - paper.width // 2, middle[1] - paper.height // 2
    photo.paste(paper, (left, top), paper)
    is_covered = draw.random() < COVERED
    if is_covered:
        end = left + round(paper.width * (0.3 if draw.random() < 0.5 else 0.7))
        draw_arm(photo, (end - 10, top - 20), (end + 10, top + paper.height + 20), high // 3)
    return bib.number, is_covered


def _draw_sign(photo: Image.Image, draw: random.Random) -> None:
    left, top = draw.randint(20, 900), draw.randint(20, 120)
    pen, font = ImageDraw.Draw(photo), ImageFont.load_default(draw.randint(36, 70))
    text = draw.choice(SIGNS)
    pen.rectangle(pen.textbbox((left, top), text, font), fill=(250, 250, 250))
    pen.text((left, top), text, (20, 60, 130), font)
