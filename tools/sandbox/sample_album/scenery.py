"""The background: sky, trees, people, banners, road."""

import numpy as np
from PIL import Image, ImageDraw, ImageEnhance, ImageFilter

from tools.sandbox.sample_album.canvas import Colour, clouded, font, noise, tinted
from tools.sandbox.sample_album.scenes import Scene

WIDTH, HEIGHT = 1600, 1067
HORIZON = 470
FENCE = 560
ROAD = 640
# Texts that a machine reads and the start list must reject: a distance, a year, a postal code.
BANNERS = ("NORDWIND", "RIVERSIDE RUN 10 KM", "SINCE 1987", "alpina", "HELIO 24700", "FINISHLINE")
CLOTHES = (
    (190, 60, 60),
    (60, 90, 160),
    (220, 200, 120),
    (70, 130, 90),
    (210, 210, 214),
    (50, 52, 60),
)


def draw_scenery(scene: Scene, random: np.random.Generator) -> Image.Image:
    """Draw the background of a scene, out of focus."""
    picture = _sky(scene.warmth, random)
    _trees(picture, random)
    _people(picture, random)
    _banners(picture, random)
    road = _road(random)
    picture.paste(road, (0, ROAD))
    return picture.filter(ImageFilter.GaussianBlur(1.6))


def finish(picture: Image.Image, scene: Scene, random: np.random.Generator) -> Image.Image:
    """Finish the photo: light of the hour, darker corners, sensor noise."""
    pixels = np.asarray(picture.convert("RGB"), dtype=np.float64)
    down, across = np.linspace(-1, 1, HEIGHT), np.linspace(-1, 1, WIDTH)
    rows, columns = np.meshgrid(down, across, indexing="ij")
    corners = 1 - 0.16 * (rows**2 + columns**2)
    grain = random.normal(0, 3.2, (HEIGHT, WIDTH, 1))
    light = np.array([1 + 0.07 * scene.warmth, 1.0, 1 - 0.1 * scene.warmth])
    developed = pixels * corners[..., None]
    developed *= light
    developed += grain
    np.clip(developed, 0, 255, out=developed)
    return ImageEnhance.Contrast(Image.fromarray(developed.astype(np.uint8))).enhance(1.06)


def _sky(warmth: float, random: np.random.Generator) -> Image.Image:
    rise = np.linspace(0, 1, HEIGHT)[:, None] * np.ones((1, WIDTH))
    high: Colour = (104, 150, 206)
    low: Colour = (236, round(226 - 26 * warmth), round(228 - 66 * warmth))
    sky = tinted(rise * 1.8, high, low)
    clouds = np.clip(clouded((WIDTH, HEIGHT), 420, random) * 2.2 - 0.9, 0, 1) * 190
    sky.paste((244, 244, 246), mask=Image.fromarray(clouds.astype(np.uint8)))
    return sky


def _trees(picture: Image.Image, random: np.random.Generator) -> None:
    mask = Image.new("L", picture.size, 0)
    pen = ImageDraw.Draw(mask)
    for x in range(-60, WIDTH + 60, 46):
        top, spread = HORIZON - random.uniform(90, 260), random.uniform(60, 120)
        pen.ellipse((x - spread, top, x + spread, top + 2.4 * spread), fill=255)
        pen.rectangle((x - spread, top + spread, x + spread, ROAD), fill=255)
    leaves = clouded((WIDTH, HEIGHT), 60, random)
    wood = tinted(leaves * 1.2 - 0.1, (24, 48, 28), (126, 156, 78))
    picture.paste(wood, mask=mask.filter(ImageFilter.GaussianBlur(4)))


def _people(picture: Image.Image, random: np.random.Generator) -> None:
    """Draw the spectators behind the fence, out of focus."""
    crowd = Image.new("RGBA", picture.size, (0, 0, 0, 0))
    pen = ImageDraw.Draw(crowd)
    for x in range(-10, WIDTH + 30, 52):
        middle, top = x + random.uniform(-14, 14), HORIZON - random.uniform(-30, 26)
        coat = CLOTHES[int(random.integers(len(CLOTHES)))]
        pen.rounded_rectangle((middle - 30, top + 34, middle + 30, ROAD), 22, fill=coat)
        pen.ellipse((middle - 17, top, middle + 17, top + 42), fill=(206, 162, 134))
        pen.chord((middle - 18, top - 4, middle + 18, top + 36), 180, 360, fill=(58, 42, 34))
    crowd = crowd.filter(ImageFilter.GaussianBlur(5))
    picture.paste(crowd, mask=crowd)


def _banners(picture: Image.Image, random: np.random.Generator) -> None:
    pen = ImageDraw.Draw(picture)
    first = int(random.integers(len(BANNERS)))
    for place, x in enumerate(range(-40, WIDTH, 410)):
        colour = CLOTHES[(first + place) % len(CLOTHES)]
        dark = sum(colour) < 420
        pen.rectangle((x, FENCE, x + 402, ROAD + 20), fill=colour)
        text = BANNERS[(first + place) % len(BANNERS)]
        size = min(56.0, 620 / len(text))
        ink = (244, 244, 244) if dark else (24, 26, 32)
        pen.text((x + 201, FENCE + 48), text, fill=ink, font=font(size), anchor="mm")
        pen.rectangle((x - 4, FENCE - 14, x + 406, FENCE - 6), fill=(150, 154, 160))


def _road(random: np.random.Generator) -> Image.Image:
    height = HEIGHT - ROAD
    shade = 0.55 + 0.3 * (clouded((WIDTH, height), 240, random) - 0.5)
    shade += 0.16 * (random.random((height, WIDTH)) - 0.5) + 0.1 * (
        noise((WIDTH, height), 6, random) - 0.5
    )
    road = tinted(shade, (58, 60, 66), (150, 150, 152))
    pen = ImageDraw.Draw(road)
    pen.rectangle((0, 0, WIDTH, 18), fill=(184, 182, 176))
    for start in (-0.6, 0.1, 0.9, 1.6):
        near, far = start * WIDTH, 0.5 * WIDTH + (start - 0.5) * 0.45 * WIDTH
        pen.polygon(
            ((far, 18), (far + 9, 18), (near + 34, height), (near, height)), fill=(214, 214, 208)
        )
    return road
