"""Draws one runner from the front, with the bib, on a separate layer."""

from dataclasses import dataclass

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

from tools.sandbox.sample_album.bibs import draw_bib
from tools.sandbox.sample_album.canvas import (
    Colour,
    Point,
    dragged,
    limb,
    paint,
    projected,
    tinted,
    turned,
)
from tools.sandbox.sample_album.scenes import Hardship, Runner

# Size of the layer, px; the figure is in the middle and as tall as the layer, 1.8 m.
WIDTH, HEIGHT = 1000, 1800
CHEST: Point = (500, 545)
BIB = (252.0, 210.0)
HEAD = (500, 178)
TRUNK = (
    *((330, 400), (420, 350), (580, 350), (670, 400), (640, 600)),
    *((618, 930), (382, 930), (360, 600)),
)
HAIRS = ((52, 36, 28), (28, 24, 22), (120, 84, 48), (176, 140, 92))


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A limb of one colour."""

    points: list[Point]
    widths: list[float]
    colour: Colour
    depth: float = 18


def draw_runner(
    runner: Runner, face: Image.Image | None, random: np.random.Generator
) -> Image.Image:
    """Draw a runner as an RGBA layer of WIDTH by HEIGHT; `face` covers the drawn head."""
    layer = Image.new("RGBA", (WIDTH, HEIGHT), (0, 0, 0, 0))
    for part in [*_legs(runner), *_arms(runner), *_shoulders(runner)]:
        _paint(layer, part)
    _trunk(layer, runner.shirt)
    _head(layer, runner, face, random)
    if runner.number is not None:
        layer.alpha_composite(_worn_bib(runner, random))
    if runner.hardship is Hardship.COVERED:
        for part in _arm_before_chest(runner):
            _paint(layer, part)
    return _shaken(layer) if runner.hardship is Hardship.SHAKEN else layer


def _paint(layer: Image.Image, part: Part) -> None:
    paint(layer, limb(layer.size, part.points, part.widths), part.colour, part.depth)


def _legs(runner: Runner) -> list[Part]:
    lift = 190 * runner.stride
    standing: list[Point] = [(440, 930), (428, 1320), (440, 1690)]
    lifted: list[Point] = [(560, 930), (590, 1290 - lift * 0.4), (560, 1600 - lift * 0.7)]
    skin, shorts, shoe = runner.skin, runner.shorts, (240, 96, 40)
    parts = []
    for leg in (lifted, standing):
        ankle = leg[2]
        foot = [(ankle[0], ankle[1] + 30), (ankle[0] - 8, ankle[1] + 62)]
        knee = ((leg[0][0] + leg[1][0]) / 2, (leg[0][1] + leg[1][1]) / 2 + 30)
        parts += [
            Part(points=leg, widths=[120, 92, 58], colour=skin),
            Part(points=foot, widths=[62, 84], colour=shoe, depth=10),
            Part(points=[leg[0], knee], widths=[158, 138], colour=shorts, depth=24),
        ]
    return parts


def _arms(runner: Runner) -> list[Part]:
    swing = 70 * (runner.stride - 0.5)
    left: list[Point] = [(336, 400), (262, 600 + swing), (330, 760 - swing)]
    right: list[Point] = [(664, 400), (742, 610 - swing), (690, 790 + swing)]
    if runner.hardship is Hardship.COVERED:
        right = [(664, 400), (742, 640), (742, 640)]
    parts = []
    for arm in (left, right):
        half = ((arm[0][0] + arm[1][0]) / 2, (arm[0][1] + arm[1][1]) / 2)
        parts += [
            Part(points=arm, widths=[74, 58, 46], colour=runner.skin, depth=12),
            Part(points=[arm[2], arm[2]], widths=[66, 66], colour=runner.skin, depth=12),
            Part(points=[arm[0], half], widths=[104, 88], colour=runner.shirt, depth=16),
        ]
    return parts


def _arm_before_chest(runner: Runner) -> list[Part]:
    forearm: list[Point] = [(742, 640), (560, 560), (455, 520)]
    fist: list[Point] = [(455, 520), (440, 512)]
    return [
        Part(points=forearm, widths=[78, 70, 58], colour=runner.skin, depth=12),
        Part(points=fist, widths=[88, 84], colour=runner.skin, depth=12),
    ]


def _shoulders(runner: Runner) -> list[Part]:
    neck: list[Point] = [(500, 250), (500, 370)]
    line: list[Point] = [(352, 402), (500, 384), (648, 402)]
    return [
        Part(points=line, widths=[92, 96, 92], colour=runner.shirt, depth=30),
        Part(points=neck, widths=[104, 116], colour=runner.skin, depth=16),
    ]


def _trunk(layer: Image.Image, shirt: Colour) -> None:
    """Paint chest and belly: a shape with round corners and a neckline."""
    mask = Image.new("L", layer.size, 0)
    pen = ImageDraw.Draw(mask)
    pen.polygon(TRUNK, fill=255)
    pen.ellipse((432, 300, 568, 408), fill=0)
    # Blurred and cut at the middle value, corners become round.
    mask = mask.filter(ImageFilter.GaussianBlur(16)).point(lambda v: min(255, max(0, v * 8 - 896)))
    paint(layer, mask, shirt, 40)


def _head(
    layer: Image.Image, runner: Runner, face: Image.Image | None, random: np.random.Generator
) -> None:
    if face is not None:
        layer.alpha_composite(face, (HEAD[0] - face.width // 2, HEAD[1] - face.height // 2))
        return
    hair = HAIRS[int(random.integers(len(HAIRS)))]
    _paint(layer, Part(points=[(500, 130), (500, 160)], widths=[212, 216], colour=hair))
    skin = Part(points=[(500, 168), (500, 214)], widths=[186, 142], colour=runner.skin, depth=26)
    _paint(layer, skin)
    pen = ImageDraw.Draw(layer)
    pen.chord((404, 40, 596, 220), 188, 352, fill=runner.shirt)
    pen.rounded_rectangle((418, 148, 582, 190), 20, fill=(24, 26, 34))
    pen.arc((462, 208, 538, 256), 20, 160, fill=(120, 52, 48), width=6)
    pen.polygon(((494, 190), (508, 190), (514, 218), (490, 218)), fill=_nose(runner.skin))


def _nose(skin: Colour) -> Colour:
    red, green, blue = (round(part * 0.86) for part in skin)
    return red, green, blue


def _worn_bib(runner: Runner, random: np.random.Generator) -> Image.Image:
    flat = draw_bib(runner.number or "", runner.hardship, random)
    # Reduced first: the homography reads single pixels, which would alias.
    flat = flat.resize((flat.width * 3 // 4, flat.height * 3 // 4), Image.Resampling.LANCZOS)
    quad = turned(CHEST, BIB, runner.yaw, runner.pitch, runner.roll)
    return projected(flat, (WIDTH, HEIGHT), quad)


def _shaken(layer: Image.Image) -> Image.Image:
    """Blur like a slow shutter; colours are weighted by alpha, so no edge turns dark."""
    alpha = np.asarray(layer, dtype=np.float64)[..., 3:] / 255
    weighed = np.asarray(layer, dtype=np.float64).copy()
    weighed[..., :3] *= alpha
    moved = np.asarray(dragged(Image.fromarray(weighed.astype(np.uint8), "RGBA"), 17), dtype=float)
    share = np.maximum(moved[..., 3:] / 255, 1 / 255)
    moved[..., :3] = np.clip(moved[..., :3] / share, 0, 255)
    return Image.fromarray(moved.astype(np.uint8), "RGBA")


def shadow(size: tuple[int, int]) -> Image.Image:
    """Draw the soft shadow under a runner's feet as an RGBA layer."""
    mask = Image.new("L", size, 0)
    width, height = size
    ImageDraw.Draw(mask).ellipse((width * 0.1, height * 0.25, width * 0.9, height * 0.75), fill=150)
    mask = mask.filter(ImageFilter.GaussianBlur(height / 8))
    dark = tinted(np.zeros((height, width)), (20, 20, 24), (20, 20, 24))
    dark.putalpha(mask)
    return dark
