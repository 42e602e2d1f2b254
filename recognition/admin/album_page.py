"""What the page of an album tells of its photos: how many in each state, and how far a job is."""

from collections.abc import Mapping

from django.contrib import admin
from django.contrib.admin import ModelAdmin
from django.template.loader import render_to_string
from django.utils.html import format_html, format_html_join

from messaging.staff import once
from recognition.admin.labels import JOB_LABELS, in_colour
from recognition.admin.photo_filters import IN_WORDS
from recognition.models import Album, AlbumPhotosProcessingJob, Photo
from recognition.progress import JobProgress, job_progress
from recognition.queries import count_photos
from recognition.queries.backlog import MANY, get_album_standing
from rest.staff_links import address_of_list, link, link_to


class AlbumPage(ModelAdmin):  # type: ignore[type-arg]  # not subscriptable at run time
    """Fields of an album's page that are read from its photos and jobs."""

    @admin.display(description="Photos by state")
    @once
    def photos(self, album: Album) -> str:
        """Return links to the lists; what is finished is counted in albums of a common size."""
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
    @once
    def latest_job(self, album: Album) -> str:
        job = album.jobs.order_by("-created_on").first()
        return _told(job) if job else "none"


def shown_progress(progress: JobProgress) -> str:
    """Return how far a job's photos are, in words and as a bar."""
    under_way = progress.selected - progress.resting
    waiting = progress.resting - progress.processed - progress.failed
    told = [
        f"{progress.processed:,} processed",
        f"{progress.failed:,} failed",
        f"{under_way:,} under way",
        *([f"{waiting:,} waiting for a tagger or resting"] if waiting else []),
    ]
    context = {
        "taken": f"{progress.selected:,} photo{'' if progress.selected == 1 else 's'} taken",
        "told": ", ".join(told),
        "under_way": under_way,
        "percent": 100 * progress.resting // progress.selected if progress.selected else 0,
    }
    return render_to_string("recognition/job_progress.html", context)


def _links(album: Album, states: Mapping[str, int]) -> str:
    shown = [
        link(address_of_list(Photo, album=album.pk, state=state), f"{words} {states[state]:,}")
        for state, words in IN_WORDS.items()
        if state in states
    ]
    return format_html_join(", ", "{}", ((each,) for each in shown))


def _told(job: AlbumPhotosProcessingJob) -> str:
    since = job.finished_on or job.started_on or job.created_on
    of_it = link_to(AlbumPhotosProcessingJob, job.pk, f"{job.mode}, {since:%Y-%m-%d %H:%M:%S} UTC")
    taken = job.processed_photos.order_by()[: MANY + 1].count()
    if taken > MANY:
        photos = f"more than {MANY:,} photos taken; the job's page counts them"
    else:
        photos = shown_progress(job_progress(job))
    return format_html("{} {}<div>{}</div>", in_colour(job.state, JOB_LABELS), of_it, photos)
