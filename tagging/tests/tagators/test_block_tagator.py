"""Blocking a tagator…"""

from functools import partial

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from foundation.messaging.tests.play.racing import race
from tagging.models import TaggingTask, TaggingTaskState, Work, WorkState
from tagging.tagators.commands import _change, change_tagator
from tagging.tasks import expire_works_task
from tagging.tests.calls.tagators import ask, blocking, change
from tagging.tests.calls.works import signed_in
from tagging.tests.factories import history_of, new_tagator, taken_work, tasks_of, waiting_tasks
from tagging.works.commands import TagatorBlocked, TakenWork, TakeWorkCommand, take_work

pytestmark = pytest.mark.django_db


def test_a_blocked_tagator_is_401_from_the_next_request_until_they_are_active_again(manager, kim):
    client = signed_in(kim)
    before = ask(client)

    answer = change(manager, kim, state="Blocked")

    assert (answer.status_code, answer.json()["state"]) == (200, "Blocked")
    assert (before, ask(client)) == (200, 401)
    change(manager, kim, state="Active")
    assert ask(client) == 200


def test_a_user_whom_staff_made_inactive_stays_so_after_other_changes(manager, kim):
    User.objects.filter(pk=kim.user_id).update(is_active=False)

    change(manager, kim, name="Kay")

    kim.user.refresh_from_db()
    assert not kim.user.is_active


def test_the_active_work_of_a_blocked_tagator_expires_at_once(manager, kim):
    waiting_tasks(2)
    work = taken_work(kim)
    task = tasks_of(work)[0]

    change(manager, kim, state="Blocked")

    work.refresh_from_db()
    assert work.state == WorkState.EXPIRED
    assert not TaggingTask.objects.exclude(state=TaggingTaskState.OPEN, work=None).exists()
    assert history_of(task)[-1] == ("Expired", "The tagger was blocked.")
    assert task.history.latest("pk").actor == "manager"


@pytest.mark.parametrize("is_swept", [False, True])
def test_blocking_again_or_the_sweep_expires_what_a_process_that_died_left(manager, kim, is_swept):
    waiting_tasks(1)
    work, other = taken_work(kim), new_tagator()
    waiting_tasks(1)
    still = taken_work(other)
    _change(blocking(kim))  # and the process dies

    if is_swept:
        expire_works_task()
    else:
        change(manager, kim, state="Blocked")

    work.refresh_from_db()
    still.refresh_from_db()
    assert (work.state, still.state) == (WorkState.EXPIRED, WorkState.ACTIVE)
    assert TaggingTask.objects.filter(state=TaggingTaskState.OPEN).count() == 1


@pytest.mark.django_db(transaction=True)
def test_a_work_asked_for_while_its_tagator_is_blocked_is_refused():
    kim = new_tagator()
    waiting_tasks(1)
    asking = TakeWorkCommand(tagator_id=kim.pk, now=timezone.now())

    refused = race(partial(change_tagator, blocking(kim)), partial(take_work, asking))

    assert isinstance(refused, TagatorBlocked)
    assert not Work.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_a_work_taken_while_its_tagator_is_being_blocked_expires():
    kim = new_tagator()
    waiting_tasks(1)
    asking = TakeWorkCommand(tagator_id=kim.pk, now=timezone.now())
    taken: list[TakenWork] = []

    race(lambda: taken.append(take_work(asking)), partial(change_tagator, blocking(kim)))

    work = Work.objects.get()
    assert (work.pk, work.state) == (taken[0].work.pk, WorkState.EXPIRED)
    assert TaggingTask.objects.get().state == TaggingTaskState.OPEN
