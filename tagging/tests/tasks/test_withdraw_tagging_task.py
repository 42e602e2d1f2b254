"""Withdrawing the tagging task of a photo…"""

from typing import cast
from uuid import UUID, uuid4

import pytest
from django.utils import timezone

from foundation.messaging.tests.play.racing import race
from foundation.records.audit import Actor
from recognition.jobs.reprocessing import reconsider_photos
from recognition.models import JobMode, PhotoState
from recognition.records.photos import PhotoNotFound
from tagging.models import TaggingTask, TaggingTaskState
from tagging.tests.factories import ask_for_tagging, delete, history_of, new_photo, waiting_photo
from tagging.works.tagging_tasks import (
    TakeTaskCallbackCommand,
    TaskOutcome,
    WithdrawTaggingTaskCommand,
    take_task_callback,
    withdraw_tagging_task,
)

pytestmark = pytest.mark.django_db


def withdrawal(photo_id: UUID) -> WithdrawTaggingTaskCommand:
    return WithdrawTaggingTaskCommand(
        photo_id=photo_id, reason="Blurred.", now=timezone.now(), by=Actor("ann")
    )


def test_leaves_the_photo_failed_with_the_reason_and_nothing_due_until_it_is_reconsidered():
    photo, now = waiting_photo(), timezone.now()

    first, again = (withdraw_tagging_task(withdrawal(photo.pk)) for _ in range(2))

    photo.refresh_from_db()
    assert (photo.state, photo.tagging_task_id) == (PhotoState.FAILED, None)
    assert "The tagging task was cancelled: Blurred." in photo.reason_description
    assert (photo.number_recognized, photo.numbers_next_attempt_on) == (False, None)
    assert again.version == first.version
    assert len(history_of(TaggingTask.objects.get())) == 2
    reconsider_photos([photo.pk], JobMode.CHANGED, now)
    photo.refresh_from_db()
    assert photo.numbers_next_attempt_on == now


def test_changes_nothing_of_a_photo_that_waits_for_none_or_is_deleted():
    new, photo = new_photo(), waiting_photo()
    delete(photo)

    for each in (new, photo):
        withdraw_tagging_task(withdrawal(each.pk))
        each.refresh_from_db()
    with pytest.raises(PhotoNotFound):
        withdraw_tagging_task(withdrawal(uuid4()))

    assert (new.state, new.version, photo.state) == (PhotoState.NEW, 1, PhotoState.DELETED)
    assert history_of(TaggingTask.objects.get())[1:] == [("Cancelled", "The photo was deleted.")]


@pytest.mark.django_db(transaction=True)
def test_cancels_a_task_that_is_being_created_at_that_moment():
    photo = new_photo()

    race(lambda: ask_for_tagging(photo), lambda: withdraw_tagging_task(withdrawal(photo.pk)))

    photo.refresh_from_db()
    assert TaggingTask.objects.get().state == TaggingTaskState.CANCELLED
    assert photo.tagging_task_id is None


@pytest.mark.django_db(transaction=True)
def test_that_comes_before_a_racing_creation_leaves_the_new_task_open():
    photo = waiting_photo()

    race(lambda: withdraw_tagging_task(withdrawal(photo.pk)), lambda: ask_for_tagging(photo))

    photo.refresh_from_db()
    assert TaggingTask.objects.get(state=TaggingTaskState.OPEN).pk == photo.tagging_task_id
    assert TaggingTask.objects.filter(state=TaggingTaskState.CANCELLED).count() == 1


@pytest.mark.django_db(transaction=True)
def test_changes_nothing_of_a_task_that_is_completed_at_that_moment():
    photo = waiting_photo()
    completion = TakeTaskCallbackCommand(
        task_id=cast(UUID, photo.tagging_task_id),
        photo_id=photo.pk,
        outcome=TaskOutcome.COMPLETED,
        tags=["12"],
        now=timezone.now(),
    )

    race(
        lambda: take_task_callback(completion), lambda: withdraw_tagging_task(withdrawal(photo.pk))
    )

    photo.refresh_from_db()
    assert photo.state == PhotoState.PROCESSED
    assert history_of(TaggingTask.objects.get()) == [("Created", ""), ("Completed", "")]


@pytest.mark.django_db(transaction=True)
def test_leaves_no_open_task_behind_when_the_photo_is_deleted_at_that_moment():
    photo = waiting_photo()

    race(lambda: delete(photo), lambda: withdraw_tagging_task(withdrawal(photo.pk)))

    photo.refresh_from_db()
    assert photo.state == PhotoState.DELETED
    assert history_of(TaggingTask.objects.get())[1:] == [("Cancelled", "The photo was deleted.")]


BODY = {"reason": "Blurred."}


def address(photo_id: UUID | str) -> str:
    return f"/internal-api/api/v2/photos/{photo_id}/tasks/cancel"


@pytest.fixture
def service(caller):
    return caller("internal.call", username="platform")


def test_cancels_the_task_and_stores_why_on_the_photo(service):
    photo = waiting_photo()

    answer = service.post(address(photo.pk), BODY, format="json")

    photo.refresh_from_db()
    assert (answer.status_code, answer.content) == (204, b"")
    assert photo.state == PhotoState.FAILED
    assert history_of(TaggingTask.objects.get())[1:] == [("Cancelled", "Blurred.")]
    assert TaggingTask.objects.get().history.latest("pk").actor == "platform"
