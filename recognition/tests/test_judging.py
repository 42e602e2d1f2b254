"""What a reading stands for, and whether it is accepted; the table of `docs/recognition.md`."""

from uuid import uuid4

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from recognition.models import AlbumText, NormalizationPolicy
from recognition.numbers.judging import (
    Alternative,
    Knowledge,
    Reading,
    ReadNumber,
    check_reading,
    judge,
)
from recognition.numbers.normalising import NumberRules
from recognition.numbers.repeated_texts import Place, Sightings, is_of_the_album, place_of, words_of

LISTED = frozenset({"123", "128", "456"})
HERE = Place(x=50, y=20, height=8)
OTHER_PHOTO = uuid4()

# What was read, how surely, the alternatives → the value, the rejection, the basis, its confidence.
Row = tuple[str, float | None, dict[str, float], str, str | None, str | None, float | None]
WITH_LIST: list[Row] = [
    # listed and sure
    ("123", 0.9, {}, "123", None, None, 0.9),
    ("123", 0.5, {}, "123", None, None, 0.5),
    ("0123", 0.9, {}, "123", None, None, 0.9),
    ("123", 0.9, {"128": 0.8}, "123", None, None, 0.9),
    # listed but weak
    ("123", 0.49, {}, "123", "LowConfidence", None, 0.49),
    ("123", 0.3, {"128": 0.2}, "123", "LowConfidence", None, 0.3),
    ("123", 0.3, {"128": 0.6}, "128", None, "Alternative", 0.6),
    # no number, or not listed; one listed alternative passes
    ("1Z3", 0.4, {"123": 0.81}, "123", None, "Alternative", 0.81),
    ("124", 0.95, {"123": 0.81}, "123", None, "Alternative", 0.81),
    ("1234567", 0.4, {"0123": 0.6}, "123", None, "Alternative", 0.6),
    ("1Z3", 0.4, {"123": 0.6, "999": 0.9}, "123", None, "Alternative", 0.6),
    ("1Z3", 0.4, {"123": 0.6, "0123": 0.7}, "123", None, "Alternative", 0.7),
    # several listed alternatives pass
    ("1Z3", 0.4, {"123": 0.6, "128": 0.5}, "123", "LowConfidence", "Ambiguous", 0.6),
    # the listed alternatives are weak
    ("1Z3", 0.4, {"123": 0.3}, "123", "LowConfidence", "Alternative", 0.3),
    ("124", 0.4, {"123": 0.3, "128": 0.35}, "128", "LowConfidence", "Alternative", 0.35),
    ("124", 0.9, {"123": 0.3}, "124", "NotInStartList", None, 0.9),
    ("1Z3", None, {"123": 0.3}, "1Z3", "NotANumber", None, None),
    # nothing that is read is listed
    ("124", 0.9, {}, "124", "NotInStartList", None, 0.9),
    ("124", 0.1, {"999": 0.9}, "124", "NotInStartList", None, 0.1),
    ("1234567", 0.9, {"A": 0.9}, "1234567", "TooLong", None, 0.9),
]
WITHOUT_LIST: list[Row] = [
    ("999", 0.5, {}, "999", None, None, 0.5),
    ("999", None, {}, "999", None, None, None),
    ("999", 0.49, {}, "999", "LowConfidence", None, 0.49),
    ("9Z9", 0.4, {"999": 0.55}, "999", None, "Alternative", 0.55),
]


def rules(start_list: frozenset[str] | None = LISTED) -> NumberRules:
    strip = NormalizationPolicy.STRIP_LEADING_ZEROS
    return NumberRules(policy=strip, capacity=5, start_list=start_list)


def reading(
    text: str, sure: float | None, others: dict[str, float], listed: frozenset[str] | None = LISTED
) -> Reading:
    alternatives = tuple(Alternative(value=value, confidence=c) for value, c in others.items())
    number = ReadNumber(text=text, confidence=sure, box=None, alternatives=alternatives)
    return check_reading(number, rules(listed))


@pytest.mark.parametrize(
    ("row", "listed"),
    [*((row, LISTED) for row in WITH_LIST), *((row, None) for row in WITHOUT_LIST)],
)
def test_a_reading_by_a_start_list_or_by_the_threshold_alone(row, listed):
    text, sure, others, *expected = row

    verdict = judge(reading(text, sure, others, listed), Knowledge(minimum=0.5))

    found = [verdict.value, verdict.rejection, verdict.basis, verdict.confidence]
    assert found == expected


@pytest.mark.parametrize(
    ("minimum", "sure", "rejection"),
    [(0, 0.0, None), (0.8, 0.79, "LowConfidence"), (1, 0.99, "LowConfidence"), (1, 1.0, None)],
)
def test_the_threshold_is_the_albums(minimum: float, sure: float, rejection: str | None) -> None:
    verdict = judge(reading("123", sure, {}), Knowledge(minimum=minimum))

    assert verdict.rejection == rejection


def text_at(place: Place | None = None, words: str = "", value: str = "123") -> AlbumText:
    x, y, height = (place.x, place.y, place.height) if place else (None, None, None)
    return AlbumText(value=value, words=words, place_x=x, place_y=y, place_height=height, photos=12)


