"""GET admin-api/…/tagators/{tagatorId}/quality…"""

from uuid import UUID

import pytest

from tagging.models import TaskPurpose
from tagging.tests.factories import new_tagator, waiting_tasks
from tagging.tests.quality.checks import checked_album, known_photo, read, take

pytestmark = pytest.mark.django_db

NONE = {
    "compared": 0,
    "agreed": 0,
    "settled": 0,
    "settledRight": 0,
    "knownAnswers": 0,
    "hits": 0,
    "accuracy": None,
}


def address(tagator_id: UUID | str) -> str:
    return f"/admin-api/api/v2/tagators/{tagator_id}/quality"


def test_has_no_accuracy_where_nothing_was_checked(manager):
    tagator = new_tagator()

    answer = manager.get(address(tagator.pk))

    assert answer.status_code == 200
    assert answer.json() == {"tagatorId": str(tagator.pk), **NONE}


def test_counts_hits_of_known_answers(manager):
    album = checked_album(known="1")
    waiting_tasks(2, album)
    known_photo(album, "7")
    known_photo(album, "8")
    tagator = new_tagator()
    for task in take(tagator).tasks.filter(purpose=TaskPurpose.KNOWN_ANSWER):
        read(task, "7")

    found = manager.get(address(tagator.pk)).json()

    assert (found["knownAnswers"], found["hits"], found["accuracy"]) == (2, 1, "0.5000")
