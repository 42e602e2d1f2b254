"""A second reading, also of the photos of a blocked tagger…"""

from datetime import timedelta
from decimal import Decimal
from typing import Any
from uuid import UUID

import pytest
from django.db.models import Sum
from django.test import Client
from django.utils import timezone

from foundation.messaging.tests.play.jobs import finish_jobs
from foundation.messaging.tests.play.racing import race
from foundation.records.audit import Actor
from foundation.rest.tests.staff import signed_in as signed_in_staff
from recognition.models import Photo
from tagging.models import Comparison, ReadingAgain, Tagator, TaggingTask, TaskHistory, TaskPurpose
from tagging.quality.reading_again import (
    NothingToReadAgain,
    ReadAgainCommand,
    ReadingAgainUnderWay,
    TagatorNotBlocked,
    read_again,
)
from tagging.records.tagators import TagatorState
from tagging.tagators.commands import ChangeTagatorCommand, change_tagator
from tagging.tests.admin.pages import beside, page_of, post, said
from tagging.tests.admin.pages import read as read_page
from tagging.tests.calls.works import address, signed_in, tags_sent
from tagging.tests.factories import (
    history_of,
    manual_album,
    new_tagator,
    tasks_of,
    waiting_photo,
    waiting_tasks,
)
from tagging.tests.quality.checks import (
    checked_album,
    comparison_of,
    first_reading,
    in_hand,
    read,
    second_reading,
    second_task_of,
    skip,
    take,
    work_of,
)
from tagging.tests.quality.checks import read_again as change_reading
from tagging.works.commands import CompleteTaskCommand, NoTasks, complete_task
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
    skip(task)
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


def block(tagator: Tagator) -> None:
    change_tagator(
        ChangeTagatorCommand(tagator_id=tagator.pk, state=TagatorState.BLOCKED, now=timezone.now())
    )


def careless(*numbers: str, rate: str = "0.12") -> list[TaggingTask]:
    """Return the tasks of a tagger, now blocked, who read these numbers, a photo each."""
    tagator = new_tagator(rate_per_task=Decimal(rate))
    tasks = waiting_tasks(len(numbers) + 1)[:-1]
    take(tagator)
    for task, number in zip(tasks, numbers, strict=True):
        read(task, number)
    block(tagator)
    return tasks


def order(task: TaggingTask, **fields: Any) -> ReadAgainCommand:
    task.refresh_from_db()
    given = {"now": timezone.now(), "why": "Guesses.", "by": Actor("meg"), **fields}
    return ReadAgainCommand(tagator_id=work_of(task).tagator_id, **given)


def done(task: TaggingTask, **fields: Any) -> ReadingAgain:
    job = read_again(order(task, **fields))
    finish_jobs(ReadingAgain)
    job.refresh_from_db()
    return job


def numbers_of(task: TaggingTask) -> set[str]:
    return set(task.photo.numbers.filter(rejection="").values_list("value", flat=True))


def earned(task: TaggingTask) -> Decimal:
    rows = TaskHistory.objects.counted().filter(tagator=work_of(task).tagator_id)
    found: Decimal = rows.aggregate(sum=Sum("amount"))["sum"]
    return found


def test_of_a_blocked_tagger_stands_and_may_be_changed_while_its_work_is_active():
    wrong, right = careless("12", "20")

    job = done(wrong)
    take(new_tagator())
    kept = numbers_of(wrong)
    read(second_task_of(right), "20")
    second = read(second_task_of(wrong), "13")

    assert (job.state, job.done, kept) == ("Finished", 2, {"12"})
    assert numbers_of(wrong) == {"13"}
    assert comparison_of(right).settled_on is None
    assert comparison_of(wrong).settled_by == "another tagger"
    change_reading(second, "14")
    assert numbers_of(wrong) == {"14"}
    change_reading(second, "12")
    assert numbers_of(wrong) == {"12"}
    with pytest.raises(NothingToReadAgain):
        read_again(order(wrong))


@pytest.mark.parametrize(("takes_pay_back", "left"), [(False, "0.24"), (True, "0.00")])
def test_of_a_blocked_tagger_leaves_the_first_paid_or_not_once(takes_pay_back: bool, left: str):
    task, _ = careless("12", "20")

    done(task, takes_pay_back=takes_pay_back)
    ReadingAgain.objects.update(state="Waiting", finished_on=None, position=None)
    finish_jobs(ReadingAgain)

    assert earned(task) == Decimal(left)
    assert TaggingTask.objects.filter(purpose="SecondReading").count() == 2


def test_of_a_blocked_tagger_only_what_stands_and_was_completed_in_the_time_is_read_again():
    tasks = careless("1", "2", "3", "4", "5", "6")
    late, deleted, corrected, waiting, again, _ = tasks
    now = timezone.now()
    row = TaskHistory.objects.get(task=late, change="Completed")
    photos = {each: Photo.objects.filter(pk=each.photo_id) for each in tasks}
    photos[deleted].update(state="Deleted")
    photos[corrected].update(numbers_corrected_on=now)
    photos[waiting].update(tagging_task_id=waiting.pk)
    photos[again].update(numbers_recognized_on=now)

    job = done(late, begin=row.occurred_on + timedelta(microseconds=1), end=now)

    assert job.total == 1
    assert TaggingTask.objects.get(purpose="SecondReading").photo_id == tasks[5].photo_id


def test_of_a_blocked_tagger_a_second_reading_that_waits_already_is_the_one_that_stands():
    task = first_reading("12")
    block(work_of(task).tagator)

    done(task)
    take(new_tagator())
    read(second_task_of(task), "13")

    assert numbers_of(task) == {"13"}


def test_of_a_blocked_tagger_is_refused_for_a_tagger_who_works_and_while_it_is_under_way():
    with pytest.raises(TagatorNotBlocked):
        read_again(order(first_reading("12")))
    [task] = careless("12")
    read_again(order(task))
    with pytest.raises(ReadingAgainUnderWay):
        read_again(order(task))


def test_of_a_blocked_tagger_says_how_many_and_at_what_cost_before_it_is_ordered(client: Client):
    manager = signed_in_staff(client, "tagging.manage", name="meg")
    [task] = careless("12")
    new_tagator(rate_per_task=Decimal("0.10"))
    new_tagator(rate_per_task=Decimal("0.15"))
    tagator = Tagator.objects.get(pk=order(task).tagator_id)
    address = beside(tagator, "read-again/")

    asked = read_page(manager, address)
    fields = {"why": "Guesses.", "begin": "", "end": "", "takes_pay_back": "on"}
    preview = post(manager, address, **fields).content.decode()
    backwards = post(
        manager, address, why="x", begin="2026-05-02 00:00", end="2026-05-01 00:00"
    ).content.decode()
    answer = post(manager, address, **fields, confirmed="yes")
    again = post(manager, address, **fields).content.decode()
    finish_jobs(ReadingAgain)

    assert "Completed from" in asked
    assert "1 photo to be read again" in preview
    assert "0.10 EUR to 0.15 EUR" in preview
    assert "0.12 EUR, is taken back" in preview
    assert "not after the beginning" in backwards
    assert said(answer) == ["1 photo is being given to other taggers."]
    assert "1 photo" in again
    assert "Finished: 1 of 1 photo given to others" in page_of(manager, tagator)
