"""Fields of an album's page: its photos by state, its latest job, and what apps above add."""

from collections.abc import Mapping

from django.contrib import admin
from django.contrib.admin import ModelAdmin
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
from staff.parts import WithParts, parts_for


class AlbumPage(WithParts, ModelAdmin):  # type: ignore[type-arg]  # not subscriptable at run time
    """Fields that are read from the album's photos and jobs, and those that apps above add."""

    def has_view_permission(self, request: HttpRequest, obj: Album | None = None) -> bool:
        """Let those look at albums who see one of the added fields, too: they choose albums."""
        return super().has_view_permission(request, obj) or bool(parts_for(Album, request))

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
