"""What all of staff's lists of tagging share: labels, filters, the picture beside a record."""

from collections.abc import Iterator
from datetime import datetime
from decimal import Decimal
from typing import Any, ClassVar
from uuid import UUID

from django.contrib import admin
from django.db.models import QuerySet, TextChoices
from django.forms import Media
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.safestring import SafeString

from foundation.records.texts import counted
from foundation.staff.choosing import ChosenFilter
from foundation.staff.dashboard import span
from foundation.staff.display import (
    address_of_list,
    address_of_page,
    labelled,
    link_to,
    may_see,
    time_element,
)
from foundation.staff.staff_admin import StaffAdmin
from recognition.console.photo_shown import PICTURE_KEYS, marks_of
from recognition.console.states_and_pictures import picture_address
from recognition.photos.listing import photos_with_file
from recognition.records.albums import Album
from recognition.records.photos import Photo, name_of_file
from recognition.records.steps import PhotoState
from recognition.wire.picture_copies import PictureSize
from tagging.records.evidence import in_percent
from tagging.records.quality import Certainty, CertaintyOutcome
from tagging.records.tagators import Tagator, money
from tagging.records.tasks import TaggingTask
from tagging.records.works import Work

# What narrows lists of tagging: albums and taggers that staff choose, and names that they type.


MOST_NAMED = 100  # albums or files of a name


class ChosenAlbum(ChosenFilter):
    title, parameter_name = "album", "album"
    relation: ClassVar[Any] = TaggingTask._meta.get_field("album")


class ChosenTagger(ChosenFilter):
    title, parameter_name = "tagger", "tagger"
    relation: ClassVar[Any] = Work._meta.get_field("tagator")


class FirstStateFilter(admin.SimpleListFilter):
    """A filter by state, that of `first` until another one is chosen."""

    title = parameter_name = "state"
    first: str | TextChoices

    def choices(self, changelist: Any) -> Iterator[Any]:
        first, *rest = super().choices(changelist)
        yield {**first, "display": getattr(self.first, "label", self.first)}
        yield from rest


class DoneFilter(FirstStateFilter):
    """What is to be done, unless what is `done`, a value with its words, is chosen."""

    done: ClassVar[tuple[str, str]]

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [self.done]


def albums_named(text: str) -> list[UUID]:
    """Return the ids of albums with this name."""
    return list(Album.objects.named(text).values_list("pk", flat=True)[:MOST_NAMED])


def photos_named(text: str) -> list[UUID]:
    """Return the ids of photos whose file has this name."""
    return [each["pk"] for photos in photos_with_file(text) for each in photos[:MOST_NAMED]]


COLOURS = {
    "success": ("Active", "Completed"),
    "info": ("Assigned",),
    "warning": ("Expired", "Cancelled", "Skipped", "Returned"),
    "danger": ("Blocked", "Rejected"),
}
_OUTCOMES = {
    CertaintyOutcome.SETTLED: "settled",
    CertaintyOutcome.ASKED: "another reading was asked for",
    CertaintyOutcome.UNASKED: "no other reading was asked for, because too many wait",
    CertaintyOutcome.LEFT: "left to staff, because the taggers read differently",
    CertaintyOutcome.AGREED: "kept, because all taggers read the same",
}


class TaggingStateFilter(FirstStateFilter):
    """Filters by state: by `first`, unless another one or "all" is chosen."""

    first: TextChoices

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        others = [state for state in type(self.first) if state is not self.first]
        return [*((state.value, state.label) for state in others), ("all", "All")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        chosen = self.value() or self.first.value
        return queryset if chosen == "all" else queryset.filter(state=chosen)


def address_to_invite(album: Album) -> str:
    """Return the address of the page that invites taggers to an album."""
    return f"{address_of_list(Tagator)}invite/?album={album.pk}"


def in_colour(state: str) -> SafeString:
    """Return a state as lists and pages show it."""
    return labelled(state, COLOURS)


def ago(when: datetime | None, now: datetime) -> str:
    """Return roughly how long ago a moment was; a dash for none."""
    return time_element(when, f"{span(now - when)} ago") if when else "–"


def left(until: datetime, now: datetime) -> str:
    """Return roughly how much time is left until a moment."""
    return time_element(until, f"{span(until - now)} left" if until > now else "none left")


def seconds(active: Decimal) -> str:
    """Return active time in whole seconds; nothing for none."""
    return f"{active:.0f} s" if active else ""


def sum_of_money(amount: Decimal) -> str:
    """Return an amount; nothing for none."""
    return money(amount) if amount else ""


def certainty_in_words(found: Certainty) -> str:
    """Return how sure a photo is, and what followed: `92.1 % sure …: another reading …`."""
    readings = counted(found.readings, "reading")
    wanted = in_percent(found.wanted)
    outcome = _OUTCOMES[CertaintyOutcome(found.outcome)]
    return f"{in_percent(found.certainty)} sure after {readings}, {wanted} wanted: {outcome}."


class OfTask(StaffAdmin):
    """Columns of records with a `task`: its photo, with the picture and the file, and its album."""

    @property
    def media(self) -> Media:
        own: Media = super().media
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
