"""What the answers of providers say: a callback's payload, and who is on a picture."""

from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from foundation.fetching.pictures import Image
from recognition.models import FaceProviderName
from recognition.numbers.judging import ReadNumber
from recognition.providers.faces import RecognisedPerson, face_provider
from recognition.providers.failures import FinalFailure, ProcessingFailure
from recognition.tests.factories import AccountFactory, AccountSpaceFactory
from recognition.tests.play.painted_faces import photo
from recognition.tests.play.provider import Answer, Asked, PlayedProvider, played
from recognition.wire.reports import PhotoReport, digest_of, photo_of, reports_of, unused_in

ASKED = uuid4()
OTHER = uuid4()
BOX = {"left": 0.1, "top": 0.2, "width": 0.3, "height": 0.4}


def item(**fields: Any) -> dict[str, Any]:
    return {"id": "p1", "value": "12", **fields}


@pytest.mark.parametrize(
    ("payload", "found"),
    [
        ({}, {ASKED: (0, 0)}),
        ({"name": f"{OTHER};x"}, {OTHER: (0, 0)}),
        ({"name": f" {str(OTHER).upper()} ;x;y"}, {OTHER: (0, 0)}),
        ({"name": "nothing"}, {}),
        ({"persons": [item()], "tags": [item(), item()]}, {ASKED: (1, 2)}),
        ({"name": f"{OTHER};x", "tags": [item()]}, {OTHER: (0, 1)}),
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
    answers = reports_of({"persons": [], "tags": [], **payload}, ASKED)

    assert {photo: (len(a.persons), len(a.numbers)) for photo, a in answers.items()} == found


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


@settings(max_examples=30, suppress_health_check=[HealthCheck.too_slow])
@given(st.dictionaries(st.text(max_size=3), json))
def test_the_order_of_keys_does_not_make_another_content(payload: dict[str, Any]) -> None:
    turned = dict(reversed(list(payload.items())))

    assert digest_of(payload) == digest_of(turned)
    assert digest_of(payload) != digest_of({**payload, "more": 1})


class OneAnswer(PlayedProvider):
    """A provider that gives every request the same answer."""

    given = Answer()

    def answer(self, asked: Asked) -> Answer:
        return self.given


@pytest.fixture
def provider(db: None) -> Iterator[OneAnswer]:
    with played(OneAnswer) as provider:
        yield provider


def searched(provider: OneAnswer, body: Any, status: int = 200) -> Any:
    """Return the persons that the adapter reads from this answer of a `local` provider."""
    provider.given = Answer(status=status, body=body)
    account = AccountFactory.create(provider=FaceProviderName.LOCAL, base_url=provider.url)
    picture = Image(content=b"x", content_type="image/jpeg")
    return face_provider(account, AccountSpaceFactory.create(account=account)).search(picture)


def test_face_answer_has_confidences_and_boxes_cut_to_the_image(provider: OneAnswer) -> None:
    wild = {"left": -1e300, "top": 0.5, "width": 1e300, "height": 1e300}
    faces = [
        {"personId": "a", "confidence": 5, "box": {**wild, "width": 2e300}},
        {"personId": 7, "confidence": -1, "box": {"left": 3, "top": 0, "width": 1, "height": 1}},
    ]

    found = searched(provider, {"faces": faces})

    assert [(each.person_id, each.confidence, each.box) for each in found] == [
        ("a", 1.0, {"left": 0.0, "top": 0.5, "width": 1.0, "height": 0.5}),
        ("7", 0.0, None),
    ]


def test_face_answer_has_who_a_face_may_be_as_far_as_it_can_be_used(provider: OneAnswer) -> None:
    possible = [{"personId": "b", "confidence": 2}, {"personId": ""}, *[{"personId": "c"}] * 9]
    faces = [{"personId": "a", "possible": possible}, {"personId": "d", "possible": "none"}]

    one, other = searched(provider, {"faces": faces})

    assert [(each.person_id, each.confidence) for each in one.possible][:2] == [
        ("b", 1.0),
        ("c", None),
    ]
    assert len(one.possible) == 5
    assert other.possible == ()


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ({"code": "unreadable-image", "detail": "It is damaged."}, "It is damaged."),
        *((body, "answered 422") for body in ({"code": "other"}, ["x"], "x")),
    ],
)
def test_face_answer_that_refuses_is_final_with_the_reason_or_its_status(provider, body, says):
    with pytest.raises(FinalFailure, match=says):
        searched(provider, body, status=422)


SURE = {"subject": "ann", "similarity": 0.9}


def recognised(provider: OneAnswer, box: Any, *subjects: Any, probability: Any) -> Any:
    """Return the persons that the adapter reads from this answer of CompreFace."""
    face = {"box": {"probability": probability, **box}, "subjects": subjects}
    provider.given = Answer(body={"result": [face]})
    account = AccountFactory.create(
        provider=FaceProviderName.COMPREFACE, base_url=provider.url, credentials={"key": "secret"}
    )
    space = AccountSpaceFactory.create(account=account)
    return face_provider(account, space).recognise(photo("ann"), "p1")


def sides(left: Any, top: Any, right: Any, bottom: Any) -> dict[str, Any]:
    return {"x_min": left, "y_min": top, "x_max": right, "y_max": bottom}


def test_face_answer_of_compreface_has_confidences_and_boxes_cut_to_the_image(provider):
    wild = sides(-1e300, 240, 1e300, 1e300)  # of 640 x 480

    [found] = recognised(provider, wild, {**SURE, "similarity": 5}, probability=1)

    assert (found.person_id, found.confidence) == ("ann", 1.0)
    assert found.box == {"left": 0.0, "top": 0.5, "width": 1.0, "height": 0.5}


@pytest.mark.parametrize("box", [sides(1e300, 1, 2e300, 9), sides(9, 9, 1, 1)])
def test_face_answer_of_compreface_with_an_unknown_face_outside_of_the_picture_enrols_no_person(
    provider: OneAnswer, box: Any
) -> None:
    assert recognised(provider, box, probability=0.99) == []


@pytest.mark.parametrize("person_id", [{"id": "p"}, ["p"], None, True, "", 1.5, "x" * 201])
def test_face_answer_with_a_person_without_an_id_is_a_failure(provider, person_id):
    with pytest.raises(ProcessingFailure, match="another shape"):
        searched(provider, {"faces": [{"personId": person_id}]})
    with pytest.raises(ProcessingFailure, match="another shape"):
        recognised(provider, sides(1, 1, 9, 9), {**SURE, "subject": person_id}, probability=1)
