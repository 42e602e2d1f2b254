"""A known answer…"""

from decimal import Decimal
from random import Random
from uuid import uuid4

import pytest
from django.utils import timezone

from foundation.messaging.models import OutboxMessage
from foundation.messaging.tests.play.racing import at_once, race
from recognition.albums.commands import (
    ChangeAlbumCustomTagsCommand,
    CustomTagInUse,
    change_album_custom_tags,
)
from recognition.models import Album, Photo
from recognition.numbers.normalising import NumbersNotAccepted
from recognition.processing.correcting import PhotoDeleted
from recognition.processing.reported import PhotoNotWaiting
from recognition.records.photos import PhotoNotFound
from recognition.tests.statements import counted
from tagging.models import (
    KnownAnswer,
    KnownAnswerNotFound,
    KnownAnswerReading,
    TaggingTask,
    TaggingTaskState,
    TaskHistory,
    Work,
)
from tagging.quality.commands import UnmarkKnownAnswerCommand, unmark_known_answer
from tagging.tests.factories import ask_for_tagging, delete, new_photo, new_tagator
from tagging.tests.quality.checks import (
    CUSTOM,
    album_with,
    checked_album,
    few,
    in_hand,
    known_in,
    known_photo,
    known_task,
    mark,
    read,
    read_again,
    reopen,
    take,
    work_of,
)
from tagging.works.commands import ReopenTaskCommand, reopen_task
from tagging.works.skipping import SkipTaskCommand, skip_task
from tagging.works.tagging_tasks import change_task_priority

pytestmark = pytest.mark.django_db


def test_takes_the_place_of_a_share_of_the_work_s_tasks_and_is_of_their_album():
    album_with(open_tasks=0)
    album = album_with(open_tasks=12, known=5, share="0.2")

    work = take(few(10), Random(1))

    known = known_in(work)
    assert (work.tasks_total, work.tasks.count(), len(known)) == (10, 10, 2)
    assert {task.album for task in known} == {album}


def test_does_not_count_for_who_could_read_a_part_of_it():
    task = known_task("12", "165")
    read(task, "12", "?65")

    other = known_task("12", "166")
    read(other, "12", "?65")

    readings = KnownAnswerReading.objects.values_list("task", "is_hit")
    assert list(readings) == [(other.pk, False)]


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
        delete(photo)
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


@pytest.mark.parametrize(
    ("numbers", "is_hit"),
    [(["12", "7"], True), ([], False), (["12"], False), (["12", "7", "8"], False)],
)
def test_is_a_hit_where_exactly_the_known_set_is_read_last(numbers, is_hit):
    task = known_task("7", "12")

    read(task, *numbers)

    found = KnownAnswerReading.objects.get()
    assert (found.is_hit, found.tagator) == (is_hit, work_of(task).tagator)
    assert (found.numbers, found.expected_numbers) == (numbers, ["12", "7"])
    read_again(task, "7", "12")
    assert KnownAnswerReading.objects.get().is_hit is True


def test_that_was_unmarked_meanwhile_counts_for_nothing():
    task = known_task("7")
    unmark_known_answer(UnmarkKnownAnswerCommand(photo_id=task.photo_id))

    read(task, "7")

    assert not KnownAnswerReading.objects.exists()


def test_is_judged_as_it_was_known_when_it_was_read():
    task = known_task("7")
    read(task, "7")

    mark(task.photo, "8")

    found = KnownAnswerReading.objects.get()
    assert (found.is_hit, found.expected_numbers) == (True, ["7"])


def test_is_paid_as_any_other_task_and_changes_nothing_of_its_photo():
    task = known_task("7", tagator=new_tagator(rate_per_task=Decimal("0.15")))
    OutboxMessage.objects.all().delete()
    before = Photo.objects.get(pk=task.photo_id)

    read(task, "8")

    done = TaskHistory.objects.get(task=task, change="Completed")
    assert (done.tasks, done.numbers, done.amount) == (1, 1, Decimal("0.15"))
    assert Photo.objects.get(pk=task.photo_id).version == before.version
    assert not OutboxMessage.objects.exists()


def test_that_is_skipped_and_taken_back_is_in_the_same_work_again():
    task = known_task("7")
    command = in_hand(task)
    skip_task(SkipTaskCommand(**command))

    reopen_task(ReopenTaskCommand(**command))

    task.refresh_from_db()
    assert (task.state, task.work_id) == (TaggingTaskState.ASSIGNED, command["work_id"])


def test_of_a_deleted_photo_is_cancelled_or_not_reopened():
    waiting, done = known_task("7"), known_task("8")
    read(done, "8")

    for task in (waiting, done):
        delete(task.photo)

    waiting.refresh_from_db()
    assert waiting.state == TaggingTaskState.CANCELLED
    with pytest.raises(PhotoNotWaiting):
        reopen(done)


def test_takes_what_is_stored_unchanged_also_after_the_rules_have_changed():
    photo = new_photo(checked_album())
    marked = mark(photo, "12345", custom_tags=[CUSTOM])
    Album.objects.filter(pk=photo.album_id).update(start_number_capacity=3)
    photo.album.custom_tags.all().delete()

    assert mark(photo, "12345", custom_tags=[CUSTOM]).version == marked.version
    with pytest.raises(NumbersNotAccepted):
        mark(photo, "12346", "123")


def test_keeps_its_custom_tags_in_the_album():
    photo = new_photo(checked_album())
    mark(photo, "12", custom_tags=[CUSTOM])
    command = ChangeAlbumCustomTagsCommand(album_id=photo.album_id, names=frozenset({"other"}))

    with pytest.raises(CustomTagInUse) as refused:
        change_album_custom_tags(command)

    assert f"1 known answer with it, the first of photo {photo.pk}" in str(refused.value.errors)
    assert list(photo.album.custom_tags.values_list("name", flat=True)) == [CUSTOM]
    unmark_known_answer(UnmarkKnownAnswerCommand(photo_id=photo.pk))
    change_album_custom_tags(command)
    assert list(photo.album.custom_tags.values_list("name", flat=True)) == ["other"]


def test_refuses_a_deleted_and_an_unknown_photo():
    photo = new_photo(checked_album())
    delete(photo)

    with pytest.raises(PhotoDeleted):
        mark(photo, "12")
    photo.pk = uuid4()
    with pytest.raises(PhotoNotFound):
        mark(photo, "12")

    assert not KnownAnswer.objects.exists()


def test_is_not_taken_back_of_a_photo_that_was_never_marked():
    with pytest.raises(KnownAnswerNotFound):
        unmark_known_answer(UnmarkKnownAnswerCommand(photo_id=uuid4()))


def test_stores_what_is_on_it_checked_and_normalised_once_and_corrects_it():
    photo = new_photo(checked_album())

    known, again = (mark(photo, "012", "7", "12", custom_tags=[CUSTOM]) for _ in range(2))

    assert (known.numbers, known.custom_tags) == (["12", "7"], [CUSTOM])
    assert (known.album, known.marked_by, known.is_active) == (photo.album, "meg", True)
    assert (known.version, again.version) == (1, 1)
    assert mark(photo, "13").numbers == ["13"]
    assert KnownAnswer.objects.get().numbers == ["13"]
