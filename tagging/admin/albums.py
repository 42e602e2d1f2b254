"""Tagging on the page of an album: its tasks, how many are completed, and its guide."""

from django.contrib import admin
from django.utils import timezone
from django.utils.html import format_html, format_html_join

from foundation.records.plain_words import counted
from foundation.staff.actions import computed_once
from foundation.staff.links import address_of_list, address_of_page, link
from foundation.staff.parts import PagePart, reader_of
from recognition.admin.albums.page import may_brief
from recognition.models import Album
from tagging.models import AlbumGuide, TaggingTask, TaggingTaskState
from tagging.queries.pace import MOST, AlbumQueue, get_album_queue


def completed_in_words(queue: AlbumQueue) -> str:
    """Return the pace; how long the album takes is one figure, on its page."""
    return f"{queue.completed:,} completed in the last hour."


@admin.display(description="Tasks")
@computed_once
def album_tasks(album: Album) -> str:
    """Return links to the tasks by state, and how many the last hour completed."""
    queue = get_album_queue(album.pk, timezone.now())
    links = (
        (_link(album, state, f"{state.label} {count:,}"),)
        for state, count in queue.by_state.items()
    )
    return format_html(
        "<div>{}{}{}</div><div>{}</div>",
        format_html_join(", ", "{}", links),
        f", of the first {MOST:,}" if queue.is_cut else "",
        f"; in hand in {counted(queue.works, 'work')}" if queue.works else "",
        completed_in_words(queue),
    )


def _link(album: Album, state: TaggingTaskState, text: str) -> str:
    return link(address_of_list(TaggingTask, album=album.pk, state=state.value), text)


@admin.display(description="Guide")
@computed_once
def album_guide(album: Album) -> str:
    """Return a link to the guide for taggers, or to where it is written."""
    guide = AlbumGuide.objects.filter(pk=album.pk).first()
    reader = reader_of(album)
    if guide is None and not (reader and may_brief(reader)):
        return "None."
    if guide is None:
        return link(f"{address_of_list(AlbumGuide)}add/?album_id={album.pk}", "Write a guide")
    count = len(guide.text)
    size = f"{count:,} characters" if count else "empty"
    return format_html("{}, {}", link(address_of_page(AlbumGuide, album.pk), "The guide"), size)


PARTS = (
    PagePart(page=Album, title="Tagging", model=TaggingTask, show=album_tasks),
    PagePart(page=Album, title="Guide for taggers", model=AlbumGuide, show=album_guide),
)
