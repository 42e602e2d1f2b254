"""The tagging lead's board: what waits and when it is done, who works, skips, disagreements.

The page replaces its parts by what the server has, as the home page does.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.views.decorators.http import require_POST

from foundation.records.audit import actor_of
from foundation.records.refusals import Refusal
from foundation.records.texts import counted, in_utc
from foundation.staff.confirming import Asking, text_of
from foundation.staff.dashboard import span
from foundation.staff.html import address_of_list, address_of_page
from recognition.albums.commands import ChangeAlbumPriorityCommand, change_album_priority
from recognition.records.albums import MAX_PRIORITY, Album
from tagging.board.queries import (
    AlbumWaiting,
    AtWorkNow,
    SkipReason,
    list_albums_waiting,
    list_at_work,
    list_skip_reasons,
)
from tagging.quality.queries import list_open_disagreements
from tagging.questions.commands import list_open_questions
from tagging.records.history import SkippedTask
from tagging.records.quality import Comparison
from tagging.records.questions import PhotoQuestion
from tagging.records.tagators import Tagator
from tagging.records.works import TaggingTask, Work
from tagging.staff.labels import address_to_invite, ago, left

BOARD = "admin:tagging_board"
PRIORITY = "admin:tagging_board_priority"
TEMPLATE = "admin/tagging/board.html"
MOST_ALBUMS = 50  # those whose tasks are next
BRIEF = ("recognition.brief_album", "recognition.change_album")


class PriorityForm(forms.Form):
    """An album, and where it stands in the queue."""

    album = forms.UUIDField()
    priority = forms.IntegerField(min_value=0, max_value=MAX_PRIORITY)


class BoardPages(Asking):
    """The board among the pages of tasks."""

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view
        own = [
            path("board/", view(self.board_view), name="tagging_board"),
            path(
                "board/priority/",
                view(require_POST(self.priority_view)),
                name="tagging_board_priority",
            ),
        ]
        return [*own, *super().get_urls()]

    def board_view(self, request: HttpRequest) -> HttpResponse:
        """Show the board."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        return self.page(request, TEMPLATE, "Tagging board", **_shown(request, timezone.now()))

    def priority_view(self, request: HttpRequest) -> HttpResponse:
        """Move an album's tasks in the queue."""
        if not may_brief(request):
            raise PermissionDenied
        form = PriorityForm(request.POST)
        if not form.is_valid():
            self.message_user(request, f"A priority is 0 to {MAX_PRIORITY}.", messages.ERROR)
            return HttpResponseRedirect(reverse(BOARD))
        wanted = form.cleaned_data
        try:
            album = change_album_priority(
                ChangeAlbumPriorityCommand(
                    album_id=wanted["album"], priority=wanted["priority"], by=actor_of(request)
                )
            )
        except Refusal as refusal:
            self.message_user(request, text_of(refusal), messages.ERROR)
        else:
            said = f"{album} has priority {album.priority}."
            self.message_user(request, said, messages.SUCCESS)
        return HttpResponseRedirect(reverse(BOARD))


def may_brief(request: HttpRequest) -> bool:
    """Return whether this user moves the priority of albums."""
    return any(request.user.has_perm(right) for right in BRIEF)


def _shown(request: HttpRequest, now: datetime) -> dict[str, Any]:
    waiting, at_work = list_albums_waiting(now), list_at_work(now)
    open_disagreements = list_open_disagreements()
    oldest = open_disagreements.first()
    questions = list_open_questions()
    first_asked = questions.first()
    return {
        "albums": [_album(each, now) for each in waiting[:MOST_ALBUMS]],
        "more_albums": len(waiting) - MOST_ALBUMS,
        "may_brief": may_brief(request),
        "may_invite": request.user.has_perm("tagging.change_tagator"),
        "most_priority": MAX_PRIORITY,
        "priority_address": reverse(PRIORITY),
        "sums": _sums(waiting),
        "at_work": [_at_work(each, now) for each in at_work],
        "may_expire": request.user.has_perm("tagging.change_work"),
        "skips": [_skip(each) for each in list_skip_reasons(now)],
        "all_skips": address_of_list(SkippedTask),
        "disagreements": {
            "count": f"{open_disagreements.count():,}",
            "oldest": ago(oldest.compared_on, now) if oldest else "",
            "next": address_of_page(Comparison, oldest.pk) if oldest else "",
            "list": address_of_list(Comparison),
            "settled": address_of_list(Comparison, state="settled"),
        },
        "questions": {
            "count": f"{questions.count():,}",
            "oldest": ago(first_asked.asked_on, now) if first_asked else "",
            "next": address_of_page(PhotoQuestion, first_asked.pk) if first_asked else "",
            "list": address_of_list(PhotoQuestion),
            "answered": address_of_list(PhotoQuestion, state="answered"),
        },
        "taggers": address_of_list(Tagator),
        "refresh": reverse(BOARD),
    }


def _album(waiting: AlbumWaiting, now: datetime) -> dict[str, Any]:
    album = waiting.album
    rest = waiting.time_left
    return {
        "id": album.pk,
        "name": str(album),
        "page": address_of_page(Album, album.pk),
        "invite": address_to_invite(album),
        "priority": album.priority,
        "counts": [_count(album, waiting.open, "Open"), _count(album, waiting.in_hand, "Assigned")],
        "purposes": list(_purposes(waiting)),
        "oldest": ago(waiting.since, now),
        "works": waiting.works,
        "completed": f"{waiting.completed:,}",
        "time_left": "no pace" if rest is None else span(rest),
        "done_on": "" if rest is None else f"{now + rest:%Y-%m-%d %H:%M} UTC",
    }


def _count(album: Album, count: int, state: str) -> dict[str, str]:
    return {"text": f"{count:,}", "link": address_of_list(TaggingTask, album=album.pk, state=state)}


def _purposes(waiting: AlbumWaiting) -> Iterator[dict[str, str]]:
    for purpose, count in waiting.by_purpose.items():
        of = {"album": waiting.album.pk, "purpose": purpose.value, "state": "unfinished"}
        yield {"text": f"{count:,}", "link": address_of_list(TaggingTask, **of)}


def _sums(waiting: Sequence[AlbumWaiting]) -> dict[str, str]:
    return {
        "albums": counted(len(waiting), "album"),
        "tasks": counted(sum(each.open + each.in_hand for each in waiting), "task"),
        "completed": f"{sum(each.completed for each in waiting):,}",
    }


def _at_work(each: AtWorkNow, now: datetime) -> dict[str, Any]:
    work = each.work
    page = address_of_page(Work, work.pk)
    counts = vars(work)  # annotated
    return {
        "name": str(work.tagator),
        "page": address_of_page(Tagator, work.tagator_id),
        "work": page,
        "done": f"{counts['tasks_done']} of {work.tasks_total}",
        "albums": [(address_of_page(Album, album.pk), str(album)) for album in each.albums],
        "completed": f"{each.completed:,}",
        "last": ago(work.active_since, now),
        "left": left(work.expires_on, now),
        "expire": page.removesuffix("change/") + "expire/",
    }


def _skip(reason: SkipReason) -> dict[str, str]:
    return {
        "reason": reason.reason or "No reason given",
        "count": f"{reason.count:,}",
        "last": in_utc(reason.last),
        "link": address_of_list(SkippedTask, reason=reason.reason),
    }
