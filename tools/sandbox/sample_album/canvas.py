"""Basic drawing: noise, soft shading, blur, and projection of flat pictures."""

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageFont

Colour = tuple[int, int, int]
Point = tuple[float, float]
Quad = tuple[Point, Point, Point, Point]
Floats = NDArray[np.float64]


def font(size: float) -> ImageFont.FreeTypeFont:
    """Return the scalable font that comes with Pillow.

    :raises TypeError: this Pillow was built without FreeType.
    """
    loaded = ImageFont.load_default(size=size)
    if not isinstance(loaded, ImageFont.FreeTypeFont):
        raise TypeError("Pillow lacks FreeType, the sample album cannot be drawn")
    return loaded


def noise(size: tuple[int, int], grain: float, random: np.random.Generator) -> Floats:
    """Return smooth noise from 0 to 1, shape (height, width), with spots of about `grain` px."""
    width, height = size
    small = max(2, round(width / grain)), max(2, round(height / grain))
    spots = Image.fromarray((random.random(small[::-1]) * 255).astype(np.uint8))
    return np.asarray(spots.resize(size, Image.Resampling.BICUBIC), dtype=np.float64) / 255


def clouded(size: tuple[int, int], grain: float, random: np.random.Generator) -> Floats:
    """Return noise of four octaves from 0 to 1."""
    octaves = [noise(size, grain / 2**n, random) * 0.5**n for n in range(4)]
    whole: Floats = np.sum(octaves, axis=0) / 1.875
    return whole


def tinted(shade: Floats, dark: Colour, light: Colour) -> Image.Image:
    """Colour a shade from 0 to 1, shape (height, width)."""
    low, high = np.asarray(dark, dtype=np.float64), np.asarray(light, dtype=np.float64)
    pixels = np.clip(shade, 0, 1)[..., None] * (high - low)
    pixels += low
    return Image.fromarray(pixels.astype(np.uint8))


def paint(layer: Image.Image, mask: Image.Image, colour: Colour, depth: float) -> None:
    """Paint a mask onto a layer of its size, as a round body lit from the upper left."""
    left, top, right, bottom = mask.getbbox() or (0, 0, 1, 1)
    margin = round(3 * depth)
    corner = max(0, left - margin), max(0, top - margin)
    box = *corner, min(mask.width, right + margin), min(mask.height, bottom + margin)
    layer.alpha_composite(_shaded(mask.crop(box), colour, depth), corner)


def _shaded(mask: Image.Image, colour: Colour, depth: float) -> Image.Image:
    soft = mask.filter(ImageFilter.GaussianBlur(depth))
    light = ImageChops.offset(soft, round(depth * 0.7), round(depth * 0.5))
    # A mask has 256 shades: they are coloured once, not at every pixel.
    shades = tinted(np.arange(256)[None] / 255, _darker(colour, 0.5), _darker(colour, 1.06))
    filled = Image.merge("RGB", [light.point(band.tobytes()) for band in shades.split()])
    filled.putalpha(mask)
    return filled


def limb(size: tuple[int, int], points: list[Point], widths: list[float]) -> Image.Image:
    """Return the mask of a limb through points with these widths."""
    mask = Image.new("L", size, 0)
    pen = ImageDraw.Draw(mask)
    ends = list(zip(points, widths, strict=True))
    for (start, thick), (end, thin) in pairwise(ends):
        for step in np.linspace(0, 1, 40):
            x = start[0] + (end[0] - start[0]) * step
            y = start[1] + (end[1] - start[1]) * step
            radius = (thick + (thin - thick) * step) / 2
            pen.ellipse((x - radius, y - radius, x + radius, y + radius), fill=255)
    return mask


def turned(centre: Point, size: Point, yaw: float, pitch: float, roll: float) -> Quad:
    """Project a rectangle that is turned in space (degrees), with a pinhole camera.

    The camera is six widths away. Corners from the upper left, clockwise.
    """
    width, height = size
    corners = np.array([[-1, -1, 0], [1, -1, 0], [1, 1, 0], [-1, 1, 0]]) * [
        width / 2,
        height / 2,
        0,
    ]
    placed = corners @ _rotation(yaw, pitch, roll).T
    distance = 6 * width
    scale = distance / (distance + placed[:, 2])
    xs, ys = centre[0] + placed[:, 0] * scale, centre[1] + placed[:, 1] * scale
    first, second, third, fourth = ((float(x), float(y)) for x, y in zip(xs, ys, strict=True))
    return first, second, third, fourth


def projected(flat: Image.Image, size: tuple[int, int], quad: Quad) -> Image.Image:
    """Draw a flat RGBA picture onto a quadrangle of an empty layer, by a homography."""
    width, height = flat.size
    source = [(0, 0), (width, 0), (width, height), (0, height)]
    rows, values = [], []
    for (x, y), (u, v) in zip(quad, source, strict=True):
        rows += [[x, y, 1, 0, 0, 0, -u * x, -u * y], [0, 0, 0, x, y, 1, -v * x, -v * y]]
        values += [u, v]
    coefficients = np.linalg.solve(np.array(rows), np.array(values, dtype=np.float64))
    return flat.transform(
        size, Image.Transform.PERSPECTIVE, coefficients.tolist(), Image.Resampling.BICUBIC
    )


def dragged(layer: Image.Image, length: int) -> Image.Image:
    """Blur a premultiplied layer sideways by `length` px, like a slow shutter."""
    pixels = np.asarray(layer)
    total = np.zeros(pixels.shape, dtype=np.uint32)
    for shift in range(length):
        total += np.roll(pixels, shift - length // 2, axis=1)
    return Image.fromarray((total // length).astype(np.uint8), "RGBA")


def _darker(colour: Colour, factor: float) -> Colour:
    red, green, blue = (min(255, round(part * factor)) for part in colour)
    return red, green, blue


def _rotation(yaw: float, pitch: float, roll: float) -> Floats:
    a, b, c = np.radians([yaw, pitch, roll])
    about_y = np.array([[np.cos(a), 0, np.sin(a)], [0, 1, 0], [-np.sin(a), 0, np.cos(a)]])
    about_x = np.array([[1, 0, 0], [0, np.cos(b), -np.sin(b)], [0, np.sin(b), np.cos(b)]])
    about_z = np.array([[np.cos(c), -np.sin(c), 0], [np.sin(c), np.cos(c), 0], [0, 0, 1]])
    return np.asarray(about_z @ about_x @ about_y, dtype=np.float64)
