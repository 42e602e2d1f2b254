"""Taking work…"""

from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from foundation.messaging.tests.play.racing import at_once, race
from recognition.tests.statements import counted
from tagging.models import TagatorState, TaggingTask, TaggingTaskState, TaskHistory, Work, WorkState
from tagging.tests.factories import (
    history_of,
    manual_album,
    new_tagator,
    taken_work,
    tasks_of,
    waiting_tasks,
)
from tagging.works.commands import NoTasks, TagatorBlocked, TakeWorkCommand, take_work
from tagging.works.skipping import SkipTaskCommand, skip_task
from tagging.works.tagging_tasks import change_task_priority

pytestmark = pytest.mark.django_db


def few(count, **settings):
    """Return a tagator whose works have so many tasks."""
    return new_tagator(settings={"tasks_per_work": count, **settings})


def prioritise(album, priority):
    change_task_priority(album.pk, priority, timezone.now())


def test_gives_the_most_urgent_tasks_and_of_those_the_oldest_as_the_settings_say():
    low, high = waiting_tasks(3), waiting_tasks(2)
    prioritise(high[0].album, 5)
    tagator, now = few(3, work_timeout_minutes=45), timezone.now()

    work = taken_work(tagator, now=now)
    again = take_work(TakeWorkCommand(tagator_id=tagator.pk, now=timezone.now()))

    assert tasks_of(work) == [*high, low[0]]
    assert (work.state, work.tasks_total) == (WorkState.ACTIVE, 3)
    assert history_of(high[0])[-1] == ("Taken", "")
    assert (work.created_on, work.expires_on) == (now, now + timedelta(minutes=45))
    assert (again.work, again.is_new) == (work, False)
    assert TaggingTask.objects.filter(state=TaggingTaskState.ASSIGNED).count() == 3


@pytest.mark.django_db(transaction=True)
def test_gives_what_is_left_when_others_take_the_first_tasks_meanwhile():
    """They were locked at first, and gone before the second statement read them."""
    tasks = waiting_tasks(4)
    kim = few(2)
    lead = connection.copy()
    lead.set_autocommit(False)
    lead.cursor().execute("UPDATE tagging_taggingtask SET priority = 9")
    seen = []

    def others_take(execute, sql, *rest):
        found = execute(sql, *rest)
        seen.append("ARRAY(" in sql)
        if seen[-1] and seen.count(True) == 2:
            taken = "UPDATE tagging_taggingtask SET state = 'Cancelled' WHERE id = ANY(%s)"
            lead.cursor().execute(taken, [[task.pk for task in tasks[:2]]])
            lead.commit()
        return found

    with connection.execute_wrapper(others_take):
        work = taken_work(kim, album=tasks[0].album)

    lead.close()
    assert seen.count(True) >= 3  # with nothing to see, it looked again
    assert {task.pk for task in tasks_of(work)} == {task.pk for task in tasks[2:]}


def test_gives_only_albums_that_are_open_to_the_tagator():
    closed = waiting_tasks(1)[0].album
    late, early = waiting_tasks(2), waiting_tasks(1)
    opened = frozenset({late[0].album_id, early[0].album_id})
    prioritise(late[0].album, 9)

    work = taken_work(few(2, all_albums=False, album_ids=opened))
    rest = taken_work(few(5, all_albums=False, album_ids=opened))
    with pytest.raises(NoTasks):
        taken_work(few(1, all_albums=False), album=closed)

    assert tasks_of(work) == late
    assert tasks_of(rest) == early


@pytest.mark.parametrize("restricted", [False, True])
def test_does_not_offer_a_skipped_task_again_to_the_same_tagator(restricted):
    skipped, other = waiting_tasks(2)
    opened = frozenset({skipped.album_id})
    tagator = few(1, all_albums=not restricted, album_ids=opened)
    work = taken_work(tagator)
    in_hand = {"tagator_id": tagator.pk, "work_id": work.pk, "now": timezone.now()}
    skip_task(SkipTaskCommand(task_id=skipped.pk, **in_hand))

    again = taken_work(tagator)
    theirs = taken_work(few(5))

    assert tasks_of(again) == [other]
    assert tasks_of(theirs) == [skipped]


