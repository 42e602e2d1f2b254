"""Tagators over the AdminApi and the InternalApi…"""

import pytest

from tagging.models import TagatorState
from tagging.tests.calls.tagators import path
from tagging.tests.factories import new_tagator

pytestmark = pytest.mark.django_db

SHOWN = {"tagatorId", "email", "name", "phone", "ratePerTask", "state", "language", "createdOn",
         "updatedOn"}  # fmt: skip


def internal_path(tagator):
    return f"/internal-api/api/v2/tagators/{getattr(tagator, 'pk', tagator)}"


@pytest.fixture
def service(caller):
    return caller("internal.call", username="platform")


def test_a_tagator_is_shown_and_to_a_service_of_the_platform_the_same(manager, service):
    tagator = new_tagator()

    answers = [manager.get(path(tagator)), service.get(internal_path(tagator))]

    assert [(answer.status_code, answer["ETag"]) for answer in answers] == [(200, '"1"')] * 2
    assert set(answers[0].json()) == SHOWN
    assert answers[0].json() == answers[1].json()


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ({"state": "Active"}, ["Ann"]),
        ({"state": "Blocked"}, ["Bo"]),
        ({"search": "AN"}, ["Ann"]),
        ({"search": "second@"}, ["Bo"]),
        ({"search": "555"}, ["Bo"]),
        ({"search": "EXAMPLE.org"}, ["Ann", "Bo"]),
        ({"search": "%"}, []),
        ({"search": "", "state": ""}, ["Ann", "Bo"]),
        ({"search": "bo", "state": "Active"}, []),
        ({"ordering": "-name"}, ["Bo", "Ann"]),
        ({"ordering": "ratePerTask"}, ["Bo", "Ann"]),
        ({"ordering": "-createdOn"}, ["Bo", "Ann"]),
        ({"pageSize": 1, "page": 2}, ["Bo"]),
    ],
    ids=str,
)
def test_a_list_is_narrowed_ordered_and_paged(manager, query, names):
    new_tagator(name="Ann", email="first@example.org", rate_per_task=2)
    new_tagator(name="Bo", email="second@example.org", phone="555", state=TagatorState.BLOCKED)

    rows = manager.get(path(), query).json()["results"]

    assert [row["name"] for row in rows] == names


def test_a_list_costs_the_same_however_long_it_is(manager, django_assert_num_queries):
    for _ in range(5):
        new_tagator()

    with django_assert_num_queries(3):  # the caller, the count, the page
        manager.get(path())