def seen(sure: float, text: AlbumText) -> tuple[str | None, str | None]:
    found = Reading(text="123", value="123", confidence=sure, place=HERE, words="bangsaen #")
    verdict = judge(found, Knowledge(minimum=0.5, texts=[text], confirmed={"123": OTHER_PHOTO}))
    return verdict.rejection, verdict.basis


@pytest.mark.parametrize("sure", [0.9, 0.1])
@pytest.mark.parametrize(
    "text",
    [text_at(HERE), text_at(Place(x=51, y=19, height=9)), text_at(words="bangsaen #")],
    ids=["same place", "nearly", "same words"],
)
def test_what_stands_on_many_photos_is_no_number(sure: float, text: AlbumText) -> None:
    assert seen(sure, text) == ("NotANumber", "Context")


@pytest.mark.parametrize(
    "text",
    [
        text_at(Place(x=52, y=20, height=8)),
        text_at(Place(x=50, y=20, height=10)),
        text_at(words="runner #"),
        text_at(HERE, value="128"),
    ],
    ids=["beside it", "larger", "other words", "another number"],
)
def test_what_stands_elsewhere_is_a_number(text: AlbumText) -> None:
    assert seen(0.9, text) == (None, None)


@pytest.mark.parametrize(
    ("text", "others", "value"),
    [
        ("123", {}, "123"),
        ("1Z3", {"123": 0.2}, "123"),
        ("1Z3", {"128": 0.3, "123": 0.2}, "123"),
        ("1Z3", {"128": 0.7, "123": 0.6}, "123"),
    ],
)
def test_a_weak_reading_is_confirmed_by_the_same_person(text, others, value):
    known = Knowledge(minimum=0.5, confirmed={"123": OTHER_PHOTO, "456": uuid4()})

    verdict = judge(reading(text, 0.3, others), known)

    assert (verdict.value, verdict.rejection, verdict.basis) == (value, None, "SamePerson")
    assert verdict.photo_id == OTHER_PHOTO


@pytest.mark.parametrize(
    ("text", "others", "rejection"),
    [
        ("456", {}, "LowConfidence"),
        ("124", {}, "NotInStartList"),
        ("123", {"128": 0.2}, "LowConfidence"),
    ],
    ids=["another number", "not listed", "both are known"],
)
def test_no_other_reading_is(text: str, others: dict[str, float], rejection: str) -> None:
    known = Knowledge(minimum=0.5, confirmed={"123": OTHER_PHOTO, "128": OTHER_PHOTO})

    verdict = judge(reading(text, 0.3, others), known)

    assert verdict.rejection == rejection


@settings(suppress_health_check=[HealthCheck.too_slow])  # on a busy machine
@given(
    st.text("0123456789Z", min_size=1, max_size=7),
    st.none() | st.floats(0, 1),
    st.dictionaries(st.text("01238Z", min_size=1, max_size=4), st.floats(0, 1), max_size=5),
    st.floats(0, 1),
    st.sampled_from([LISTED, frozenset[str](), None]),
)
def test_only_a_number_of_the_album_that_is_sure_enough_is_accepted(
    text: str,
    sure: float | None,
    others: dict[str, float],
    minimum: float,
    listed: frozenset[str] | None,
) -> None:
    verdict = judge(reading(text, sure, others, listed), Knowledge(minimum=minimum))

    if verdict.rejection is None:
        assert verdict.value.isdigit()
        assert listed is None or verdict.value in listed
        assert verdict.confidence is None or verdict.confidence >= minimum
    assert verdict.rejection or verdict.basis in (None, "Alternative")


@pytest.mark.parametrize(
    ("here", "elsewhere", "of_one_person", "company", "is_scenery"),
    [
        (10, 0, 0, 5, True),
        (10, 0, 4, 9, True),
        (50, 49, 3, 30, True),
        (9, 0, 0, 9, False),
        (10, 10, 0, 9, False),
        (10, 0, 5, 9, False),
        (50, 50, 0, 9, False),
        (50, 0, 0, 4, False),
    ],
)
def test_a_text_is_the_albums_where_it_stays_and_others_pass(
    here: int, elsewhere: int, of_one_person: int, company: int, is_scenery: bool
) -> None:
    found = Sightings(here=here, elsewhere=elsewhere, of_one_person=of_one_person, company=company)

    assert is_of_the_album(found) is is_scenery


@pytest.mark.parametrize(
    ("phrase", "text", "words"),
    [
        ("BANGSAEN 21", "21", "bangsaen #"),
        ("  Bangsaen\n21 ", "21", "bangsaen #"),
        ("17.05. 2015", "2015", "17.05. #"),
        ("21", "21", ""),
        ("21 -", "21", ""),
        ("BANGSAEN", "21", ""),
        ("", "", ""),
        ("21 km 21", "21", "# km 21"),
    ],
)
def test_words_have_a_mark_in_the_numbers_place(phrase: str, text: str, words: str) -> None:
    assert words_of(phrase, text) == words


def test_a_place_is_in_percent_and_within_the_image() -> None:
    inside = {"left": 0.1, "top": 0.2, "width": 0.3, "height": 0.08}
    outside = {"left": 1e300, "top": -5.0, "width": 2.0, "height": 3.0}

    assert place_of(inside) == Place(x=25, y=24, height=8)
    assert place_of(outside) == Place(x=100, y=0, height=100)
    assert place_of(None) is None
