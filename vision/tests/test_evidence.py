import numpy as np
import pytest

from vision.numbers.evidence import are_sure
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
