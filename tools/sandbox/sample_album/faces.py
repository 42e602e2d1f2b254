"""A photographed face: Eileen Collins, from her portrait by NASA (public domain)."""

from pathlib import Path

from PIL import Image, ImageDraw, ImageFilter

OUTLINE = (
    *((7, 50), (19, 37), (45, 15), (82, 5), (115, 12), (142, 33), (153, 63), (152, 93)),
    *((134, 118), (124, 127), (115, 143), (108, 160), (105, 176), (79, 180), (52, 174)),
    *((39, 164), (36, 137), (33, 121), (24, 115), (12, 93), (5, 70)),
)
# How much larger the head is on a runner's layer.
SCALE = 1.75


def astronaut() -> Image.Image:
    """Return the head, cut out with soft edges, as RGBA."""
    head = Image.open(Path(__file__).with_name("astronaut.png")).convert("RGBA")
    mask = Image.new("L", head.size, 0)
    ImageDraw.Draw(mask).polygon(OUTLINE, fill=255)
    head.putalpha(mask.filter(ImageFilter.GaussianBlur(1.2)))
    size = round(head.width * SCALE), round(head.height * SCALE)
    return head.resize(size, Image.Resampling.BICUBIC)
