"""A callback's payload: what it says of which photo."""

from typing import Any
from uuid import UUID, uuid4

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from recognition.providers.faces import RecognisedPerson
from recognition.providers.numbers.callbacks import (
    PhotoReport,
    ReadNumber,
    digest_of,
    photo_id_of,
    reports_of,
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
def test_a_payload_speaks_of_the_photos_it_names_or_else_of_the_one_asked_about(
    payload: dict[str, Any], found: dict[UUID, tuple[int, int]]
) -> None:
    assert spoken_of(**payload) == found


def test_an_item_is_read_with_its_confidence_and_box() -> None:
    payload = {
        "persons": [{"id": "p1", "confidence": 0.9, "box": BOX}],
        "tags": [{"id": "t", "value": " 12", "confidence": "0.8", "box": {**BOX, "more": 1}}],
    }

    assert reports_of(payload, ASKED) == {
        ASKED: PhotoReport(
            persons=[RecognisedPerson(person_id="p1", confidence=0.9, box=BOX)],
            numbers=[ReadNumber(text=" 12", confidence=0.8, box=BOX)],
        )
    }


@pytest.mark.parametrize("confidence", ["nan", "inf", float("nan"), None, {}, [], "much"])
@pytest.mark.parametrize("box", [None, {}, [], {"left": 1}, {**BOX, "top": "nan"}])
def test_a_confidence_or_a_box_that_makes_no_sense_is_left_out(confidence: Any, box: Any) -> None:
    payload = {"persons": [], "tags": [item(confidence=confidence, box=box)]}

    [tag] = reports_of(payload, ASKED)[ASKED].numbers

    assert (tag.confidence, tag.box) == (None, None)


@pytest.mark.parametrize(("value", "text"), [(0, "0"), (12, "12"), ("", "")])
def test_a_number_may_come_as_a_number(value: Any, text: str) -> None:
    [tag] = reports_of({"persons": [], "tags": [{"value": value}]}, ASKED)[ASKED].numbers

    assert tag.text == text


def test_a_name_that_is_no_text_names_nothing() -> None:
    assert photo_id_of(7) is None


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
