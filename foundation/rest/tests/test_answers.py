"""Answers of the API: pages, filters, an order, ETags, throttles, and shapes of two versions."""

import pytest
from django.contrib.auth.models import Group
from rest_framework.test import APIClient

from foundation.rest.tests.conftest import Caller
from foundation.rest.throttles import CallsHere, Rate

pytestmark = pytest.mark.usefixtures("sample_api")

GROUPS = "/admin-api/api/v2/groups"


@pytest.fixture
def groups(db: None) -> None:
    Group.objects.all().delete()
    Group.objects.bulk_create(Group(name=f"g{number:03}") for number in range(60))


def names(answer) -> list[str]:
    return [row["name"] for row in answer.json()["results"]]


@pytest.mark.usefixtures("groups")
def test_a_page_has_fifty_rows_and_its_neighbours(caller: Caller):
    answer = caller(is_superuser=True).get(GROUPS)

    assert names(answer) == [f"g{number:03}" for number in range(50)]
    assert {key: answer.json()[key] for key in ("count", "next", "previous")} == {
        "count": 60,
        "next": "http://testserver/admin-api/api/v2/groups?page=2",
        "previous": None,
    }


@pytest.mark.usefixtures("groups")
def test_a_page_past_the_last_is_404(caller: Caller):
    assert caller(is_superuser=True).get(f"{GROUPS}?page=3").status_code == 404


def test_no_rows_are_one_empty_page(caller: Caller):
    client = caller(is_superuser=True)
    Group.objects.all().delete()

    assert client.get(GROUPS).json() == {"count": 0, "next": None, "previous": None, "results": []}


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("page=0", "page"),
        ("page=last", "page"),
        ("page=", "page"),
        ("page=-1", "page"),
        ("page=99999999999999999999", "page"),
        ("page=%00", "page"),
        ("page=²", "page"),
        ("pageSize=201", "pageSize"),
        ("pageSize=0", "pageSize"),
        ("ordering=password", "ordering"),
        ("fields=name,password", "fields"),
        ("ordering=--name", "ordering"),
        ("groupId=x", "groupId"),
        ("namePart=%00", "namePart"),
    ],
)
def test_a_value_that_cannot_be_read_is_422(caller: Caller, query: str, field: str):
    answer = caller(is_superuser=True).get(f"{GROUPS}?{query}")

    assert answer.status_code == 422
    assert [error["field"] for error in answer.json()["errors"]] == [field]


THING = "/admin-api/api/v2/thing"
BODY = {"thingName": "gate", "startCount": 1}


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


def test_a_trailing_slash_is_404(caller: Caller):
    assert caller("recognition.manage").get("/admin-api/api/v2/thing/").status_code == 404


def test_version_1_gives_its_shape_and_says_that_it_is_deprecated(caller: Caller):
    answer = caller("recognition.manage").get("/admin-api/api/v1/thing")

    assert answer.json()["oldName"] == "gate"
    assert answer["Deprecation"].startswith("@")
    assert answer["Link"] == '</admin-api/api/v2/thing>; rel="successor-version"'


def test_an_endpoint_of_one_shape_is_not_deprecated(caller: Caller):
    assert "Deprecation" not in caller("recognition.manage").get("/admin-api/api/v1/groups")


NOWHERE = "redis://127.0.0.1:1/0"
OPEN = "/admin-api/api/v2/open"
SIGNED = "/admin-api/api/v2/signed?good=1"


@pytest.mark.parametrize(
    ("text", "calls", "seconds"),
    [("5/s", 5, 1), ("30/min", 30, 60), ("7/h", 7, 3600), ("1/d", 1, 86400)],
)
def test_a_rate_is_calls_in_a_time(text: str, calls: int, seconds: int):
    assert Rate.parse(text) == Rate(calls=calls, seconds=seconds)


# Counted in Redis, and in the process.
@pytest.mark.parametrize(("scope", "address"), [("anonymous", OPEN), ("callback", SIGNED)])
def test_one_call_too_many_is_429_for_that_caller_only(anybody, settings, scope, address):
    settings.THROTTLE_RATES = {**settings.THROTTLE_RATES, scope: "2/d"}
    answers = [anybody.post(address).status_code for _ in range(3)]

    assert answers == [204, 204, 429]
    assert anybody.post(address, REMOTE_ADDR="10.0.0.9").status_code == 204


def test_calls_are_counted_anew_in_the_next_window():
    calls = CallsHere()

    assert [calls.count("callback", "peer", window) for window in (1, 1, 2, 2)] == [1, 2, 1, 2]


def test_a_caller_cannot_choose_an_address(anybody: APIClient, settings):
    settings.THROTTLE_RATES = {**settings.THROTTLE_RATES, "callback": "2/d"}

    answers = [
        anybody.post(SIGNED, headers={"X-Forwarded-For": f"10.0.0.{n}"}).status_code
        for n in range(3)
    ]

    assert answers == [204, 204, 429]


def test_a_call_passes_while_redis_is_away(anybody: APIClient, settings):
    settings.THROTTLE_RATES = {**settings.THROTTLE_RATES, "anonymous": "1/d"}
    settings.REDIS_URL = NOWHERE

    answers = [anybody.post(OPEN).status_code for _ in range(2)]

    assert answers == [204, 204]
