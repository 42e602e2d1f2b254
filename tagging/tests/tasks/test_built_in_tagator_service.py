"""The built-in tagator service gives recognition's photos to people…"""

import pytest

from recognition.albums.commands import ChangeAlbumPriorityCommand, change_album_priority
from recognition.models import Photo, PhotoState
from recognition.processing.publishing import DeletePhotoCommand, delete_photo
from recognition.tests.calls.processes import consume
from recognition.tests.factories import published
from tagging.models import TaggingTask, TaggingTaskState
from tagging.tests.factories import SHOT_ON, history_of, manual_album, waiting_photo

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
