"""Records of tasks, decided beside the picture of the photo: what their lists and pages show."""

from typing import Any

from django.contrib import admin
from django.forms import Media
from django.http import HttpRequest
from django.utils.html import format_html

from foundation.staff.html import KnowsReader, address_of_list, address_of_page, link_to, may_see
from recognition.console.labels import picture_address
from recognition.console.photo_shown import PICTURE_KEYS, marks_of
from recognition.records.albums import Album
from recognition.records.photos import Photo, name_of_file
from recognition.records.steps import PhotoState
from recognition.wire.pictures import PictureSize
from tagging.records.works import TaggingTask


class OfTask(KnowsReader):
    """Columns of records with a `task`: its photo, with the picture and the file, and its album."""

    @property
    def media(self) -> Media:
        own: Media = super().media  # type: ignore[misc]  # ModelAdmin's
        return own + Media(css={"all": ["recognition/photos.css"]}, js=["recognition/pictures.js"])

    @admin.display(description="Photo")
    def photo(self, record: Any) -> str:
        task: TaggingTask = record.task
        name = name_of_file(task.image_url) or str(task.photo_id)[:8]
        if self.reader is None or not may_see(self.reader, Photo):
            return name
        picture = picture_address(task.photo_id, PictureSize.THUMBNAIL)
        seen = format_html(
            '<img src="{}" alt="" class="fl-thumbnail" loading="lazy" data-picture>{}',
            picture,
            name,
        )
        return link_to(Photo, task.photo_id, seen, self.reader)

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
