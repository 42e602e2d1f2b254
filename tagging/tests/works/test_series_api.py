"""client-api/…/works/{id}/tasks/{id}/series…"""

from datetime import timedelta
from uuid import uuid4

import pytest

from tagging.models import TaggingTask
from tagging.tests.calls.works import address, signed_in
from tagging.tests.factories import SHOT_ON, taken_work, tasks_of, waiting_tasks

pytestmark = pytest.mark.django_db


@pytest.fixture
def tasks(tagator):
    """Four tasks of a work, by minutes apart, each of a photographer of its own."""
    waiting_tasks(4)
    work = taken_work(tagator)
    for minute, task in enumerate(tasks_of(work)):
        shot_on = SHOT_ON + timedelta(minutes=minute)
        own = TaggingTask.objects.filter(pk=task.pk)
        own.update(shooting_date=shot_on, photographer_id=uuid4())
    return tasks_of(work)


def series(client, task):
    return client.get(address(task, "series")).json()["taskIds"]


def test_has_the_photos_of_one_burst(tagator, tasks):
    photographer = uuid4()
    for seconds, task in ((0, tasks[0]), (2, tasks[1]), (9, tasks[2])):
        shot_on = SHOT_ON + timedelta(seconds=seconds)
        own = TaggingTask.objects.filter(pk=task.pk)
        own.update(photographer_id=photographer, shooting_date=shot_on)

    assert series(signed_in(tagator), tasks[0]) == [str(tasks[0].pk), str(tasks[1].pk)]
