"""A known answer…"""

from random import Random

import pytest
from django.utils import timezone

from foundation.messaging.tests.play.racing import at_once, race
from recognition.models import Album
from recognition.processing.publishing import DeletePhotoCommand, delete_photo
from recognition.tests.statements import counted
from tagging.models import TaggingTask, Work
from tagging.quality.commands import UnmarkKnownAnswerCommand, unmark_known_answer
from tagging.tests.factories import ask_for_tagging, new_tagator
from tagging.tests.quality.checks import album_with, few, known_in, known_photo, read, take
from tagging.works.tasks import change_task_priority

pytestmark = pytest.mark.django_db


def test_takes_the_place_of_a_share_of_the_work_s_tasks_and_is_of_their_album():
    album_with(open_tasks=0)
    album = album_with(open_tasks=12, known=5, share="0.2")

    work = take(few(10), Random(1))

    known = known_in(work)
    assert (work.tasks_total, work.tasks.count(), len(known)) == (10, 10, 2)
    assert {task.album for task in known} == {album}


def test_comes_to_small_works_now_and_then():
    album_with(open_tasks=28, known=14, share="0.25")
    chance = Random(7)

    found = [len(known_in(take(few(2), chance))) for _ in range(14)]

    assert 4 <= sum(found) <= 10  # the mean is 7
    assert set(found) == {0, 1}


def test_is_given_to_a_tagger_once_and_to_others_too():
    album = album_with(open_tasks=6)
    tagator = few(2)
    work = take(tagator)
    for task in work.tasks.all():
        read(task, "1")

    again, others = take(tagator), take(few(2))

    assert [len(known_in(each)) for each in (work, again, others)] == [1, 0, 1]
    assert TaggingTask.objects.filter(album=album, purpose="KnownAnswer").count() == 2


@pytest.mark.parametrize("why", ["unmarked", "deleted", "being read"])
def test_is_not_given_while_its_photo_is(why):
    album = album_with(open_tasks=3, known=0)
    photo = known_photo(album, "12")
    if why == "unmarked":
        unmark_known_answer(UnmarkKnownAnswerCommand(photo_id=photo.pk))
    elif why == "deleted":
        delete_photo(DeletePhotoCommand(photo_id=photo.pk, album_id=album.pk))
    else:
        ask_for_tagging(photo)

    assert known_in(take(new_tagator())) == []


def test_costs_the_same_number_of_statements_for_one_task_and_for_many():
    statements = []
    for count in (2, 40):
        album = album_with(open_tasks=count, known=count, share="0.5")
        tagator = few(count)
        with counted() as found:
            work = take(tagator, album=album)
        assert len(known_in(work)) == count // 2
        statements.append(len(found.sent))

    assert statements[0] == statements[1]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("is_taken_first", [False, True])
def test_gets_the_priority_that_its_album_is_given_meanwhile(is_taken_first):
    album = album_with(open_tasks=3)
    tagator = few(3)

    def prioritise() -> None:
        Album.objects.locked(album.pk).store(priority=70)
        change_task_priority(album.pk, 70, timezone.now())

    works = [prioritise, lambda: take(tagator)]
    race(*(reversed(works) if is_taken_first else works))

    assert set(TaggingTask.objects.values_list("priority", flat=True)) == {70}
    assert len(known_in(Work.objects.get())) == 1


@pytest.mark.django_db(transaction=True)
def test_is_given_to_many_taggers_at_once():
    album = album_with(open_tasks=8)
    tagators = [few(2) for _ in range(4)]

    works = at_once(*[lambda tagator=tagator: take(tagator) for tagator in tagators])

    assert [len(known_in(work)) for work in works] == [1, 1, 1, 1]
    assert album.tagging_tasks.filter(work=None).count() == 4
