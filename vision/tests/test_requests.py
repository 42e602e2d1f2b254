"""Requests, settings and images, as they are read…"""

import io
import struct
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from vision.images import UnreadableImage, decode
from vision.requests import InvalidRequest, RecognitionRequest, RecognitionType, recognition_request
from vision.settings import InvalidSetting, Settings, settings_from
from vision.tests.drawing import jpeg, street

BODY = {
    "name": "photo;album",
    "type": "FACE_NUMBER",
    "imageUrl": "https://images.example/1.jpg",
    "callbackUrl": "https://web.example/callback?token=x",
}


def test_reads_a_request():
    assert recognition_request(BODY) == RecognitionRequest(
        name="photo;album",
        type=RecognitionType.FACE_NUMBER,
        image_url="https://images.example/1.jpg",
        callback_url="https://web.example/callback?token=x",
    )


@pytest.mark.parametrize(
    ("url", "lasting"),
    [
        ("https://images.example/1.jpg", "https://images.example/1.jpg"),
        ("https://images.example/1.jpg?signature=x", None),
        ("https://key:x@images.example/1.jpg", None),
    ],
)
def test_does_not_keep_a_url_that_may_be_a_secret(url, lasting):
    assert recognition_request({**BODY, "imageUrl": url}).lasting_image_url == lasting


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("name", ""),
        ("name", None),
        ("name", "x" * 501),
        ("type", "number"),
        ("type", 1),
        ("imageUrl", "file:///etc/passwd"),
        ("imageUrl", "images/1.jpg"),
        ("imageUrl", "http://[::1/1.jpg"),
        ("callbackUrl", "http://"),
        ("callbackUrl", None),
        ("numberFormat", "Letters"),
        ("numberFormat", ""),
        ("numberFormat", 1),
    ],
)
def test_names_the_field_that_is_wrong(field, value):
    with pytest.raises(InvalidRequest, match=field):
        recognition_request({**BODY, field: value})


@pytest.mark.parametrize(
    ("fields", "number_format"),
    [({}, "Digits"), ({"numberFormat": None}, "Digits"), ({"numberFormat": "Digits"}, "Digits"),
     ({"numberFormat": "LettersAndDigits"}, "LettersAndDigits")],
)  # fmt: skip
def test_reads_whether_numbers_have_letters(fields, number_format):
    assert recognition_request({**BODY, **fields}).number_format == number_format


@pytest.mark.parametrize("body", [None, [], "text", 1])
def test_asks_for_an_object(body):
    with pytest.raises(InvalidRequest, match="object"):
        recognition_request(body)


def test_settings_has_a_default_for_everything():
    assert settings_from({}) == Settings()


def test_settings_reads_the_environment():
    settings = settings_from(
        {
            "DATABASE_URL": "postgres://localhost/x",
            "VISION_KEY": "secret",
            "VISION_FALSE_MATCH": "0.05",
            "VISION_SKETCH_BYTES": "1000000",
            "VISION_THREADS": "2",
            "ALLOW_PRIVATE_IMAGE_URLS": "True",
            "VAR_DIR": "/srv/finishline",
        }
    )

    assert settings == Settings(
        database_url="postgres://localhost/x",
        key="secret",
        false_match=0.05,
        sketch_bytes=1_000_000,
        threads=2,
        allow_private_image_urls=True,
        queue=Path("/srv/finishline/vision/queue.sqlite3"),
        sketches=Path("/srv/finishline/vision/sketches"),
    )


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("VISION_THREADS", "many"),
        ("VISION_THREADS", "0"),
        ("VISION_IMAGE_SECONDS", "nan"),
        ("VISION_FALSE_MATCH", "1"),
        ("ALLOW_PRIVATE_IMAGE_URLS", "perhaps"),
    ],
)
def test_settings_names_a_variable_that_cannot_be_used(name, value):
    with pytest.raises(InvalidSetting, match=name):
        settings_from({name: value})


def test_settings_a_key_may_stand_in_a_file_which_is_named_where_it_is_missing(tmp_path):
    (tmp_path / "key").write_text("secret\n")

    assert settings_from({"VISION_KEY_FILE": str(tmp_path / "key")}).key == "secret"
    with pytest.raises(InvalidSetting, match="VISION_KEY_FILE: No such file"):
        settings_from({"VISION_KEY_FILE": str(tmp_path / "missing")})


@pytest.mark.parametrize(
    ("size", "shape"), [((4500, 3000), (1365, 2048, 3)), ((640, 480), (480, 640, 3))]
)
def test_images_reduces_a_large_photo_alone_to_a_long_side_of_2048(size, shape):
    assert decode(jpeg(street(*size))).shape == shape


def test_images_turns_a_photo_upright():
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
def test_images_makes_rgb_of_other_modes(mode):
    file = io.BytesIO()
    street(64, 48).convert(mode).save(file, "PNG")

    assert decode(file.getvalue()).shape == (48, 64, 3)


WHOLE = jpeg(street())
HALF = WHOLE[: len(WHOLE) // 2]


@pytest.mark.parametrize("content", [b"", b"no image", b"\xff\xd8\xff\xe0 broken", b"GIF89a", HALF])
def test_images_refuses_what_is_no_image_or_half_a_photo(content):
    with pytest.raises(UnreadableImage):
        decode(content)


def test_images_refuses_a_photo_of_too_many_pixels_before_decoding_it():
    with pytest.raises(UnreadableImage, match="640 x 480 pixels"):
        decode(jpeg(street(640, 480)), max_pixels=300_000)


def test_images_turns_a_photo_upright_whatever_else_the_camera_noted():
    width_as_text = struct.pack("<HHI4s", 0x0100, 2, 4, b"600\0")
    orientation = struct.pack("<HHII", 0x0112, 3, 1, 6)
    head = struct.pack("<2sHIH", b"II", 42, 8, 2)
    notes = b"Exif\0\0" + head + width_as_text + orientation + bytes(4)
    file = io.BytesIO()
    street(600, 400).save(file, "JPEG", exif=notes)

    assert decode(file.getvalue()).shape == (600, 400, 3)


def test_images_keeps_the_contrast_of_16_bits():
    shades = np.array([[40 * 257, 245 * 257]] * 2, np.uint16)
    file = io.BytesIO()
    Image.fromarray(shades).save(file, "PNG")

    assert decode(file.getvalue())[0, :, 0].tolist() == [40, 245]


def test_images_sees_what_is_transparent_on_white():
    file = io.BytesIO()
    Image.new("RGBA", (8, 8), (0, 0, 0, 0)).save(file, "PNG")

    assert decode(file.getvalue()).min() == 255
