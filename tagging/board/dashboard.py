"""Tagging on the staff's first page: what needs the lead, what waits, and who works."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from django.db.models import Count, Min
from django.urls import reverse

from foundation.records.texts import amount
from foundation.staff.dashboard import MOST_ROWS, WARNING, Cell, Figure, Table, span
from foundation.staff.html import address_of_page
from recognition.photos.counting import time_left
from tagging.board.page import BOARD
from tagging.board.queries import AlbumWaiting, list_at_work
from tagging.quality.queries import list_open_disagreements
from tagging.questions.commands import count_open_questions
from tagging.records.quality import Comparison
from tagging.records.questions import PhotoQuestion
from tagging.records.tagators import Tagator
from tagging.records.works import TaggingTask, TaggingTaskState, Work
from tagging.staff.labels import ago
from tagging.statistics.pace import count_completed
from tagging.works.unread import skipped_by_all

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
