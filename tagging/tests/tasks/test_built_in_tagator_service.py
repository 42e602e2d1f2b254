"""The built-in tagator service gives recognition's photos to people…"""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.utils import timezone

from foundation.messaging.bus import intake
from foundation.records.audit import Actor
from recognition.albums.commands import ChangeAlbumPriorityCommand, change_album_priority
from recognition.models import Photo, PhotoState
from recognition.photos.history import explain_photo
from recognition.processing.publishing import DeletePhotoCommand, delete_photo
from recognition.tests.calls.processes import consume, event
from recognition.tests.factories import published
from tagging.models import TaggingTask, TaggingTaskState
from tagging.tests.factories import SHOT_ON, history_of, manual_album, waiting_photo
from tagging.works.tagging_tasks import WithdrawTaggingTaskCommand, withdraw_tagging_task

pytestmark = pytest.mark.django_db


@pytest.mark.django_db(transaction=True)
def test_when_a_photo_of_a_manual_album_is_published():
    album = manual_album(priority=4)
    data = published(album)

    consume("photos.photo-published", data)

    photo, task = Photo.objects.get(), TaggingTask.objects.get()
    assert (photo.state, photo.tagging_task_id) == (PhotoState.AWAITING_TAGGING, task.pk)
    assert (str(task.photo_id), task.album_id) == (data["photoId"], album.pk)
    assert str(task.photographer_id) == data["photographerId"]
    assert (task.shooting_date, task.image_url) == (SHOT_ON, data["imageUrl"])
    assert (task.priority, task.state) == (4, TaggingTaskState.OPEN)


def test_until_a_photo_is_deleted_in_the_order_of_a_changed_album_priority():
    photo = waiting_photo()
    change_album_priority(ChangeAlbumPriorityCommand(album_id=photo.album_id, priority=60))

    for _ in range(2):
        delete_photo(DeletePhotoCommand(photo_id=photo.pk, album_id=photo.album_id))

    task = TaggingTask.objects.get()
    assert (task.state, task.priority) == (TaggingTaskState.CANCELLED, 60)
    last = ("Cancelled", "The photo was deleted.")
    assert history_of(task) == [("Created", ""), ("PriorityChanged", ""), last]


def test_has_every_change_of_its_tagging_tasks_with_actor_and_reason():
    photo = waiting_photo()
    withdraw_tagging_task(
        WithdrawTaggingTaskCommand(
            photo_id=photo.pk, reason="blurred", now=timezone.now(), by=Actor("meg")
        )
    )

    shown = [entry for entry in explain_photo(photo.pk).entries if "Task" in entry.kind]

    assert [entry.kind for entry in shown] == ["TaskCreated", "TaskCancelled"]
    assert shown[1].text == "Tagging task cancelled by meg: blurred."
    assert shown[0].details["taskId"] == str(photo.tagging_task_id)


PUBLISHED = "photos.photo-published"
NEW = "https://pictures.example.org/1.jpg?sig=new"


def test_have_its_address_and_date_of_now():
    photo = waiting_photo()
    data = {**published(photo.album), "photoId": str(photo.pk), "imageUrl": NEW,
            "shootingDate": "2026-05-18T09:30:00Z"}  # fmt: skip

    intake.take_in(
        replace(event(PUBLISHED, data), time=timezone.now() + timedelta(seconds=1)), PUBLISHED
    )

    task = photo.tagging_tasks.get()
    assert (task.image_url, str(task.shooting_date)[:10]) == (NEW, "2026-05-18")
