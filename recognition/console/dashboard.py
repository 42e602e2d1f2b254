"""Recognition on the staff's home page: waiting photos, paused providers, jobs."""

from dataclasses import replace
from datetime import datetime, timedelta
from urllib.parse import urlencode

from django.conf import settings
from django.urls import reverse

from foundation.messaging.models import Outage
from foundation.messaging.queries import list_paused_providers
from foundation.records.plain_words import amount, counted, reworded
from foundation.staff.dashboard import DANGER, WARNING, Cell, Figure, Section, Table, span
from foundation.staff.links import address_of_list, address_of_page
from foundation.staff.live_charts import BLUE, GREEN, GREY, ORANGE, RED, LiveChart, Series
from recognition.console.labels import PHOTO_STATES
from recognition.console.processing_again import FAILED_AGAIN, NEEDED
from recognition.jobs.models import AlbumPhotosProcessingJob as Job
from recognition.jobs.queries import count_failed_jobs, list_unfinished_jobs
from recognition.photos.backlog import (
    MANY,
    OVERDUE_AFTER,
    AlbumStanding,
    PhotoStanding,
    Waiting,
    count_unusable_callbacks,
    get_due_photos,
    get_photo_standing,
    get_waiting_callbacks,
    group_failed,
)
from recognition.photos.counting import list_days, list_delivery_times
from recognition.records.albums import Album
from recognition.records.photos import Photo
from recognition.records.requests import Callback
from recognition.records.selfies import Selfie
from recognition.records.steps import PhotoState
from recognition.selfies.queries import count_failed_selfies

# Charts of recognition on the staff's home page, out of what was counted by the hour.


ENDS = {
    "processed": ("Processed", GREEN),
    "failed": ("Failed", RED),
    "deleted": ("Deleted", GREY),
    "unfinished": ("Under way", ORANGE),
}


def photos_a_day(now: datetime) -> LiveChart | None:
    """Return the photos received each day by where they stand; None: there were none."""
    days = list_days(now)
    if not any(day.by_end.total() + day.week_before for day in days):
        return None
    ends = [
        Series(name=name, colour=colour, values=[day.by_end[end] for day in days])
        for end, (name, colour) in ENDS.items()
    ]
    before = [day.week_before for day in days]
    return LiveChart(
        title="Photos a day",
        said="Photos received each day (UTC) by their state now, and all of the week before. "
        "Today is counted each minute, other days within the hour.",
        axis="photos",
        model=Photo,
        labels=[f"{day.day:%a %d %b}" for day in days],
        series=[*ends, Series(name="A week before", colour=BLUE, values=before, is_line=True)],
    )


def delivery_times(now: datetime) -> LiveChart | None:
    """Return how long results took from publication to delivery; None: nothing was delivered."""
    hours = list_delivery_times(now)
    if all(hour.half is None for hour in hours):
        return None
    lines = {
        "Half of them (p50)": (BLUE, [hour.half for hour in hours]),
        "95 of 100 (p95)": (ORANGE, [hour.most for hour in hours]),
    }
    return LiveChart(
        title="From publication to delivery",
        said="Within how many seconds the photo service had first results, by the hour (UTC).",
        axis="seconds",
        model=Photo,
        labels=[f"{hour.hour:%H:%M}" for hour in hours],
        series=[
            Series(
                name=name,
                colour=colour,
                values=[None if value is None else round(value, 1) for value in values],
                is_line=True,
            )
            for name, (colour, values) in lines.items()
        ],
    )


DAY = timedelta(days=1)
REASONS = 10
UNFINISHED = [s for s in PhotoState if s not in (PhotoState.PROCESSED, PhotoState.DELETED)]


def photos(now: datetime) -> Section:
    """Return the waiting photos by state, the due photos, and their albums."""
    standing = get_photo_standing(now)
    waiting = [_state(state, standing, now) for state in UNFINISHED]
    headers = ["Album", "Photos", *(PHOTO_STATES[state] for state in UNFINISHED)]
    albums = Table(model=Photo, headers=headers, rows=[_album(each) for each in standing.albums])
    charts = [chart for chart in (photos_a_day(now), delivery_times(now)) if chart]
    figures = [*waiting, _due(now), _all(standing)]
    return Section(title="Photos", figures=figures, table=albums, charts=charts)


def failures(_: datetime) -> Section:
    """Return why photos failed, the most frequent reason first, and how to try them again."""
    rows = [
        [
            Cell(text=counted(each.count, "photo", MANY), link=_failed(each.reason)),
            Cell(text=each.reason or "No reason known"),
            Cell(
                text="Process again…",
                link=f"{reverse(FAILED_AGAIN)}?{urlencode({'reason': each.reason})}",
                needs=NEEDED,
            ),
        ]
        for each in group_failed()[:REASONS]
    ]
    table = Table(model=Photo, headers=["Failed", "Why", "What to do"], rows=rows)
    return Section(title="Failed photos", table=table)


