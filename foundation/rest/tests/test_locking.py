"""A record's version is its ETag, and If-Match limits a change to it."""

import pytest

from foundation.rest.tests.conftest import Caller

pytestmark = pytest.mark.usefixtures("sample_api")

THING = "/admin-api/api/v2/thing"
BODY = {"thingName": "gate", "startCount": 1}


def test_an_answer_has_the_version(caller: Caller):
    assert caller("recognition.manage").get(THING)["ETag"] == '"7"'


def test_an_answer_that_the_caller_has_is_304(caller: Caller):
    answer = caller("recognition.manage").get(THING, headers={"If-None-Match": 'W/"6", "7"'})

    assert (answer.status_code, answer.content, answer["ETag"]) == (304, b"", '"7"')


@pytest.mark.parametrize(
    ("header", "status"),
    [
        (None, 204),
        ("*", 204),
        ('"7"', 204),
        ('"6"', 409),
        ('W/"7"', 409),
        ('"seven"', 409),
        ('"99999999999999999999999"', 409),
        ('""', 409),
        ("7", 400),
        ('"7", "8"', 400),
        ("", 400),
    ],
)
def test_a_change_needs_the_version_in_if_match(caller: Caller, header: str | None, status: int):
    headers = {} if header is None else {"If-Match": header}

    answer = caller("recognition.manage").patch(THING, BODY, format="json", headers=headers)

    assert answer.status_code == status


def test_a_change_answers_with_the_new_version(caller: Caller):
    answer = caller("recognition.manage").patch(THING, BODY, format="json")

    assert answer["ETag"] == '"7"'
