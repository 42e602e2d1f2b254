"""Draws bibs, and puts them on runners: folded, askew, behind arms, blurred."""

import random

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from tools.bench.bibs.designs import Bib, Colour

Pixels = NDArray[np.uint8]

SIZE = (400, 300)
DIGITS = 120
SKINS: tuple[Colour, ...] = ((225, 180, 150), (190, 140, 105), (120, 80, 55))


def drawn(bib: Bib) -> Image.Image:
    """Draw a bib from the front."""
    design = bib.design
    picture = Image.new("RGB", SIZE, design.paper)
    draw = ImageDraw.Draw(picture)
    wide, high = SIZE
    draw.rectangle((0, 0, wide, high // 6), fill=design.band)
    if design.has_panel:
        draw.rectangle((0, high // 4, wide, 3 * high // 4), fill=(245, 245, 245))
    _line(draw, design.race, high // 12, (255, 255, 255), 26)
    ink = (15, 15, 20) if design.has_panel else design.ink
    _line(draw, bib.name, round(0.8 * high), design.ink, 30)
    _line(draw, design.sponsor, round(0.92 * high), design.ink, 20)
    digits = _digits(bib, ink)
    picture.paste(digits, ((wide - digits.width) // 2, (high - digits.height) // 2), digits)
    for corner in ((12, 12), (wide - 12, 12), (12, high - 12), (wide - 12, high - 12)):
        draw.circle(corner, 4, fill=(120, 120, 125))
    return picture


def _line(draw: ImageDraw.ImageDraw, text: str, middle: int, ink: Colour, size: int) -> None:
    draw.text((SIZE[0] // 2, middle), text, ink, ImageFont.load_default(size), anchor="mm")


def _digits(bib: Bib, ink: Colour) -> Image.Image:
    design = bib.design
    font = ImageFont.load_default(DIGITS)
    stroke = round(design.weight * DIGITS)
    left, top, right, bottom = font.getbbox(bib.number, stroke_width=stroke)
    flat = Image.new("RGBA", (round(right - left) + 40, round(bottom - top) + 4), (*ink, 0))
    ImageDraw.Draw(flat).text((20 - left, 2 - top), bib.number, ink, font, stroke_width=stroke)
    lean = (1.0, design.slant, -design.slant * flat.height / 2, 0.0, 1.0, 0.0)
    leaning = flat.transform(flat.size, Image.Transform.AFFINE, lean, Image.Resampling.BICUBIC)
    width = min(round(leaning.width * design.width), SIZE[0] - 20)
    return leaning.resize((width, leaning.height), Image.Resampling.LANCZOS)


def worn(bib: Bib, draw: random.Random, *, height: int) -> Image.Image:
    """Return a bib as it is worn, `height` pixels high, with transparent surroundings."""
    pixels = np.asarray(drawn(bib).convert("RGBA"))
    pixels = _folded(pixels, draw)
    pixels = _askew(pixels, draw)
    scale = height / SIZE[1]
    small = cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return Image.fromarray(small)


def _folded(pixels: Pixels, draw: random.Random) -> Pixels:
    """Bend the paper in waves, with the shadows that these make."""
    high, wide = pixels.shape[:2]
    across, down = np.meshgrid(np.arange(wide), np.arange(high))
    phase, length, depth = draw.uniform(0, 6), draw.uniform(0.6, 1.5) * wide, draw.uniform(0, 7)
    wave = np.sin(2 * np.pi * across / length + phase)
    bent: Pixels = cv2.remap(
        pixels,
        across.astype(np.float32),
        (down + depth * wave).astype(np.float32),
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )
    shade = 1.0 + 0.02 * depth * np.cos(2 * np.pi * across / length + phase)
    bent[:, :, :3] = np.clip(bent[:, :, :3] * shade[:, :, None], 0, 255)
    return bent


def _askew(pixels: Pixels, draw: random.Random) -> Pixels:
    high, wide = pixels.shape[:2]
    room = 50
    flat = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32)
    moved = flat + room + [[draw.uniform(-30, 30), draw.uniform(-22, 22)] for _ in flat]
    turn = cv2.getPerspectiveTransform(flat, moved.astype(np.float32))
    turned: Pixels = cv2.warpPerspective(pixels, turn, (wide + 2 * room, high + 2 * room))
    return turned


def draw_runner(
    photo: Image.Image, middle: tuple[int, int], size: int, draw: random.Random
) -> None:
    """Draw a head and a shirt; `size` is the width of the shirt in pixels."""
    x, y = middle
    skin, shirt = draw.choice(SKINS), tuple(draw.randrange(20, 230) for _ in range(3))
    pen = ImageDraw.Draw(photo)
    pen.rounded_rectangle((x - size // 2, y - size // 2, x + size // 2, y + size), 30, fill=shirt)
    head = size // 5
    pen.ellipse((x - head, y - size, x + head, y - size // 2), fill=skin)


def draw_arm(photo: Image.Image, start: tuple[int, int], end: tuple[int, int], width: int) -> None:
    ImageDraw.Draw(photo).line((*start, *end), fill=SKINS[1], width=width)


def as_taken(photo: Image.Image, draw: random.Random) -> Image.Image:
    """Blur a photo a little, and add noise."""
    pixels = cv2.GaussianBlur(np.asarray(photo), (0, 0), draw.uniform(0.3, 1.1))
    noise = np.random.default_rng(draw.randrange(2**32)).normal(0, draw.uniform(1, 7), pixels.shape)
    return Image.fromarray(np.clip(pixels + noise, 0, 255).astype(np.uint8))
