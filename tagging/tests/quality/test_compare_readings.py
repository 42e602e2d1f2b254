"""A second reading, once it is there…"""

from functools import partial

import pytest
from django.utils import timezone

from foundation.messaging.tests.play.racing import at_once
from foundation.records.audit import Actor
from recognition.jobs.reprocessing import ReprocessPhotosCommand, reprocess_photos
from recognition.models import JobMode, Photo
from recognition.photos.history import explain_photo
from recognition.photos.verdicts import results_in_words
from recognition.processing.reported import PhotoNotWaiting
from tagging.models import Comparison, TaggingTask, TaggingTaskState, TaskPurpose
from tagging.quality.queries import certainty_of, get_tagator_quality, machine_reading, skills_of
from tagging.tests.calls.works import tags_sent
from tagging.tests.factories import delete, history_of, new_tagator, waiting_photo
from tagging.tests.plans import plans_of
from tagging.tests.quality.checks import (
    CUSTOM,
    comparison_of,
    first_of,
    first_reading,
    next_reading,
    read,
    read_again,
    reopen,
    second_reading,
    second_task_of,
    skip,
    take,
    work_of,
)

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("first", "second", "custom", "agrees"),
    [
        (["12", "7"], ["7", "12"], [], True),
        ([], [], [], True),
        (["12"], ["13"], [], False),
        (["12"], ["12", "13"], [], False),
        (["12"], [], [], False),
        (["12"], ["12"], [CUSTOM], False),
    ],
)
def test_agrees_where_both_read_the_same_set(first, second, custom, agrees):
    task = first_reading(*first)
    take(new_tagator())

    read(second_task_of(task), *second, custom_tags=custom)

    compared = comparison_of(task)
    assert compared.agrees is agrees
    assert (compared.first_numbers, compared.second_numbers) == (sorted(first), sorted(second))
    assert compared.second_tagator != compared.first_tagator
    assert compared.compared_on is not None


@pytest.mark.parametrize(
    ("first", "second", "sent"),
    [
        (["12", "1?5"], ["12", "165"], ["12", "165"]),
        (["165"], ["?65"], ["165"]),
        (["1?5", "7"], ["165", "?7"], ["165", "7"]),
    ],
)
def test_what_one_read_in_part_agrees_and_contradicts_nothing_that_it_fits(first, second, sent):
    task = first_reading(*first)

    second_reading(task, *second)

    compared = comparison_of(task)
    assert (compared.agrees, compared.compared_on, compared.settled_on) == (None, None, None)
    assert sorted(tag["value"] for tag in tags_sent()[-1]) == sent
    assert get_tagator_quality(work_of(task).tagator_id, None, None).compared == 0


@pytest.mark.parametrize(
    ("first", "second", "agrees"),
    [
        (["12", "?65"], ["12"], True),
        (["?65"], ["1?5"], True),
        (["?65"], ["166"], False),
        (["?65"], ["165", "265"], False),
        (["12", "?65"], ["13", "165"], False),
    ],
)
def test_what_is_partly_legible_decides_nothing_else(first, second, agrees):
    task = first_reading(*first)

    second_reading(task, *second)

    assert comparison_of(task).agrees is agrees
    assert len(tags_sent()) == 1


def test_is_compared_again_when_either_reading_is_corrected():
    task = first_reading("12")
    waiting_photo(task.album)
    take(new_tagator())
    second = read(second_task_of(task), "13")

    read_again(task, "13")
    after_the_first = comparison_of(task).agrees
    read_again(second, "14")

    assert after_the_first is True
    assert comparison_of(task).agrees is False
    assert Comparison.objects.count() == 1
    assert TaggingTask.objects.filter(purpose=TaskPurpose.SECOND_READING).count() == 1


def test_by_the_tagger_who_then_has_the_first_one_too_counts_for_nothing():
    task = first_reading("12")
    other = new_tagator()
    second_reading(task, "13", tagator=other)
    reopen(task)
    skip(task)
    take(other)

    read(task, "12")

    compared = comparison_of(task)
    assert (compared.agrees, compared.compared_on) == (None, None)


def process_from_scratch(photo: Photo) -> None:
    reprocess_photos(
        ReprocessPhotosCommand(
            photo_ids=[photo.pk], mode=JobMode.FORCE, now=timezone.now(), by=Actor("meg")
        )
    )


def process_again(photo: Photo) -> None:
    reprocess_photos(
        ReprocessPhotosCommand(photo_ids=[photo.pk], now=timezone.now(), by=Actor("meg"))
    )


@pytest.mark.parametrize("end", [delete, process_from_scratch, process_again])
@pytest.mark.parametrize("is_taken", [False, True])
def test_is_cancelled_when_its_photo_is_deleted_or_processed_from_scratch(end, is_taken):
    task = first_reading("12")
    if is_taken:
        take(new_tagator())

    end(task.photo)

    second, is_kept = second_task_of(task), end is process_again
    states = (TaggingTaskState.OPEN, TaggingTaskState.ASSIGNED)
    assert second.state == (states[is_taken] if is_kept else TaggingTaskState.CANCELLED)
    assert (history_of(second)[-1][0] == "Cancelled") is not is_kept


def test_of_a_deleted_photo_is_not_reopened():
    task = first_reading("12")
    waiting_photo(task.album)
    take(new_tagator())
    second = read(second_task_of(task), "12")
    delete(task.photo)

    with pytest.raises(PhotoNotWaiting):
        reopen(second)

    second.refresh_from_db()
    assert second.state == TaggingTaskState.COMPLETED


@pytest.mark.django_db(transaction=True)
def test_and_the_first_at_once_are_compared_by_what_both_read_last():
    for _ in range(5):
        task = first_reading("12")
        take(new_tagator())
        second = second_task_of(task)
        reopen(task)
        task.tags.all().delete()

        at_once(partial(read, task, "13"), partial(read, second, "13"))

        compared = comparison_of(task)
        assert (compared.first_numbers, compared.second_numbers) == (["13"], ["13"])
        assert compared.agrees is True


def test_who_decided_and_why_stands_with_the_photo():
    task = first_of({}, "12")
    for _ in range(3):
        next_reading(task)

    photo = Photo.objects.get(pk=task.photo_id)
    [correction] = [each for each in explain_photo(photo.pk).entries if "Corrected" in each.kind]

    assert correction.text == "Numbers corrected by evidence: 12 → none."
    assert results_in_words(photo).startswith(
        "No number: corrected by evidence: Read so by 3 taggers: "
    )


def test_how_far_taggers_and_the_machine_are_believed_is_found_by_indexes():
    task = first_of({"n12": 0.5}, "13")
    second = next_reading(task, "12")
    tagator_ids = [work_of(each).tagator_id for each in (task, second)]
    photo = Photo.objects.with_album().get(pk=task.photo_id)

    of_taggers = plans_of(partial(skills_of, tagator_ids, without=task.pk))
    plans = plans_of(partial(machine_reading, photo)) + plans_of(partial(certainty_of, second))

    assert [plan for plan in of_taggers + plans if "Seq Scan" in plan] == []
    assert len(of_taggers) == 4 * len(tagator_ids)
