"""A second reading…"""

from decimal import Decimal
from uuid import UUID

import pytest
from django.utils import timezone

from foundation.messaging.tests.play.racing import race
from tagging.models import Comparison, TaggingTask, TaskHistory, TaskPurpose
from tagging.tests.calls.tasks import tags_sent
from tagging.tests.calls.works import address, signed_in
from tagging.tests.factories import history_of, manual_album, new_tagator, tasks_of, waiting_photo
from tagging.tests.quality.checks import (
    checked_album,
    comparison_of,
    first_reading,
    in_hand,
    read,
    second_reading,
    second_task_of,
    take,
    work_of,
)
from tagging.works.commands import CompleteTaskCommand, NoTasks, complete_task
from tagging.works.skipping import SkipTaskCommand, skip_task
from tagging.works.tagging_tasks import change_task_priority

pytestmark = pytest.mark.django_db


def test_is_asked_for_when_a_task_of_the_share_is_completed():
    task = first_reading("12")

    second = second_task_of(task)
    assert (second.state, second.work, second.kept_from) == ("Open", None, work_of(task).tagator)
    same = ("photo_id", "album_id", "image_url", "shooting_date", "priority", "photographer_id")
    assert all(getattr(second, name) == getattr(task, name) for name in same)
    assert history_of(second) == [("Created", "")]
    assert comparison_of(task).agrees is None


@pytest.mark.parametrize("album", [manual_album, checked_album])
def test_is_not_asked_for_by_default(album):
    first_reading("12", album=album())

    assert not Comparison.objects.exists()
    assert not TaggingTask.objects.exclude(purpose=TaskPurpose.READING).exists()


def test_is_not_offered_to_the_first_tagger_and_is_no_skip_of_theirs():
    task = first_reading("12", spare=0)

    with pytest.raises(NoTasks):
        take(work_of(task).tagator)
    with pytest.raises(NoTasks):
        take(work_of(task).tagator, album=task.album)

    assert not TaskHistory.objects.filter(change="Skipped").exists()
    assert [each.pk for each in tasks_of(take(new_tagator()))] == [second_task_of(task).pk]


def test_looks_like_any_other_task_to_the_tagger_with_the_suggestions_of_the_first_reader():
    task = first_reading("12", spare=0)
    task.photo.suggested_numbers.create(value="12")
    waiting_photo(task.album)
    tagator = new_tagator()
    work, client = take(tagator), signed_in(tagator)

    listed = client.get(f"/client-api/api/v2/works/{work.pk}/tasks").json()["results"]
    answer = client.get(address(second_task_of(task), "suggestions")).json()

    first, other = (one for one in listed)
    assert first.keys() == other.keys()
    assert {UUID(one["taskId"]).version for one in listed} == {4}
    assert {one["state"] for one in listed} == {"Assigned"}
    assert all(one["tags"] == [] for one in listed)
    assert [one["value"] for one in answer["suggestions"]] == ["12"]


def test_is_not_offered_to_a_tagger_who_skipped_the_photo():
    photo = waiting_photo(checked_album(second="1"))
    tagator = new_tagator()
    [task] = tasks_of(take(tagator))
    skip_task(SkipTaskCommand(**in_hand(task)))
    take(new_tagator())
    read(task, "12")

    with pytest.raises(NoTasks):
        take(tagator)
    with pytest.raises(NoTasks):
        take(tagator, album=photo.album)

    assert TaskHistory.objects.filter(change="Skipped").count() == 1
    assert [each.pk for each in tasks_of(take(new_tagator()))] == [second_task_of(task).pk]


def test_is_paid_and_counted_as_any_other_task_but_not_sent_to_the_photo_service():
    task = first_reading("12")
    second = second_reading(task, "13", tagator=new_tagator(rate_per_task=Decimal("0.15")))

    done = TaskHistory.objects.get(task=second, change="Completed")
    assert (done.tasks, done.numbers, done.amount) == (1, 1, Decimal("0.15"))
    assert tags_sent() == [[{"value": "12", "source": "Manual"}]]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("is_completed_first", [False, True])
def test_gets_the_priority_that_its_album_is_given_meanwhile(is_completed_first):
    album = checked_album(second="1")
    photo = waiting_photo(album)
    take(new_tagator())
    completion = CompleteTaskCommand(**in_hand(TaggingTask.objects.get(photo=photo)))

    def prioritise() -> None:
        type(album).objects.locked(album.pk).store(priority=70)
        change_task_priority(album.pk, 70, timezone.now())

    works = [prioritise, lambda: complete_task(completion)]
    race(*(reversed(works) if is_completed_first else works))

    assert TaggingTask.objects.get(purpose=TaskPurpose.SECOND_READING).priority == 70
