"""Fields of an album's page: its photos by state, its latest job, and what apps above add.

An app above recognition adds a field by `register_album_field(field)` when its admin is loaded.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib import admin
from django.contrib.admin import ModelAdmin
from django.db.models import Model
from django.http import HttpRequest
from django.utils.html import format_html, format_html_join

from recognition.admin.jobs.progress import shown_progress
from recognition.admin.labels import PHOTO_STATES, in_colour
from recognition.models import Album, AlbumPhotosProcessingJob, Photo
from recognition.queries.albums import count_photos
from recognition.queries.jobs.progress import job_progress
from recognition.queries.photos.backlog import MANY, get_album_standing
from staff.actions import computed_once
from staff.links import address_of_list, link, link_to


@dataclass(frozen=True, slots=True, kw_only=True)
class AlbumField:
    """A field that an app above adds, for staff who may see the records of `model`.

    `show` returns the field's value; `admin.display` gives it a name.
    """

    title: str
    model: type[Model]
    show: Callable[[Album], str]


_added: list[AlbumField] = []


def register_album_field(field: AlbumField) -> None:
    """Add a field to every album's page."""
    _added.append(field)


def _added_for(request: HttpRequest) -> list[AlbumField]:
    """Return the added fields that this user may see."""
    return [
        field
        for field in _added
        if admin.site.get_model_admin(field.model).has_view_permission(request)
    ]


class AlbumPage(ModelAdmin):  # type: ignore[type-arg]  # not subscriptable at run time
    """Fields that are read from the album's photos and jobs, and those that apps above add."""

    def has_view_permission(self, request: HttpRequest, obj: Album | None = None) -> bool:
        """Let those look at albums who see one of the added fields, too: they choose albums."""
        return super().has_view_permission(request, obj) or bool(_added_for(request))

    def get_readonly_fields(self, request: HttpRequest, obj: Album | None = None) -> Any:
        added = (field.show for field in _added_for(request))
        return (*super().get_readonly_fields(request, obj), *added)

    def get_fieldsets(self, request: HttpRequest, obj: Album | None = None) -> Any:
        about, *others = super().get_fieldsets(request, obj)
        added = [(field.title, {"fields": (field.show,)}) for field in _added_for(request)]
        return (about, *added, *others)

    @admin.display(description="Photos by state")
    @computed_once
    def photos(self, album: Album) -> str:
        """Return links to the lists; finished photos are counted in albums of up to `MANY`."""
        standing = get_album_standing(album.pk)
        if not standing.photos:
            return "none"
        if standing.photos > MANY:
            total, states = f"more than {MANY:,}", standing.by_state
        else:
            counted = count_photos(album.pk)
            total, states = f"{counted.total:,}", counted.by_state
        everything = link(address_of_list(Photo, album=album.pk), f"{total} in all")
        return format_html("{}: {}", everything, _links(album, states))

    @admin.display(description="Latest job")
    @computed_once
    def latest_job(self, album: Album) -> str:
        job = album.jobs.order_by("-created_on").first()
        return _in_words(job) if job else "none"


def _links(album: Album, states: Mapping[str, int]) -> str:
    shown = [
        link(address_of_list(Photo, album=album.pk, state=state), f"{words} {states[state]:,}")
        for state, words in PHOTO_STATES.items()
        if state in states
    ]
    return format_html_join(", ", "{}", ((each,) for each in shown))


def _in_words(job: AlbumPhotosProcessingJob) -> str:
    since = job.finished_on or job.started_on or job.created_on
    page = link_to(AlbumPhotosProcessingJob, job.pk, f"{job.mode}, {since:%Y-%m-%d %H:%M:%S} UTC")
    taken = job.processed_photos.order_by()[: MANY + 1].count()
    if taken > MANY:
        photos = f"more than {MANY:,} photos taken; the job's page counts them"
    else:
        photos = shown_progress(job_progress(job))
    return format_html("{} {}<div>{}</div>", in_colour(job.state), page, photos)
