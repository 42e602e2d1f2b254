"""client-api/…/works/{id}/tasks/{id}/startList…"""

import pytest

from tagging.tests.calls.works import address, signed_in
from tagging.tests.factories import album_with_start_lists, taken_work, tasks_of, waiting_tasks

pytestmark = pytest.mark.django_db

NUMBERS = ["7", "1012", "101", "10", "110", *(str(number) for number in range(10200, 10220))]


@pytest.fixture
def task(tagator, sandbox):
    """A task in the tagger's hands; its album has a start list, with one name."""
    album = album_with_start_lists(sandbox.url("competitor-service"))
    sandbox.set_start_list(album.pk, NUMBERS, {"101": "Kim Berg"})
    waiting_tasks(1, album)
    return tasks_of(taken_work(tagator))[0]


def ask(client, task, digits):
    return client.get(address(task, f"startList?digits={digits}"))


def test_gives_none_while_the_list_is_not_available(tagator, task, sandbox):
    sandbox.remove_start_list(task.album_id)

    answer = ask(signed_in(tagator), task, "1")

    assert (answer.status_code, answer.json()) == (200, {"entries": []})


@pytest.mark.parametrize("digits", ["", "a", "1" * 21])
def test_refuses_what_no_number_begins_with(tagator, task, digits):
    assert ask(signed_in(tagator), task, digits).status_code == 422
