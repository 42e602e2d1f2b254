"""The tagging lead's board, and tagging on the staff's first page.

The page replaces its parts by what the server has, as the home page does.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db.models import Count, Min
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.views.decorators.http import require_POST

from foundation.records.audit import actor_of
from foundation.records.refusals import Refusal
from foundation.records.texts import amount, counted, in_utc
from foundation.staff.confirming import text_of
from foundation.staff.dashboard import MOST_ROWS, WARNING, Cell, Figure, Table, span
from foundation.staff.display import address_of_list, address_of_page
from foundation.staff.staff_admin import StaffAdmin
from recognition.albums.commands import ChangeAlbumPriorityCommand, change_album_priority
from recognition.photos.counting import time_left
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
from tagging.questions.commands import count_open_questions, list_open_questions
from tagging.records.guides import PhotoQuestion
from tagging.records.history import SkippedTask
from tagging.records.quality import Comparison
from tagging.records.tagators import Tagator
from tagging.records.tasks import TaggingTask, TaggingTaskState
from tagging.records.works import Work
from tagging.staff import address_to_invite, ago, left
from tagging.statistics.albums import count_completed
from tagging.works.skipping import skipped_by_all

BOARD = "admin:tagging_board"
PRIORITY = "admin:tagging_board_priority"
TEMPLATE = "admin/tagging/board.html"
MOST_ALBUMS = 50  # those whose tasks are next
BRIEF = ("recognition.brief_album", "recognition.change_album")


class PriorityForm(forms.Form):
    """An album, and where it stands in the queue."""

    album = forms.UUIDField()
    priority = forms.IntegerField(min_value=0, max_value=MAX_PRIORITY)


class BoardPages(StaffAdmin):
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
        shown = _shown(request, timezone.now())
        return self.page(request, TEMPLATE, "Tagging board", opts=None, **shown)

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


STILL = timedelta(hours=1)  # that an album's tasks wait without a tagger
MANY = 10_000
MANAGE = "tagging.manage"


def needs(waiting: Sequence[AlbumWaiting], now: datetime) -> Iterator[Figure]:
    """Yield what only staff can settle, and the albums that no tagger works on."""
    open_ones = list_open_disagreements().order_by()
    to_settle = open_ones.aggregate(count=Count("pk"), since=Min("compared_on"))
    if to_settle["count"]:
        note = f"the oldest for {span(now - to_settle['since'])}"
        count, title = amount(to_settle["count"]), "Disagreements to settle"
        yield Figure.of(Comparison, title, count, note).for_staff(WARNING, "Settle them", MANAGE)
    if (asked := count_open_questions()).since:
        note, count = f"the oldest for {span(now - asked.since)}", amount(asked.count)
        found = Figure.of(PhotoQuestion, "Questions to answer", count, note)
        yield found.for_staff(WARNING, "Answer them", MANAGE)
    yield from _standing_still(waiting, now)
    if skipped := skipped_by_all()[: MANY + 1].count():
        count, title = amount(skipped, MANY), "Skipped by all taggers"
        found = Figure.of(TaggingTask, title, count, skipped="all")
        yield found.for_staff(WARNING, "Say what is on them", MANAGE)


def stages(waiting: Sequence[AlbumWaiting], now: datetime) -> Iterator[Figure]:
    """Yield the tasks that wait, with the time left, and those that taggers have."""
    # The tasks of all albums together: counting them takes as long as by album.
    tasks, in_hand = (sum(each.open for each in waiting), sum(each.in_hand for each in waiting))
    completed = count_completed(now)
    if tasks:
        rest = time_left(tasks, completed)
        oldest = min(each.oldest[OPEN] for each in waiting if OPEN in each.oldest)
        left = f"{span(rest)} left" if rest else "none done in the last hour"
        note = f"the oldest for {span(now - oldest)}; {left}"
        yield Figure.of(TaggingTask, "Open tasks", amount(tasks), note, state=OPEN.value)
    if in_hand:
        note, state = f"{completed:,} done in the last hour", TaggingTaskState.ASSIGNED
        yield Figure.of(TaggingTask, "Assigned tasks", amount(in_hand), note, state=state.value)


def who_works(now: datetime) -> Table:
    """Return the taggers at work, the one with the least time left first."""
    return Table(
        title="At work",
        model=Work,
        headers=["Tagger", "Last hour", "Last completion"],
        rows=[
            [
                Cell(
                    text=str(each.work.tagator), link=address_of_page(Tagator, each.work.tagator_id)
                ),
                Cell(text=f"{each.completed:,}"),
                Cell(text=ago(each.work.active_since, now)),
            ]
            for each in list_at_work(now, MOST_ROWS)
        ],
        more=reverse(BOARD),
    )


def _standing_still(waiting: Sequence[AlbumWaiting], now: datetime) -> Iterator[Figure]:
    """Yield the albums with tasks that have waited for an hour in which no tagger did any."""
    still = [
        each
        for each in waiting
        if not each.works and not each.completed and each.since < now - STILL
    ]
    if still:
        title, note = "Albums that no tagger works on", ", ".join(str(it.album) for it in still[:3])
        found = Figure.of(TaggingTask, title, amount(len(still)), note)
        todo = "Move them up, or invite taggers"
        yield replace(found, link=reverse(BOARD)).for_staff(WARNING, todo, MANAGE)


OPEN = TaggingTaskState.OPEN