def _failed(reason: str) -> str:
    return address_of_list(Photo, state=PhotoState.FAILED.value, reason=reason)


def providers(now: datetime) -> Section:
    """Return paused providers, waiting and unused callbacks, and failed selfies."""
    figures = [_paused(now), _callbacks(now), _unusable(now), _failed_selfies(now)]
    return Section(title="Providers", figures=figures)


def jobs(now: datetime) -> Section:
    unfinished = list(list_unfinished_jobs()[: MANY + 1])
    failed = count_failed_jobs(now - DAY)
    tone, count = WARNING if failed else "", amount(failed)
    figures = [
        Figure.of(Job, "Jobs that wait or run", amount(len(unfinished), MANY)),
        Figure.of(Job, "Jobs failed in a day", count, tone=tone, state__exact="Failed"),
    ]
    rows = [
        [
            Cell(text=str(job.album), link=address_of_page(Album, job.album_id)),
            Cell(text=job.mode),
            Cell(text=job.state, link=address_of_page(Job, job.pk)),
            Cell(text=span(now - job.created_on)),
        ]
        for job in unfinished[:5]
    ]
    table = Table(model=Job, headers=["Album", "Mode", "State", "For"], rows=rows)
    return Section(title="Jobs", figures=figures, table=table)


def _state(state: PhotoState, standing: PhotoStanding, now: datetime) -> Figure:
    waiting, title = standing.by_state.get(state, Waiting()), PHOTO_STATES[state]
    note = f"the oldest published {span(now - waiting.since)} ago" if waiting.since else ""
    tone = WARNING if state is PhotoState.FAILED and waiting.count else ""
    count = amount(waiting.count)
    return Figure.of(Photo, title, count, note=note, tone=tone, state=state.value)


def _due(now: datetime) -> Figure:
    due = get_due_photos(now)
    late = now - due.since if due.since else timedelta()
    steps = f"faces {amount(due.faces.count, MANY)}, numbers {amount(due.numbers.count, MANY)}"
    note = f"{steps}; the longest for {span(late)}" if due.since else ""
    count = amount(due.count, MANY)
    waits = late if due.since else None
    if late <= OVERDUE_AFTER:
        found = Figure.of(Photo, "Due now", count, note=note, due="now")
    else:
        note = f"{note}: do worker and beat run, and fast enough?"
        found = Figure.of(Photo, "Overdue", count, note=note, tone=DANGER, due="overdue")
    return replace(found, waits=waits)


def _all(standing: PhotoStanding) -> Figure:
    waiting = sum(state.count for state in standing.by_state.values())
    about = "about " if standing.is_estimate else ""
    note = f"{about}{max(0, standing.total - waiting):,} of them processed or deleted"
    return Figure.of(Photo, "All photos", f"{about}{standing.total:,}", note=note)


def _album(standing: AlbumStanding) -> list[Cell]:
    album = standing.album_id
    cells = [
        Cell(text=standing.name, link=address_of_page(Album, album)),
        Cell(text=amount(standing.photos, MANY), link=address_of_list(Photo, album=album)),
    ]
    for state in UNFINISHED:
        count = standing.by_state.get(state)
        link = address_of_list(Photo, album=album, state=state.value)
        cells.append(Cell(text=amount(count), link=link) if count else Cell(text=""))
    return cells


def _paused(now: datetime) -> Figure:
    paused = list(list_paused_providers())
    reasons = [
        f"{each.name} for {span(now - (each.since or now))}: {reworded(each.reason)}"
        for each in paused[:3]
    ]
    note, tone = "; ".join(reasons)[:300], DANGER if paused else ""
    shown = {"ended_on__isempty": 1, "kind": "providers"}
    title, count = "Paused providers", amount(len(paused))
    return Figure.of(Outage, title, count, note=note, tone=tone, **shown)


def _callbacks(now: datetime) -> Figure:
    waiting = get_waiting_callbacks()
    late = now - waiting.since if waiting.since else timedelta()
    note = f"the oldest for {span(late)}" if waiting.count else ""
    tone = DANGER if late > settings.CALLBACK_WAKEUP_GRACE + OVERDUE_AFTER else ""
    count = amount(waiting.count, MANY)
    found = Figure.of(Callback, "Callbacks waiting", count, note=note, tone=tone, state="waiting")
    return replace(found, waits=late if waiting.count else None)


def _unusable(now: datetime) -> Figure:
    count = count_unusable_callbacks(now - DAY)
    tone, note = (WARNING, "rejected or failed") if count else ("", "")
    title = "Unused callbacks in a day"
    return Figure.of(Callback, title, amount(count, MANY), note=note, tone=tone, state="unusable")


def _failed_selfies(now: datetime) -> Figure:
    count = count_failed_selfies(now - DAY, MANY + 1)
    title, tone = "Selfies failed in a day", WARNING if count else ""
    return Figure.of(Selfie, title, amount(count, MANY), tone=tone, state__exact="Failed")
