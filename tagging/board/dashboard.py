"""Tagging on the staff's first page: what waits, who works on it, and how long it will take."""

from dataclasses import replace
from datetime import datetime, timedelta

from django.db.models import Count, Min, Model
from django.urls import reverse

from foundation.records.plain_words import amount
from foundation.staff.dashboard import WARNING, Cell, Figure, Section, Table, span
from foundation.staff.links import address_of_list, address_of_page
from recognition.photos.pace import time_left
from recognition.records.albums import Album
from tagging.board.page import BOARD
from tagging.board.queries import AlbumWaiting, list_albums_waiting
from tagging.quality.queries import list_open_disagreements
from tagging.questions.commands import count_open_questions
from tagging.records.history import TimeSheet
from tagging.records.quality import Comparison
from tagging.records.questions import PhotoQuestion
from tagging.records.works import TaggingTask, TaggingTaskState, Work
from tagging.statistics.pace import AtWork, count_at_work, count_completed
from tagging.works.unread import skipped_by_all

STILL = timedelta(hours=1)  # that an album's tasks wait without a tagger
MOST_ALBUMS = 10
HEADERS = ["Album", "Open", "In hand", "Last hour", "Time left"]


def tasks(now: datetime) -> Section:
    """Return how many tasks are unfinished, who is at work, and the pace of the last hour."""
    # The tasks of all albums together: counting them takes as long as by album.
    waiting = list_albums_waiting(now)
    completed = count_completed(now)
    in_hand = sum(each.in_hand for each in waiting)
    open_tasks = sum(each.open for each in waiting)
    return Section(
        title="Tagging",
        figures=[
            _unfinished(TaggingTaskState.OPEN, open_tasks, waiting, now),
            _unfinished(TaggingTaskState.ASSIGNED, in_hand, waiting, now),
            _at_work(count_at_work(now)),
            _figure(TimeSheet, "Completed in the last hour", amount(completed)),
            _estimate(open_tasks, completed),
            _disagreements(now),
            _questions(now),
            _standing_still(waiting, now),
            _skipped_by_all(),
        ],
        table=Table(
            model=TaggingTask,
            headers=HEADERS,
            rows=[_album(each) for each in waiting[:MOST_ALBUMS]],
        ),
    )


def _unfinished(
    state: TaggingTaskState, count: int, waiting: list[AlbumWaiting], now: datetime
) -> Figure:
    oldest = min((each.oldest[state] for each in waiting if state in each.oldest), default=None)
    waits = now - oldest if oldest else None
    note = f"the oldest for {span(waits)}" if waits else ""
    title = f"{state.label} tasks"
    return _figure(TaggingTask, title, amount(count), note, waits, state=state.value)


def _at_work(at_work: AtWork) -> Figure:
    note = f"{amount(at_work.busy)} completed a task in the last 10 min" if at_work.works else ""
    return _figure(Work, "Taggers at work", amount(at_work.works), note)


def _estimate(open_tasks: int, completed: int) -> Figure:
    title = "Open tasks will take"
    rest = time_left(open_tasks, completed)
    if not open_tasks:
        value, note = "0 s", "no task is open"
    elif rest is None:
        value, note = "no pace", "no task was completed in the last hour"
    else:
        value, note = span(rest), "at the pace of the last hour"
    return _figure(TaggingTask, title, value, note)


def _disagreements(now: datetime) -> Figure:
    waiting = list_open_disagreements().order_by()
    found = waiting.aggregate(count=Count("pk"), since=Min("compared_on"))
    note = f"the oldest for {span(now - found['since'])}" if found["since"] else ""
    count, tone = amount(found["count"]), WARNING if found["count"] else ""
    return Figure.of(Comparison, "Disagreements to settle", count, note, tone)


def _questions(now: datetime) -> Figure:
    waiting = count_open_questions()
    note = f"the oldest for {span(now - waiting.since)}" if waiting.since else ""
    tone = WARNING if waiting.count else ""
    return Figure.of(PhotoQuestion, "Questions to answer", amount(waiting.count), note, tone)


def _standing_still(waiting: list[AlbumWaiting], now: datetime) -> Figure:
    """Return the albums with tasks that have waited for an hour in which no tagger did any."""
    still = [
        each
        for each in waiting
        if not each.works and not each.completed and each.since < now - STILL
    ]
    return Figure(
        title="Albums that no tagger works on",
        value=amount(len(still)),
        model=TaggingTask,
        link=reverse(BOARD),
        note=", ".join(str(each.album) for each in still[:3]),
        tone=WARNING if still else "",
    )


def _skipped_by_all() -> Figure:
    count = skipped_by_all().count()
    title, tone = "Skipped by all taggers", WARNING if count else ""
    return Figure.of(TaggingTask, title, amount(count), "", tone, skipped="all")


def _album(waiting: AlbumWaiting) -> list[Cell]:
    album, rest = waiting.album, waiting.time_left
    tasks = {"Open": waiting.open, "Assigned": waiting.in_hand}
    return [
        Cell(text=str(album), link=address_of_page(Album, album.pk)),
        *(
            Cell(text=amount(n), link=address_of_list(TaggingTask, album=album.pk, state=state))
            for state, n in tasks.items()
        ),
        Cell(text=amount(waiting.completed)),
        Cell(text="no pace" if rest is None else span(rest), link=reverse(BOARD)),
    ]


def _figure(
    model: type[Model],
    title: str,
    value: str,
    note: str = "",
    waits: timedelta | None = None,
    **filters: str,
) -> Figure:
    return replace(Figure.of(model, title, value, note, **filters), waits=waits)
