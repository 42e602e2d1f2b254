import io
import struct

import numpy as np
import pytest
from PIL import Image

from vision.images import UnreadableImage, decode
from vision.tests.drawing import jpeg, street


def test_reduces_a_large_photo_to_a_long_side_of_2048():
    assert decode(jpeg(street(4500, 3000))).shape == (1365, 2048, 3)


def test_leaves_a_small_photo_as_large_as_it_is():
    assert decode(jpeg(street(640, 480))).shape == (480, 640, 3)


def test_turns_a_photo_upright():
    photo = street(600, 400)
    photo.paste((250, 0, 0), (0, 0, 100, 400))
    exif = Image.Exif()
    exif[0x0112] = 6  # to be turned by 90 degrees clockwise
    file = io.BytesIO()
    photo.save(file, "JPEG", exif=exif)

    pixels = decode(file.getvalue())

    assert pixels.shape == (600, 400, 3)
    assert np.all(pixels[20, :, 0] > 200)


@pytest.mark.parametrize("mode", ["RGBA", "L", "P", "1"])
def test_makes_rgb_of_other_modes(mode):
    file = io.BytesIO()
    street(64, 48).convert(mode).save(file, "PNG")

    assert decode(file.getvalue()).shape == (48, 64, 3)


@pytest.mark.parametrize("content", [b"", b"no image", b"\xff\xd8\xff\xe0 broken", b"GIF89a"])
def test_refuses_what_is_no_image(content):
    with pytest.raises(UnreadableImage):
        decode(content)


def test_refuses_half_a_photo():
    content = jpeg(street())

    with pytest.raises(UnreadableImage):
        decode(content[: len(content) // 2])


def test_refuses_a_photo_of_too_many_pixels_before_decoding_it():
    with pytest.raises(UnreadableImage, match="640 x 480 pixels"):
        decode(jpeg(street(640, 480)), max_pixels=300_000)


def test_turns_a_photo_upright_whatever_else_the_camera_noted():
    width_as_text = struct.pack("<HHI4s", 0x0100, 2, 4, b"600\0")
    orientation = struct.pack("<HHII", 0x0112, 3, 1, 6)
    head = struct.pack("<2sHIH", b"II", 42, 8, 2)
    notes = b"Exif\0\0" + head + width_as_text + orientation + bytes(4)
    file = io.BytesIO()
    street(600, 400).save(file, "JPEG", exif=notes)

    assert decode(file.getvalue()).shape == (600, 400, 3)


def test_keeps_the_contrast_of_16_bits():
    shades = np.array([[40 * 257, 245 * 257]] * 2, np.uint16)
    file = io.BytesIO()
    Image.fromarray(shades).save(file, "PNG")

    assert decode(file.getvalue())[0, :, 0].tolist() == [40, 245]


def test_sees_what_is_transparent_on_white():
    file = io.BytesIO()
    Image.new("RGBA", (8, 8), (0, 0, 0, 0)).save(file, "PNG")

    assert decode(file.getvalue()).min() == 255
