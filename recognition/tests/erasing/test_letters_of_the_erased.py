"""An erased start number with letters…"""

from uuid import uuid4

import pytest

from foundation.privacy.scrubbing import Marks
from recognition.erased import number_name

ALBUM = uuid4()


@pytest.mark.parametrize("written", ["T2182", "t2182", "T-2182", "T 02182", "T002182"])
def test_is_known_however_it_is_written(written: str) -> None:
    assert number_name(ALBUM, written) == number_name(ALBUM, "T2182")


@pytest.mark.parametrize("other", ["2182", "S2182", "T21820", "T2182A"])
def test_is_no_other_number(other: str) -> None:
    assert number_name(ALBUM, other) != number_name(ALBUM, "T2182")


def test_leaves_no_trace_in_texts_and_json() -> None:
    marks = Marks(numbers=["T2182", "12A"])

    left = marks.without({"tags": [{"value": "t-02182"}, {"value": "7"}], "phrase": "0012a T 2182"})

    assert left == {"tags": [{"value": "7"}], "phrase": "(erased) (erased)"}


def test_a_number_of_digits_is_left_out_as_before() -> None:
    marks = Marks(numbers=["42"])

    assert marks.without(["0042", "4 2", "T42", "421"]) == ["T42", "421"]
