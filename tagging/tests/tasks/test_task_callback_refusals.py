"""POST admin-api/…/tasks/callback, refused…"""

import pytest

from tagging.tests.calls.tasks import call, refuses_everything, tags_sent
from tagging.tests.factories import album_with_start_lists, waiting_photo

pytestmark = pytest.mark.django_db

CLOSED = "http://127.0.0.1:9"  # the discard port: nothing listens


@pytest.fixture
def competitors(sandbox):
    """Return an album of a tenant that has start lists."""
    return album_with_start_lists(sandbox.url("competitor-service"))


@pytest.mark.parametrize(
    ("tag", "why"),
    [("12a", "NotANumber"), ("123456", "TooLong"), ("1" * 101, "TooLong"), ("٣", "NotANumber")],
)
def test_with_a_number_that_fails_the_checks_is_422_and_stores_nothing(tagators, tag, why):
    photo = waiting_photo()

    answer = call(tagators, photo, tags=["12", tag])

    problem = answer.json()
    assert (answer.status_code, problem["code"]) == (422, "number-not-accepted")
    assert [error["field"] for error in problem["errors"]] == ["tags.1"]
    assert problem["errors"][0]["detail"].startswith(why)
    assert refuses_everything(photo)


def test_with_a_number_outside_the_start_list_is_422_and_stores_nothing(
    tagators, sandbox, competitors
):
    sandbox.set_start_list(competitors.pk, ["0012"])
    photo = waiting_photo(competitors)

    answer = call(tagators, photo, tags=["12", "13"])

    assert answer.status_code == 422
    assert answer.json()["errors"][0]["detail"].startswith("NotInStartList")
    assert refuses_everything(photo)
    assert call(tagators, photo, tags=["12"]).status_code == 204
    assert [tag["value"] for tag in tags_sent()[0]] == ["12"]


def test_without_an_available_start_list_is_503_and_stores_nothing_unless_it_has_no_number(
    tagators,
):
    photo = waiting_photo(album_with_start_lists(CLOSED))

    answer = call(tagators, photo)

    assert (answer.status_code, answer.json()["code"]) == (503, "start-list-unavailable")
    assert int(answer["Retry-After"]) >= 1
    assert refuses_everything(photo)
    assert call(tagators, photo, tags=[]).status_code == 204
