import numpy as np
import pytest

from vision.numbers.evidence import Place, Text, are_sure, phrase_of
from vision.numbers.recognition import Look


def look(text, sure=0.99):
    """Make a look that shows a number, or a word, each character equally sure."""
    steps = np.full((len(text), 12), 0.0, np.float32)
    for step, character in zip(steps, text, strict=True):
        step[int(character) + 1 if character.isdigit() else 11] = sure
    return Look(text=text, confidence=sure, places=(), steps=steps)


def test_two_models_that_see_the_same_number_are_sure():
    assert are_sure(look("5310"), look("5310"))


@pytest.mark.parametrize(
    "other", [look("5311"), look("5310", 0.9), look("RUN")], ids=["another", "weak", "word"]
)
def test_a_doubt_of_either_model_is_a_doubt(other):
    assert not are_sure(look("5310"), other)
    assert not are_sure(other, look("5310"))


def test_a_word_is_no_sure_number():
    assert not are_sure(look("RUN"), look("RUN"))


def at(left, right, top=100.0):
    return Place(left=left, top=top, right=right, bottom=top + 40, size=40)


def text(words, place):
    return Text(place=place, look=look(words))


def test_a_number_between_words_is_part_of_their_phrase():
    texts = [text("RUN", at(140, 220)), text("21", at(100, 130)), text("CITY", at(20, 90))]

    assert phrase_of(at(100, 130), "21", texts) == "CITY 21 RUN"


def test_digits_cut_out_of_a_text_have_its_words():
    assert phrase_of(at(180, 220), "21", [text("BANGSAEN21", at(20, 220))]) == "BANGSAEN21"


@pytest.mark.parametrize(
    "beside",
    [text("RUN", at(400, 480)), text("RUN", at(140, 220, top=300)), text("77", at(140, 170))],
    ids=["far away", "another line", "a number"],
)
def test_a_number_without_words_beside_it_has_no_phrase(beside):
    assert phrase_of(at(100, 130), "21", [text("21", at(100, 130)), beside]) == ""
