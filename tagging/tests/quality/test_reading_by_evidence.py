"""Where an album wants a certainty…"""

from functools import partial

import pytest

from foundation.messaging.tests.play.racing import at_once, or_code
from recognition.models import Photo, PhotoState
from tagging.models import Certainty, KnownAnswer, LaterReading, TaggingTask, TaskPurpose
from tagging.quality import certainty, disagreements
from tagging.quality.commands import DisagreementSettled
from tagging.quality.queries import list_open_disagreements
from tagging.tests.calls.works import tags_sent
from tagging.tests.factories import new_tagator, tasks_of, waiting_photo
from tagging.tests.quality.checks import (
    album_by_evidence,
    asked_for,
    comparison_of,
    first_of,
    first_reading,
    known_task,
    machine_reads,
    next_reading,
    outcome_of,
    read,
    read_again,
    reopen,
    sent_last,
    settle,
    take,
    work_of,
)
from tagging.works.commands import NoTasks

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("machine", "numbers", "again", "sent"),
    [
        ({"n12": 0.99}, "12", None, 1),  # confirmed by the machine
        ({"n12": 0.5}, "12", "12", 1),
        ({"n12": 0.98}, "13", "12", 2),  # the machine decides between two
    ],
)
def test_readings_that_are_sure_enough_settle_the_photo(machine, numbers, again, sent):
    task = first_of(machine, numbers)
    if again:
        next_reading(task, again)

    assert outcome_of(task) == ("Settled", 2 if again else 1)
    assert asked_for(task) == (1 if again else 0)
    assert (sent_last(), len(tags_sent())) == (["12"], sent)


@pytest.mark.parametrize(
    ("machine", "numbers"),
    [({"n12": 0.99}, ["13"]), ({"n12": 0.5}, ["12"]), ({}, []), ({"n12": 0.99}, ["12", "13"])],
)
def test_a_doubtful_reading_is_sent_and_read_again(machine, numbers):
    task = first_of(machine, *numbers)

    assert outcome_of(task) == ("Asked", 1)
    assert (asked_for(task), sent_last()) == (1, numbers)
    assert Certainty.objects.get().certainty < Certainty.objects.get().wanted


def test_of_two_who_differ_a_third_one_decides_and_what_is_right_is_sent():
    task = first_of({}, "12")
    next_reading(task, "13")
    between = outcome_of(task), list(list_open_disagreements())

    next_reading(task, "13")

    assert between == (("Asked", 2), [])
    assert outcome_of(task) == ("Settled", 3)
    compared = comparison_of(task)
    assert (compared.agrees, compared.settled_by) == (False, "evidence")
    assert (compared.settled_numbers, sent_last()) == (["13"], ["13"])


def test_a_photo_never_goes_back_to_a_tagger_who_has_read_it():
    task = first_of({}, "12")
    second = next_reading(task, "13")

    for before in (task, second):
        with pytest.raises(NoTasks):
            take(work_of(before).tagator)
        with pytest.raises(NoTasks):
            take(work_of(before).tagator, album=task.album)

    third = next_reading(task, "14")
    with pytest.raises(NoTasks):
        take(work_of(third).tagator)
    assert asked_for(task) == 3


def test_staff_settle_what_four_taggers_leave_in_doubt():
    task = first_of({}, "12")
    for number in ("13", "14", "15"):
        next_reading(task, number)
    left, open_ones = outcome_of(task), list(list_open_disagreements())

    settle(task.pk, "14")

    assert (left, open_ones) == (("Left", 4), [comparison_of(task)])
    assert sent_last() == ["14"]
    assert not list_open_disagreements().exists()


def test_no_more_is_asked_for_while_too_many_wait(monkeypatch):
    monkeypatch.setattr(certainty, "MAX_WAITING", 0)

    task = first_of({}, "12")

    assert (outcome_of(task), asked_for(task)) == (("Unasked", 1), 0)


def test_a_tagger_who_repeats_the_machine_s_mistakes_is_read_again():
    tagator = new_tagator()
    for _ in range(3):
        known = known_task("7", tagator=tagator)
        machine_reads(known.photo, n8=0.9)
        read(known, "8")
        for left in tasks_of(work_of(known)):
            if left.state == "Assigned":
                read(left)
    photo = waiting_photo(album_by_evidence("0.99"))
    machine_reads(photo, n12=0.99)
    take(tagator, album=photo.album)

    task = read(TaggingTask.objects.get(photo=photo), "12")

    assert outcome_of(task) == ("Asked", 1)


@pytest.mark.parametrize("known", ["0.1", "0"])
def test_what_several_agree_on_becomes_a_known_answer_where_the_album_has_some(monkeypatch, known):
    monkeypatch.setattr(disagreements, "KNOWN_SHARE", 1)
    photo = waiting_photo(album_by_evidence(known=known))
    take(new_tagator())
    task = read(TaggingTask.objects.get(photo=photo), "12")
    assert not KnownAnswer.objects.exists()

    next_reading(task, "12")

    found = KnownAnswer.objects.values_list("photo_id", "numbers", "marked_by")
    assert list(found) == ([(photo.pk, ["12"], "evidence")] if known == "0.1" else [])


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
    settle(task.pk, "12")

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
    reopen(task)
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

    _, staff = at_once(partial(read, third, "13"), or_code(partial(settle, task.pk, "12")))

    assert not isinstance(staff, str) or staff == DisagreementSettled.code
    assert comparison_of(task).settled_numbers == sent_last()
