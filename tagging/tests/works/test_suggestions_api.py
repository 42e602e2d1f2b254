"""client-api/…/works/{id}/tasks/{id}/suggestions…"""

from datetime import timedelta
from uuid import uuid4

import pytest

from recognition.models import PhotoNumber, SuggestedNumber
from tagging.models import TaggingTask, TaskPurpose
from tagging.tests.calls.works import address, put, signed_in
from tagging.tests.factories import SHOT_ON, new_photo, taken_work, tasks_of, waiting_tasks

pytestmark = pytest.mark.django_db
BOX = {"left": 0.1, "top": 0.2, "width": 0.3, "height": 0.1}


@pytest.fixture
def task(tagator):
    """A task of a work in the tagger's hands."""
    waiting_tasks(1)
    return tasks_of(taken_work(tagator))[0]


def ask(client, task, version=2):
    return client.get(address(task, "suggestions", version=version))


def test_have_a_number_of_a_late_answer_and_change_nothing(tagger, task):
    expires_on, none = task.work.expires_on, ask(tagger, task)
    assert (none.status_code, none.json()) == (200, {"suggestions": []})
    task.photo.suggested_numbers.create(value="101")

    [found] = ask(tagger, task).json()["suggestions"]

    known = {name: value for name, value in found.items() if value is not None}
    assert known == {"value": "101", "kind": "Weak"}
    task.work.refresh_from_db()
    assert task.work.expires_on == expires_on
    assert SuggestedNumber.objects.count() == 1
    assert not PhotoNumber.objects.exists()
    assert not task.tags.exists()


@pytest.mark.parametrize("purpose", [each for each in TaskPurpose if each != "Reading"])
def test_of_an_independent_reading_have_no_number_that_a_person_typed(tagger, task, purpose):
    """Neither on this photo nor on others; what the provider read there is suggested."""
    TaggingTask.objects.filter(pk=task.pk).update(purpose=purpose, kept_from=uuid4())
    task.photo.persons.create(person_id="p1", confidence=0.9, box=BOX)
    task.photo.numbers.create(value="77", source="Manual", worn_by="p1", box=BOX)
    other = new_photo(task.album)
    other.persons.create(person_id="p1")
    other.numbers.create(value="101", source="Manual")
    other.numbers.create(value="102", source="Provider", confidence=0.9)

    [suggestion] = ask(tagger, task).json()["suggestions"]

    assert (suggestion["value"], suggestion["partnerBox"]) == ("102", None)


def test_have_the_place_of_who_wears_it_and_of_what_a_person_wears(tagger, task):
    face = {**BOX, "top": 0.0}
    task.photo.persons.create(person_id="p1", box=face)
    task.photo.numbers.create(
        value="1O1", rejection="LowConfidence", source="Provider", box=BOX, worn_by="p1"
    )
    other = new_photo(task.album)
    other.persons.create(person_id="p1")
    other.numbers.create(value="101", source="Manual")

    found = ask(tagger, task).json()["suggestions"]

    partners = [(each["value"], each["box"], each["partnerBox"]) for each in found]
    assert partners == [("101", face, BOX), ("1O1", BOX, face)]


def test_of_a_completed_task_are_409(tagger, task):
    put(tagger, task, "complete")

    answer = ask(tagger, task)

    assert (answer.status_code, answer.json()["code"]) == (409, "task-completed")


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
