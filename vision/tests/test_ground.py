import numpy as np
import pytest
from PIL import Image, ImageDraw

from vision.numbers.ground import ENOUGH, ground_beside

CORNERS = np.array([(100, 100), (180, 100), (180, 140), (100, 140)], np.float32)


def number_with(*, paper, ink, arm=None):
    """Strokes like a number's on a bib; an arm covers the bib from some x on."""
    image = Image.new("RGB", (300, 240), (70, 110, 60))
    draw = ImageDraw.Draw(image)
    draw.rectangle((40, 60, 240, 180), fill=paper)
    for left in (106, 126, 146, 166):
        draw.rectangle((left, 106, left + 7, 133), fill=ink)
    if arm is not None:
        draw.rectangle((arm, 60, 300, 180), fill=(190, 140, 110))
    return np.asarray(image)


@pytest.mark.parametrize("paper", [(255, 255, 255), (235, 230, 225), (250, 210, 40)])
def test_a_whole_number_has_ground_beside_both_ends(paper):
    assert ground_beside(number_with(paper=paper, ink=(20, 20, 30)), CORNERS) == ENOUGH


def test_light_digits_on_a_dark_bib_have_ground_too():
    pixels = number_with(paper=(10, 10, 60), ink=(255, 255, 255))

    assert ground_beside(pixels, CORNERS) == ENOUGH


def test_a_covered_number_has_little():
    pixels = number_with(paper=(255, 255, 255), ink=(20, 20, 30), arm=176)

    assert ground_beside(pixels, CORNERS) < 0.15
