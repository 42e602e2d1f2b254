"""Start numbers: normalised and checked in this order, the same for photo and start list."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recognition.models import NormalizationPolicy, NumberFormat, NumberRejection
from recognition.numbers.known_texts import known_texts
from recognition.numbers.normalising import NumberRules, check, rules_of, sorted_out, spellings
from recognition.numbers.repeated_texts import words_of
from recognition.tests.factories import AlbumFactory

NONE = NormalizationPolicy.NONE
STRIP = NormalizationPolicy.STRIP_LEADING_ZEROS
PAD = NormalizationPolicy.PAD_LEADING_ZEROS
policies = st.sampled_from(list(NormalizationPolicy))
capacities = st.integers(1, 9)
digits = st.text("0123456789", min_size=1, max_size=12)
texts = st.one_of(digits, st.text(max_size=12), st.text("01 ٣\t²x", max_size=12))


def rules(
    policy: NormalizationPolicy = NONE, capacity: int = 5, start_list: frozenset[str] | None = None
) -> NumberRules:
    return NumberRules(policy=policy, capacity=capacity, start_list=start_list)


@pytest.mark.parametrize(
    ("text", "policy", "capacity", "value", "rejection"),
    [
        (" 1 2\t3 ", NONE, 5, "123", None),
        ("", NONE, 5, "", "NotANumber"),
        ("12a", NONE, 5, "12a", "NotANumber"),
        ("١٢", NONE, 5, "١٢", "NotANumber"),
        ("1²", NONE, 5, "1²", "NotANumber"),
        ("00012", NONE, 5, "00012", None),
        ("000012", NONE, 5, "000012", "TooLong"),
        ("000012", STRIP, 5, "12", None),
        ("12", PAD, 5, "00012", None),
        ("000012", PAD, 5, "000012", "TooLong"),
    ],
)
def test_a_text_is_normalised_and_checked(text, policy, capacity, value, rejection):
    checked = check(text, rules(policy, capacity))

    assert (checked.value, checked.rejection) == (value, rejection)


@pytest.mark.parametrize("policy", list(NormalizationPolicy))
def test_a_start_list_is_normalised_the_same_way(policy: NormalizationPolicy) -> None:
    album = AlbumFactory.build(normalization_policy=policy, start_number_capacity=3, tenant=None)
    wide = rules_of(album, ["007", " 0 42 "])

    assert check("007", wide).rejection is None
    assert check("042", wide).rejection is None
    assert check("43", wide).rejection is NumberRejection.NOT_IN_START_LIST


def test_no_start_list_accepts_every_number_and_an_empty_one_none() -> None:
    assert check("12", rules(start_list=None)).rejection is None
    assert check("12", rules(start_list=frozenset())).rejection == "NotInStartList"


@given(texts, policies, capacities)
def test_what_is_accepted_stays_itself_when_it_is_checked_again(text, policy, capacity):
    once = check(text, rules(policy, capacity))

    if once.rejection is None:
        assert check(once.value, rules(policy, capacity)) == once


@given(texts, policies, capacities)
def test_the_first_reason_that_holds_is_the_one_given(text, policy, capacity):
    checked = check(text, rules(policy, capacity, start_list=frozenset()))
    bare = "".join(text.split())

    if not (bare.isascii() and bare.isdigit()):
        assert checked.rejection is NumberRejection.NOT_A_NUMBER
    elif len(rules(policy, capacity).normalise(bare)) > capacity:
        assert checked.rejection is NumberRejection.TOO_LONG
    else:
        assert checked.rejection is NumberRejection.NOT_IN_START_LIST


@given(digits, policies, capacities)
def test_a_number_of_the_start_list_is_never_missing_from_it(number, policy, capacity):
    album = AlbumFactory.build(
        normalization_policy=policy, start_number_capacity=capacity, tenant=None
    )
    checked = check(f" {number} ", rules_of(album, [number]))

    assert checked.rejection in (None, NumberRejection.TOO_LONG)


@given(digits, policies, capacities, st.integers(0, 3))
def test_a_number_that_was_accepted_is_found_however_it_is_written(number, policy, capacity, zeros):
    checked = check(number, rules(policy, capacity))

    if checked.rejection is None:
        assert checked.value in spellings(" ".join("0" * zeros + number))


def test_a_text_has_few_spellings():
    assert "ADIDAS" in spellings("adidas")
    assert spellings("Garmin Forerunner") == {
        "GarminForerunner", "GARMINFORERUNNER", "garminforerunner", "Garminforerunner",
    }  # fmt: skip
    assert len(spellings("a" * 100)) <= 4


LETTERS = NumberFormat.LETTERS_AND_DIGITS


def with_letters(
    *start_list: str, policy: NormalizationPolicy = STRIP, capacity: int = 5
) -> NumberRules:
    album = AlbumFactory.build(
        normalization_policy=policy,
        start_number_capacity=capacity,
        number_format=LETTERS,
        tenant=None,
    )
    return rules_of(album, start_list or None)


@pytest.mark.parametrize(
    ("text", "value", "rejection"),
    [
        ("T2182", "T2182", None),
        (" m-10 648", "M10648", None),
        ("abc\u20117", "ABC7", None),
        ("12-ABC", "12ABC", None),
        ("T0182", "T182", None),
        ("000", "0", None),
        ("ABCD1", "ABCD1", "NotANumber"),
        ("1ABCD", "1ABCD", "NotANumber"),
        ("1A2", "1A2", "NotANumber"),
        ("T", "T", "NotANumber"),
        ("\u00c41", "\u00c41", "NotANumber"),
        ("\u017f1", "\u017f1", "NotANumber"),
        ("T123456", "T123456", "TooLong"),
        ("ABC12345", "ABC12345", None),
    ],
)
def test_letters_before_or_after_the_digits_belong_to_the_number(text, value, rejection):
    checked = check(text, with_letters())

    assert (checked.value, checked.rejection) == (value, rejection)


@pytest.mark.parametrize(
    ("text", "value", "rejection"),
    [
        ("T2182", "T2182", None),
        ("t-02182", "T2182", None),
        ("2182", "T2182", None),
        ("0 2182", "T2182", None),
        ("S2182", "S2182", "NotInStartList"),
        ("374", "374", "NotInStartList"),  # S374 and T374
        ("8", "8A", None),
        ("9", "9", "NotInStartList"),
    ],
)
def test_a_reading_without_letters_is_the_one_number_of_the_list_with_its_digits(
    text: str, value: str, rejection: str | None
) -> None:
    listed = with_letters("t-2182", "S0374", "T374", "7", "A7", "8A", "not a number")

    checked = check(text, listed)

    assert (checked.value, checked.rejection) == (value, rejection)


def test_an_album_of_digits_takes_no_number_of_the_list_by_its_digits() -> None:
    digits_alone = replace(with_letters("T2182"), number_format=NumberFormat.DIGITS)

    assert check("2182", digits_alone).rejection is NumberRejection.NOT_IN_START_LIST
    assert check("T2182", digits_alone).rejection is NumberRejection.NOT_A_NUMBER


@given(st.from_regex(r"[A-Za-z]{0,3}[0-9]{1,6}|[0-9]{1,6}[A-Za-z]{1,3}", fullmatch=True), policies)
def test_a_number_with_letters_stays_itself_and_is_found_however_it_is_written(number, policy):
    once = check(number, with_letters(policy=policy))

    if once.rejection is None:
        assert check(once.value, with_letters(policy=policy)) == once
        assert once.value in spellings("-".join(number).lower())
    assert check(number, with_letters(number, policy=policy)).value == once.value


def test_sure_numbers_are_sorted_by_the_list_as_they_are_stored() -> None:
    assert sorted_out(["2182", "T2182", "9"], with_letters("T2182"), "tags") == (["T2182"], ["9"])


def test_a_policy_is_about_the_digits_beside_letters() -> None:
    assert check("t42", with_letters(policy=PAD, capacity=4)).value == "T0042"
    assert check("42t", with_letters(policy=PAD, capacity=4)).value == "0042T"
    assert check("T042", with_letters(policy=NONE)).value == "T042"


MAY = datetime(2024, 5, 12, 9, 0, tzinfo=UTC)
NEW_YEAR = datetime(2024, 12, 31, 23, 0, tzinfo=UTC)
Row = tuple[str, datetime | None, str, str, str | None]
ROWS: list[Row] = [
    # the year, with words and without
    ("Marathon", MAY, "2024", "", "Year"),
    ("Marathon 2024", None, "2024", "", "Year"),
    ("Marathon", MAY, "02024", "", "Year"),
    ("Marathon", NEW_YEAR, "2025", "", "Year"),
    ("Marathon", MAY, "2023", "", None),
    ("Marathon", MAY, "T2024", "", None),
    # a distance needs a unit beside it
    ("21 km / 10K", None, "10", "", None),
    ("21 km / 10K", None, "10", "10 K", "Distance"),
    ("21 km / 10K", None, "21", "Finish 21 km", "Distance"),
    ("Stadtlauf 5, 10 und 21,1 km", None, "5", "5 k", "Distance"),
    ("Stadtlauf 5 km", None, "10", "10 K", None),
    ("Spring Cup 10 km", None, "10K", "", "Distance"),
    # a marathon, in five languages
    ("Berlin Marathon", None, "42", "42 K", "Distance"),
    ("Half marathon", None, "21", "21K", "Distance"),
    ("Halbmarathon Köln", None, "21", "21 K", "Distance"),
    ("Московский полумарафон", None, "21", "21 K", "Distance"),
    ("Московский марафон", None, "42", "42 K", "Distance"),
    ("Semi-marathon de Paris", None, "21", "21 K", "Distance"),
    ("Ultramarathon", MAY, "42", "42 K", None),
    # a unit beside any number of up to three digits
    ("Trail", MAY, "8", "KM 8", "Length"),
    ("Trail", MAY, "8", "8 километров", "Length"),
    ("Trail", MAY, "KM8", "", "Length"),
    ("Trail", MAY, "8", "8 kmart", None),
    ("Trail", MAY, "1234", "1234 km", None),
    ("Trail", MAY, "45", "M 45", None),
    # the name itself, with the number in it
    ("Bangsaen 21", None, "21", "BANGSAEN 21", "Name"),
    ("35. Berlin Marathon", None, "35", "35. Berlin", "Name"),
    ("Bangsaen 21", None, "22", "BANGSAEN 22", None),
    ("Bangsaen 21", None, "21", "21 BANGSAEN", None),
    # a name and a date that say nothing change nothing
    ("", None, "8", "KM 8", None),
    ("Spring Cup", None, "2024", "Cup 2024", None),
]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row[0]}: {row[3] or row[2]}")
def test_a_reading_is_known_from_the_albums_name_and_date(row: Row) -> None:
    name, event_date, value, phrase, kind = row

    found = known_texts(name, event_date).find(value, words_of(phrase, value))

    assert found == kind
