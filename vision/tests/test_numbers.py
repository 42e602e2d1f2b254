import pytest
from PIL import Image, ImageDraw, ImageFont

from vision.numbers.formats import NumberFormat
from vision.numbers.reading import NumberReader
from vision.tests.drawing import SMALL, draw_bib, photo_of, pixels_of, street


@pytest.fixture(scope="module")
def reader() -> NumberReader:
    return NumberReader()


# Readings of lower confidence are returned, but not accepted.
ACCEPTED = 0.4


def values(reader: NumberReader, photo: Image.Image) -> set[str]:
    return {one.value for one in reader.read(pixels_of(photo)) if one.confidence >= ACCEPTED}


def test_reads_the_numbers_of_several_bibs(reader):
    photo = photo_of({"552": (100, 200), "8037": (700, 300), "17": (1200, 600)})

    assert values(reader, photo) == {"552", "8037", "17"}


def test_reads_letters_where_numbers_have_some(reader):
    photo = photo_of({"T2182": (100, 200), "S0374": (600, 500), "552": (1200, 300)}, digits=60)

    found = reader.read(pixels_of(photo), NumberFormat.LETTERS_AND_DIGITS)

    assert {one.value for one in found if one.confidence >= ACCEPTED} == {"T2182", "S0374", "552"}
    assert values(reader, photo) == {"552"}


def test_gives_the_place_of_a_number_in_fractions_of_the_image(reader):
    photo = photo_of({"8037": (800, 534)})

    [reading] = reader.read(pixels_of(photo))

    middle = reading.box.left + reading.box.width / 2, reading.box.top + reading.box.height / 2
    assert middle == pytest.approx((0.5 + 98 / 1600, 0.5 + 72 / 1068), abs=0.02)
    assert 0.9 <= reading.confidence <= 1.0


@pytest.mark.parametrize("digits", [22, 60, 150, 330])
def test_reads_small_and_large_digits(reader, digits):
    photo = photo_of({"6291": (200, 150)}, digits=digits)

    assert values(reader, photo) == {"6291"}


@pytest.mark.parametrize("left", [380, 420, 460, 500, 540])
def test_reads_a_number_wherever_the_seams_of_the_tiles_fall(reader, left):
    assert values(reader, photo_of({"7483": (left, 300)})) == {"7483"}


def test_reads_a_number_that_hangs_askew(reader):
    photo = street(*SMALL)
    draw_bib(photo, "890", (300, 180), digits=80)

    assert values(reader, photo.rotate(12, fillcolor=(110, 110, 110))) == {"890"}


def test_reads_the_same_number_once(reader):
    photo = photo_of({"918": (100, 200)})
    draw_bib(photo, "918", (900, 500))

    assert [reading.value for reading in reader.read(pixels_of(photo))] == ["918"]


def test_leaves_a_number_plate_out(reader):
    assert values(reader, photo_of({"DA-744-KJ": (200, 200)}, size=SMALL)) == set()


def test_leaves_words_out(reader):
    photo = street(*SMALL)
    ImageDraw.Draw(photo).text((150, 200), "FINISH", (0, 0, 0), ImageFont.load_default(120))

    assert values(reader, photo) == set()


def test_finds_nothing_on_an_empty_street(reader):
    assert values(reader, street()) == set()


def test_does_not_make_a_number_of_half_hidden_digits(reader):
    photo = photo_of({"1480": (200, 150)}, digits=80, size=SMALL)
    # A hand over the right half of the 0.
    ImageDraw.Draw(photo).ellipse((396, 190, 500, 310), fill=(200, 150, 120))

    assert "1481" not in values(reader, photo)
    assert "148" not in values(reader, photo)


def test_leaves_a_number_out_that_is_covered_at_one_end(reader):
    photo = photo_of({"163": (600, 400), "552": (200, 700), "8037": (900, 700)}, digits=80)
    left_of_the_6 = 600 + 40 + 80 // 2 + 6
    # An arm over the 1 and the bib to the left of the 6.
    ImageDraw.Draw(photo).rectangle((540, 340, left_of_the_6, 640), fill=(205, 150, 125))

    assert values(reader, photo) == {"552", "8037"}


def test_reads_a_number_half_in_the_shadow(reader):
    photo = photo_of({"541": (200, 150)}, digits=80, size=SMALL)
    pixels = pixels_of(photo).copy()
    pixels[:, :320] = (pixels[:, :320] * 0.6).astype(pixels.dtype)

    assert [reading.value for reading in reader.read(pixels)] == ["541"]
