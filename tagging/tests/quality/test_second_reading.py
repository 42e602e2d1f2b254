"""A second reading…"""

from decimal import Decimal
from uuid import UUID

import pytest
from django.utils import timezone

from foundation.messaging.tests.play.racing import race
from tagging.models import Comparison, TaggingTask, TaggingTaskState, TaskHistory, TaskPurpose
from tagging.quality import asking_again
from tagging.quality.asking_again import is_chosen
from tagging.tests.calls.tasks import tags_sent
from tagging.tests.calls.works import address, signed_in
from tagging.tests.factories import history_of, manual_album, new_tagator, tasks_of, waiting_photo
from tagging.tests.quality.checks import (
    checked_album,
    comparison_of,
    first_reading,
    in_hand,
    read,
    read_again,
    second_reading,
    second_task_of,
    take,
    work_of,
)
from tagging.works.closing import SkipTaskCommand, skip_task
from tagging.works.completing import CompleteTaskCommand, complete_task
from tagging.works.taking import NoTasks
from tagging.works.tasks import change_task_priority

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


def test_is_chosen_for_the_same_tasks_each_time_and_for_about_the_share():
    ids = [UUID(int=number) for number in range(2000)]

    chosen = [is_chosen(task_id, Decimal("0.1")) for task_id in ids]

    assert chosen == [is_chosen(task_id, Decimal("0.1")) for task_id in ids]
    assert 150 < sum(chosen) < 250
    assert not any(is_chosen(task_id, Decimal(0)) for task_id in ids)
    assert all(is_chosen(task_id, Decimal(1)) for task_id in ids)


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


def test_is_asked_for_once_when_the_first_is_completed_again():
    task = first_reading("12")

    complete_task(CompleteTaskCommand(**in_hand(task)))
    read_again(task, "14")

    assert comparison_of(task).first_numbers == ["14"]
    assert TaggingTask.objects.filter(purpose=TaskPurpose.SECOND_READING).count() == 1


def test_that_is_skipped_goes_to_a_third_tagger():
    task = first_reading("12")
    second = second_task_of(task)
    take(new_tagator())

    skip_task(SkipTaskCommand(**in_hand(second)))

    second.refresh_from_db()
    assert second.state == TaggingTaskState.OPEN
    second_reading(task, "12")
    assert comparison_of(task).agrees is True


def test_is_not_asked_for_while_too_many_wait_for_another_tagger(monkeypatch):
    monkeypatch.setattr(asking_again, "MAX_WAITING", 1)
    task = first_reading("12")
    other = work_of(task).tasks.get(state=TaggingTaskState.ASSIGNED)

    read(other, "13")

    assert TaggingTask.objects.filter(purpose=TaskPurpose.SECOND_READING).count() == 1
    assert not Comparison.objects.filter(pk=other.pk).exists()


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
