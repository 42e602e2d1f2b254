"""A photographed face, from a picture in the package of scikit-image."""

from importlib import import_module

from PIL import Image, ImageDraw, ImageFilter

# The astronaut's head (Eileen Collins, NASA, public domain) in the picture of 512 by 512 px.
HEAD_BOX = (148, 10, 308, 196)
OUTLINE = (
    *((155, 60), (167, 47), (193, 25), (230, 15), (263, 22), (290, 43), (301, 73), (300, 103)),
    *((282, 128), (272, 137), (263, 153), (256, 170), (253, 186), (227, 190), (200, 184)),
    *((187, 174), (184, 147), (181, 131), (172, 125), (160, 103), (153, 80)),
)
# How much larger the head is on a runner's layer.
SCALE = 1.75


def astronaut() -> Image.Image | None:
    """Return the head with soft edges as RGBA; None without scikit-image."""
    try:
        data = import_module("skimage.data")
    except ImportError:
        return None
    head = Image.fromarray(data.astronaut()).convert("RGBA")
    mask = Image.new("L", head.size, 0)
    ImageDraw.Draw(mask).polygon(OUTLINE, fill=255)
    head.putalpha(mask.filter(ImageFilter.GaussianBlur(1.2)))
    head = head.crop(HEAD_BOX)
    size = round(head.width * SCALE), round(head.height * SCALE)
    return head.resize(size, Image.Resampling.BICUBIC)
