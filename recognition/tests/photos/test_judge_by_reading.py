"""Numbers of a callback, judged by the confidence and by the format of the album…"""

import pytest

from recognition.models import NumberFormat, Photo
from recognition.photos.history import explain_photo
from recognition.tests.calls.judging import album_of, listed_album, read, sent, tag, verdicts

pytestmark = pytest.mark.django_db


def history_of(photo: Photo) -> list[str]:
    return [entry.text for entry in explain_photo(photo.pk).entries]


def test_judged_by_confidence_several_alternatives_are_ambiguous() -> None:
    others = [{"value": "123", "confidence": 0.5}, {"value": "128", "confidence": 0.45}]

    photo = read(album_of(minimum_confidence=0.4), tag("1Z3", 0.55, alternatives=others))

    assert verdicts(photo) == {"123": "LowConfidence Ambiguous"}
    why = "read as 1Z3, may be 123 (0.50) or 128 (0.45): none can be chosen"
    assert f"“123” rejected, read by the provider: {why}." in history_of(photo)
    assert sent(photo) == [[]]


LETTERS = NumberFormat.LETTERS_AND_DIGITS


def test_a_reading_without_letters_is_taken_by_the_list_and_explained(sandbox):
    album = listed_album(sandbox, "T2182", "S374", "T374", "T9", number_format=LETTERS)
    unclear = tag("129", 0.6, alternatives=[{"value": "T9", "confidence": 0.55}])
    photo = read(album, tag("2182"), tag("374"), unclear)

    assert verdicts(photo) == {
        "T2182": "accepted",
        "374": "NotInStartList",
        "T9": "accepted Alternative",
    }
    said = [entry.text for entry in explain_photo(photo.pk).entries]
    why = "read as 2182: T2182 alone has these digits on the start list"
    assert f"T2182 kept, read by the provider: {why}." in said
