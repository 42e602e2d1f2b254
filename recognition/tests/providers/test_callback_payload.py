"""A callback's payload: what it says of which photo."""

from typing import Any
from uuid import UUID, uuid4

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from recognition.judging import ReadNumber
from recognition.providers.faces import RecognisedPerson
from recognition.providers.numbers.reports import (
    PhotoReport,
    digest_of,
    photo_of,
    reports_of,
    unused_in,
)

ASKED = uuid4()

OTHER = uuid4()

BOX = {"left": 0.1, "top": 0.2, "width": 0.3, "height": 0.4}


def item(**fields: Any) -> dict[str, Any]:
    return {"id": "p1", "value": "12", **fields}


def spoken_of(**payload: Any) -> dict[UUID, tuple[int, int]]:
    answers = reports_of({"persons": [], "tags": [], **payload}, ASKED)
    return {photo: (len(a.persons), len(a.numbers)) for photo, a in answers.items()}


@pytest.mark.parametrize(
    ("payload", "found"),
    [
        ({}, {ASKED: (0, 0)}),
        ({"name": None}, {ASKED: (0, 0)}),
        ({"name": f"{OTHER};x"}, {OTHER: (0, 0)}),
        ({"name": f" {str(OTHER).upper()} ;x;y"}, {OTHER: (0, 0)}),
        ({"name": f"{OTHER}"}, {OTHER: (0, 0)}),
        ({"name": "nothing"}, {}),
        ({"name": ";;"}, {}),
        ({"persons": [item()], "tags": [item(), item()]}, {ASKED: (1, 2)}),
        ({"name": f"{OTHER};x", "tags": [item()]}, {OTHER: (0, 1)}),
        ({"tags": [item(name=f"{OTHER};x")]}, {OTHER: (0, 1)}),
        (
            {"tags": [item(name=f"{OTHER};x")], "persons": [item(name=f"{ASKED};x")]},
            {OTHER: (0, 1), ASKED: (1, 0)},
        ),
        (
            {"name": f"{ASKED};x", "tags": [item(name=f"{OTHER};x"), item()]},
            {OTHER: (0, 1), ASKED: (0, 1)},
        ),
        ({"tags": [item(name="nothing"), item(name=str(OTHER))]}, {OTHER: (0, 1)}),
    ],
)
def test_a_payload_speaks_of_the_photos_it_names_or_else_of_the_one_asked_about(payload, found):
    assert spoken_of(**payload) == found


def test_an_item_is_read_with_its_confidence_and_box() -> None:
    payload = {
        "persons": [{"id": "p1", "confidence": 0.9, "box": BOX}],
        "tags": [{"id": "t", "value": " 12", "confidence": 0.8, "box": {**BOX, "more": 1}}],
    }

    assert reports_of(payload, ASKED) == {
        ASKED: PhotoReport(
            persons=[RecognisedPerson(person_id="p1", confidence=0.9, box=BOX)],
            numbers=[ReadNumber(text=" 12", confidence=0.8, box=BOX)],
        )
    }


def number_of(**fields: Any) -> ReadNumber:
    [number] = reports_of({"persons": [], "tags": [item(**fields)]}, ASKED)[ASKED].numbers
    return number


ODD_NUMBERS = ["nan", "0.9", "\uff17", "much", True, {}, [], float("nan"), float("inf")]


@pytest.mark.parametrize("odd", ODD_NUMBERS)
def test_what_is_no_number_makes_a_reading_no_surer_and_is_left_out_otherwise(odd):
    assert number_of(confidence=odd).confidence == 0
    assert number_of(confidence=None).confidence is None
    assert number_of(box={**BOX, "width": odd}).box is None
    persons = reports_of({"persons": [item(confidence=odd)], "tags": []}, ASKED)[ASKED].persons
    assert [person.confidence for person in persons] == [None]


@pytest.mark.parametrize(("number", "cut"), [(10**400, 1), (-(10**400), 0), (1e308, 1), (-1, 0)])
def test_a_confidence_outside_0_to_1_is_cut_to_it(number: float, cut: float) -> None:
    assert number_of(confidence=number).confidence == cut


def test_a_box_is_cut_to_the_image_however_large():
    assert number_of(box={**BOX, "width": 10**400, "height": 1e308}).box == {
        **BOX, "width": 0.9, "height": 0.8,
    }  # fmt: skip
    boxes: list[Any] = [None, {}, [], {"left": 1}]
    assert [number_of(box=box).box for box in boxes] == [None] * 4


def test_a_value_may_be_a_number_and_a_name_only_a_text():
    assert [number_of(value=value).text for value in (0, 12, "")] == ["0", "12", ""]
    assert photo_of({"name": 7}, ASKED) is None


@pytest.mark.parametrize("name", [5, {"a": 1}, ["x"], True, 0, "nothing", 16**31, {}])
def test_a_tag_whose_name_is_none_of_a_photo_cannot_be_used(name: Any) -> None:
    payload = {"name": str(ASKED), "persons": [], "tags": [item(), item(name=name)]}

    report = reports_of(payload, ASKED)[ASKED]

    assert [number.text for number in report.numbers] == ["12", ""]


@pytest.mark.parametrize(
    "person_id", ["x" * 201, 10**200, "a\ufffd"], ids=["text", "number", "damaged"]
)
def test_a_person_whose_id_cannot_be_used_is_left_out(person_id: Any) -> None:
    payload = {"persons": [{"id": person_id}, {"id": 7}], "tags": []}

    report = reports_of(payload, ASKED)[ASKED]

    assert [person.person_id for person in report.persons] == ["7"]


def test_of_each_photo_the_first_thousand_are_used() -> None:
    name = str(OTHER)
    numbers = [{"value": number} for number in range(1001)]
    payload = {
        "persons": [{"id": number} for number in range(1001)],
        "tags": [*({} for _ in range(2000)), *numbers, {"value": 7, "name": name}],
    }

    reports = reports_of(payload, ASKED)

    texts = [number.text for number in reports[ASKED].numbers]
    assert texts == [*(str(number) for number in range(1000)), ""]
    assert len(reports[ASKED].persons) == 1000
    assert [number.text for number in reports[OTHER].numbers] == ["7"]


def test_what_is_not_used_is_said() -> None:
    payload = {
        "name": str(ASKED),
        "persons": [{"id": "p1"}, {"id": "x" * 201}, {"id": "p2", "name": "nothing"}],
        "tags": [item(), None, {}, item(name=5), item(confidence="0.9"), *[item()] * 1000],
    }

    assert list(unused_in(payload, ASKED)) == [
        "persons[1]: its id cannot be used.",
        "persons[2]: its name is none of a photo.",
        "tags[1]: it is no object.",
        "tags[2]: it has no value.",
        "tags[3]: its name is none of a photo.",
        "tags[4]: its confidence is no number and counts as 0.",
        "tags: of a photo the first 1,000 are used.",
    ]


json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda children: (
        st.lists(children, max_size=3) | st.dictionaries(st.text(max_size=3), children)
    ),
    max_leaves=8,
)


@settings(max_examples=30)
@given(st.dictionaries(st.text(max_size=3), json))
def test_the_order_of_keys_does_not_make_another_content(payload: dict[str, Any]) -> None:
    turned = dict(reversed(list(payload.items())))

    assert digest_of(payload) == digest_of(turned)
    assert digest_of(payload) != digest_of({**payload, "more": 1})