def test_gives_at_once_what_an_expired_work_had():
    tasks = waiting_tasks(2)
    now = timezone.now()
    gone = taken_work(few(2), now=now - timedelta(hours=2))

    work = taken_work(few(2), now=now)

    gone.refresh_from_db()
    assert (gone.state, gone.finished_on) == (WorkState.EXPIRED, now)
    assert tasks_of(work) == tasks
    assert [change for change, _ in history_of(tasks[0])][1:] == ["Taken", "Expired", "Taken"]


def test_by_a_blocked_tagator_is_refused():
    waiting_tasks(1)
    tagator = new_tagator(state=TagatorState.BLOCKED)

    with pytest.raises(TagatorBlocked):
        taken_work(tagator)

    assert TaggingTask.objects.get().state == TaggingTaskState.OPEN


def test_costs_the_same_number_of_statements_for_one_task_and_for_many():
    waiting_tasks(12)
    one, many = few(1), few(10)

    with counted() as for_one:
        taken_work(one)
    with counted() as for_many:
        taken_work(many)

    assert len(for_one.sent) == len(for_many.sent), for_many


@pytest.mark.django_db(transaction=True)
def test_never_gives_a_task_to_two_tagators_at_once():
    waiting_tasks(30)
    album = manual_album()
    album_ids = frozenset({TaggingTask.objects.all()[0].album_id, album.pk})
    tagators = [few(7) for _ in range(3)]
    tagators += [few(7, all_albums=False, album_ids=album_ids) for _ in range(3)]

    def take(tagator):
        try:
            return tasks_of(taken_work(tagator))
        except NoTasks:
            return []

    works = at_once(*(lambda t=tagator: take(t) for tagator in tagators))

    taken = [task.pk for tasks in works for task in tasks]
    assert len(taken) == len(set(taken)) == 30
    assert TaskHistory.objects.filter(change="Taken").count() == 30


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("restricted", [False, True])
def test_waits_where_a_change_of_priority_holds_all_tasks(restricted):
    tasks = waiting_tasks(3)
    album = tasks[0].album
    tagator = few(2, all_albums=not restricted, album_ids=frozenset({album.pk}))

    work = race(lambda: prioritise(album, 9), lambda: taken_work(tagator))

    assert tasks_of(work) == tasks[:2]
    assert {task.priority for task in tasks_of(work)} == {9}


@pytest.mark.django_db(transaction=True)
def test_looks_again_where_others_took_all_tasks_that_it_waited_for():
    first, second = waiting_tasks(2)

    def take_both():
        list(TaggingTask.objects.order_by("pk").select_for_update())
        TaggingTask.objects.filter(pk=first.pk).update(state=TaggingTaskState.CANCELLED)

    work = race(take_both, lambda: taken_work(few(1)))

    assert tasks_of(work) == [second]


@pytest.mark.django_db(transaction=True)
def test_waits_in_the_order_in_which_changes_lock_tasks():
    album = waiting_tasks(3)[0].album
    tagator = few(2)

    with counted() as statements:
        race(lambda: prioritise(album, 9), lambda: taken_work(tagator))

    locking = [text for text in statements.sent if text.endswith("FOR UPDATE")]
    of_tasks = [text for text in locking if 'FROM "tagging_taggingtask"' in text]
    assert len(of_tasks) == 2
    assert all('ORDER BY "tagging_taggingtask"."id" ASC' in text for text in of_tasks)


@pytest.mark.django_db(transaction=True)
def test_twice_at_once_by_one_tagator_gives_one_work():
    waiting_tasks(6)
    tagator = few(2)

    works = at_once(*[lambda: taken_work(tagator)] * 3)

    assert {work.pk for work in works} == {Work.objects.get().pk}
    assert TaggingTask.objects.filter(state=TaggingTaskState.ASSIGNED).count() == 2
