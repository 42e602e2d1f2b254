"""Records of tasks, decided beside the picture of the photo: what their lists and pages show."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from foundation.staff.links import KnowsReader, address_of_list, address_of_page, link_to, may_see
from recognition.console.labels import picture_address
from recognition.console.photo_shown import PICTURE_KEYS, marks_of
from recognition.records.albums import Album
from recognition.records.photos import Photo
from recognition.records.steps import PhotoState
from recognition.wire.pictures import PictureSize
from tagging.records.works import TaggingTask


class OfTask(KnowsReader):
    """Columns of records with a `task`: its photo and its album."""

    @admin.display(description="Photo")
    def photo(self, record: Any) -> str:
        photo_id = record.task.photo_id
        return link_to(Photo, photo_id, str(photo_id)[:8], self.reader)

    @admin.display(description="Album")
    def album(self, record: Any) -> str:
        album = record.task.album
        return link_to(Album, album.pk, album, self.reader)


def beside_picture(request: HttpRequest, record: Any) -> dict[str, Any]:
    """Return what `admin/tagging/beside_picture.html` shows of a record's task."""
    task: TaggingTask = record.task
    results = ("numbers", "persons", "suggested_numbers")
    photo = Photo.objects.select_related("album").prefetch_related(*results).get(pk=task.photo_id)
    is_deleted = photo.state == PhotoState.DELETED
    may_look = may_see(request, Photo)
    picture = picture_address(photo.pk, PictureSize.PAGE)
    return {
        "photo": address_of_page(Photo, photo.pk) if may_look else "",
        "album": address_of_page(Album, task.album_id) if may_see(request, Album) else "",
        "album_name": str(task.album),
        "picture": picture if may_look and not is_deleted else "",
        "marks": marks_of(photo),
        "is_deleted": is_deleted,
        "list": address_of_list(type(record)),
        "keys": PICTURE_KEYS,
    }
