"""The bib on a runner's chest: drawn flat, then bent or folded."""

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

from tools.sandbox.sample_album.canvas import Colour, font, noise
from tools.sandbox.sample_album.scenes import Hardship

# Size of the flat bib in pixels; a real one is 24 by 20 cm.
WIDTH, HEIGHT = 720, 600
EVENT = "RIVERSIDE RUN"
SPONSORS = ("NORDWIND", "alpina", "HELIO")
PAPER, INK, STRIPE = (250, 250, 247), (18, 20, 26), (0, 92, 158)
FADED_PAPER, FADED_INK = (214, 212, 204), (158, 158, 152)


def draw_bib(number: str, hardship: Hardship, random: np.random.Generator) -> Image.Image:
    """Draw a bib as an RGBA picture: stripe and event above, number, sponsors below."""
    faded = hardship is Hardship.FADED
    paper, ink = (FADED_PAPER, FADED_INK) if faded else (PAPER, INK)
    bib = Image.new("RGB", (WIDTH, HEIGHT), paper)
    pen = ImageDraw.Draw(bib)
    pen.rectangle((0, 0, WIDTH, 110), fill=FADED_INK if faded else STRIPE)
    _centred(pen, EVENT, (WIDTH / 2, 55), 66, paper)
    _number(pen, number, ink)
    _sponsors(pen, FADED_INK if faded else STRIPE)
    _pins(pen)
    worn = _creased(bib, random)
    worn.putalpha(255)
    return _folded(worn) if hardship is Hardship.FOLDED else worn


def _centred(
    pen: ImageDraw.ImageDraw, text: str, middle: tuple[float, float], size: float, colour: Colour
) -> None:
    pen.text(middle, text, fill=colour, font=font(size), anchor="mm", stroke_width=size / 24)


def _number(pen: ImageDraw.ImageDraw, number: str, ink: Colour) -> None:
    size = min(350.0, 0.9 * WIDTH / (0.62 * len(number)))
    pen.text(
        (WIDTH / 2, 305), number, fill=ink, font=font(size), anchor="mm", stroke_width=size / 28
    )


def _sponsors(pen: ImageDraw.ImageDraw, colour: Colour) -> None:
    pen.line((30, 500, WIDTH - 30, 500), fill=colour, width=6)
    for place, name in enumerate(SPONSORS):
        _centred(pen, name, (WIDTH * (place + 0.5) / len(SPONSORS), 548), 44, colour)


def _pins(pen: ImageDraw.ImageDraw) -> None:
    for x in (22, WIDTH - 22):
        for y in (22, HEIGHT - 22):
            pen.ellipse((x - 9, y - 9, x + 9, y + 9), fill=(110, 112, 118))


def _creased(bib: Image.Image, random: np.random.Generator) -> Image.Image:
    """Bend the paper a little: smooth noise shifts rows and columns, and shades them."""
    bump = noise(bib.size, 260, random)
    rows, columns = np.mgrid[0:HEIGHT, 0:WIDTH]
    rows = np.clip(rows + (bump - 0.5) * 26, 0, HEIGHT - 1).astype(np.intp)
    columns = np.clip(columns + (bump.T[:WIDTH, :1].T - 0.5) * 10, 0, WIDTH - 1).astype(np.intp)
    pixels = np.asarray(bib, dtype=np.float64)[rows, columns]
    light = 1 - 0.22 * np.abs(np.gradient(bump, axis=1)) * 120
    return Image.fromarray(np.clip(pixels * light[..., None], 0, 255).astype(np.uint8))


def _folded(bib: Image.Image) -> Image.Image:
    """Fold the lower right corner up: its white back covers the end of the last digit."""
    mask = Image.new("L", bib.size, 255)
    ImageDraw.Draw(mask).polygon(((WIDTH, 330), (WIDTH, HEIGHT), (430, HEIGHT)), fill=0)
    folded = bib.copy()
    folded.putalpha(mask)
    back = Image.new("RGBA", bib.size, (0, 0, 0, 0))
    pen = ImageDraw.Draw(back)
    pen.polygon(((WIDTH, 330), (430, HEIGHT), (500, 420)), fill=(0, 0, 0, 120))
    back = back.filter(ImageFilter.GaussianBlur(8))
    ImageDraw.Draw(back).polygon(
        ((WIDTH, 330), (430, HEIGHT), (520, 400)), fill=(228, 228, 224, 255)
    )
    return Image.alpha_composite(folded, back)
