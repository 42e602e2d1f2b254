"""Tagging on the page of an album: its tasks, and how long the open ones will take."""

from django.contrib import admin
from django.utils import timezone
from django.utils.html import format_html, format_html_join

from recognition.models import Album
from staff.actions import computed_once
from staff.dashboard import span
from staff.links import address_of_list, link
from staff.parts import PagePart
from tagging.models import TaggingTask, TaggingTaskState
from tagging.queries.pace import MOST, AlbumQueue, get_album_queue


def queue_in_words(queue: AlbumQueue) -> str:
    """Return how long the open tasks will take at the pace of the last hour."""
    if not queue.by_state[TaggingTaskState.OPEN]:
        return "No task is open."
    if queue.time_left is None:
        return "No pace: no task of the album was completed in the last hour."
    least = "at least " if queue.is_cut else ""
    return (
        f"The open tasks take {least}{span(queue.time_left)} at the pace of the last hour: "
        f"{queue.completed:,} completed."
    )


@admin.display(description="Tasks")
@computed_once
def album_tasks(album: Album) -> str:
    """Return links to the tasks by state, and the estimate."""
    queue = get_album_queue(album.pk, timezone.now())
    links = (
        (_link(album, state, f"{state.label} {count:,}"),)
        for state, count in queue.by_state.items()
    )
    return format_html(
        "<div>{}{}{}</div><div>{}</div>",
        format_html_join(", ", "{}", links),
        f", of the first {MOST:,}" if queue.is_cut else "",
        f"; in hand in {queue.works} work{'' if queue.works == 1 else 's'}" if queue.works else "",
        queue_in_words(queue),
    )


def _link(album: Album, state: TaggingTaskState, text: str) -> str:
    return link(address_of_list(TaggingTask, album=album.pk, state=state.value), text)


PART = PagePart(page=Album, title="Tagging", model=TaggingTask, show=album_tasks)
