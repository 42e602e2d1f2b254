"""Where an album wants a certainty, and something changes meanwhile…"""

from contextlib import suppress
from functools import partial

import pytest
from django.utils import timezone

from foundation.messaging.tests.play.racing import at_once
from recognition.models import Photo, PhotoState
from tagging.models import Certainty, LaterReading, TaggingTask, TaskPurpose
from tagging.quality.commands import (
    DisagreementSettled,
    SettleDisagreementCommand,
    settle_disagreement,
)
from tagging.quality.queries import list_open_disagreements
from tagging.tests.factories import new_tagator, tasks_of, waiting_photo
from tagging.tests.quality.by_evidence import (
    album_by_evidence,
    asked_for,
    first_of,
    machine_reads,
    next_reading,
    outcome_of,
    sent_last,
)
from tagging.tests.quality.checks import (
    comparison_of,
    first_reading,
    in_hand,
    read,
    read_again,
    take,
)
from tagging.works.commands import ReopenTaskCommand, reopen_task

pytestmark = pytest.mark.django_db


def test_a_first_reading_that_is_corrected_is_weighed_again():
    task = first_reading("12", album=album_by_evidence())
    before = outcome_of(task)
    machine_reads(task.photo, n13=0.99)

    read_again(task, "13")

    assert (before, outcome_of(task)) == (("Asked", 1), ("Settled", 1))


def test_a_second_reading_can_be_reopened_while_a_third_one_waits():
    task = first_of({}, "12")
    waiting_photo(task.album)
    take(new_tagator())
    second = read(TaggingTask.objects.get(photo=task.photo, purpose="SecondReading"), "13")

    read_again(second, "12")

    assert outcome_of(task) == ("Settled", 2)
    assert comparison_of(task).agrees is True


def test_a_third_one_that_comes_after_staff_changes_nothing():
    task = first_of({}, "12")
    next_reading(task, "13")
    settle_disagreement(
        SettleDisagreementCommand(task_id=task.pk, numbers=["12"], now=timezone.now())
    )

    third = next_reading(task, "13")

    assert sent_last() == ["12"]
    assert LaterReading.objects.get(task=third).numbers == ["13"]


def test_a_third_one_that_staff_cancel_leaves_the_disagreement_to_them():
    task = first_of({}, "12")
    next_reading(task, "13")
    TaggingTask.objects.filter(later_reading__isnull=False).update(state="Cancelled")

    assert list(list_open_disagreements()) == [comparison_of(task)]


def test_a_deleted_photo_is_not_settled():
    task = first_of({}, "12")
    second = TaggingTask.objects.get(purpose=TaskPurpose.SECOND_READING)
    take(new_tagator())
    Photo.objects.filter(pk=task.photo_id).update(state=PhotoState.DELETED)

    read(second, "13")

    assert (outcome_of(task), asked_for(task)) == (("Asked", 1), 1)


@pytest.mark.django_db(transaction=True)
def test_two_readings_at_once_are_both_weighed_and_ask_for_one_more():
    album = album_by_evidence()
    first, other = waiting_photo(album), waiting_photo(album)
    take(new_tagator())
    task = read(TaggingTask.objects.get(photo=first), "12")
    take(new_tagator())
    second = TaggingTask.objects.get(photo=first, purpose=TaskPurpose.SECOND_READING)
    reopen_task(ReopenTaskCommand(**in_hand(task)))
    task.tags.all().delete()

    at_once(partial(read, task, "13"), partial(read, second, "14"))

    compared = comparison_of(task)
    assert (compared.first_numbers, compared.second_numbers) == (["13"], ["14"])
    assert (outcome_of(task), asked_for(task)) == (("Asked", 2), 2)
    assert not Certainty.objects.filter(task__photo=other).exists()


@pytest.mark.django_db(transaction=True)
def test_a_third_reading_and_staff_at_once_settle_the_photo_once():
    task = first_of({}, "12")
    next_reading(task, "13")
    [third] = tasks_of(take(new_tagator()))
    by_staff = SettleDisagreementCommand(task_id=task.pk, numbers=["12"], now=timezone.now())

    def staff() -> None:
        with suppress(DisagreementSettled):  # the third reading came first
            settle_disagreement(by_staff)

    at_once(partial(read, third, "13"), staff)

    assert comparison_of(task).settled_numbers == sent_last()
