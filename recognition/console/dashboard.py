"""Recognition on the staff's home page: what needs someone, photos under way, albums, charts."""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from urllib.parse import urlencode

from django.conf import settings
from django.db.models import Exists, Model, OuterRef
from django.urls import reverse

from foundation.messaging.models import Outage
from foundation.messaging.queries import list_paused_providers
from foundation.records.texts import amount, counted
from foundation.staff.dashboard import (
    BLUE,
    DANGER,
    GREEN,
    GREY,
    MOST_ROWS,
    ORANGE,
    RED,
    WARNING,
    Cell,
    Figure,
    LiveChart,
    Series,
    Table,
    span,
)
from foundation.staff.display import address_of_list, address_of_page
from recognition.console.jobs import pace_in_short
from recognition.console.processing_again import FAILED_AGAIN, NEEDED
from recognition.console.states_and_pictures import PHOTO_STATES
from recognition.jobs.models import AlbumPhotosProcessingJob as Job
from recognition.jobs.progress import count_failed_jobs, list_unfinished_jobs
from recognition.photos.backlog import (
    MANY,
    OVERDUE_AFTER,
    AlbumStanding,
    PhotoStanding,
    ReasonCount,
    count_unusable_callbacks,
    get_due_photos,
    get_waiting_callbacks,
    group_failed,
)
from recognition.photos.counting import AlbumPace, get_album_paces, list_days, list_delivery_times
from recognition.records.albums import Album, RecognitionState, Tenant
from recognition.records.photos import Photo
from recognition.records.requests import Callback
from recognition.records.selfies import Selfie
from recognition.records.steps import PhotoState
from recognition.selfies.found_photos import count_failed_selfies

ENDS = {
    "processed": ("Processed", GREEN),
    "failed": ("Failed", RED),
    "deleted": ("Deleted", GREY),
    "unfinished": ("Under way", ORANGE),
}


def charts(now: datetime) -> Iterator[LiveChart]:
    """Yield the charts for which anything was counted."""
    yield from (chart for chart in (_photos_a_day(now), _delivery_times(now)) if chart)


def _photos_a_day(now: datetime) -> LiveChart | None:
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


def _delivery_times(now: datetime) -> LiveChart | None:
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
MOST_REASONS = 3  # of failed photos, each with what to do
UNDER_WAY = (PhotoState.NEW, PhotoState.AWAITING_CALLBACK, PhotoState.AWAITING_TAGGING)
NAMED = 3


def needs(now: datetime) -> Iterator[Figure]:
    """Yield what is late, paused, failed or switched off while photos wait for it."""
    yield from _overdue(now)
    yield from _paused(now)
    yield from _callbacks(now)
    yield from _switched_off()
    yield from _failed()
    yield from _of_a_day(now)


def stages(standing: PhotoStanding, now: datetime) -> Iterator[Figure]:
    """Yield the photos of today, and those under way by state with the age of the oldest."""
    if today := list_days(now)[-1].by_end.total():
        yield Figure.of(Photo, "Photos today", f"{today:,}")
    for state in UNDER_WAY:
        if waiting := standing.by_state.get(state):
            note = f"the oldest for {span(now - waiting.since)}" if waiting.since else ""
            count, title = amount(waiting.count), PHOTO_STATES[state]
            yield Figure.of(Photo, title, count, note, state=state.value)
    if jobs := list_unfinished_jobs()[: MANY + 1].count():
        yield Figure.of(Job, "Jobs", amount(jobs, MANY), state__exact="Running")


def albums(standing: PhotoStanding, now: datetime) -> Table:
    """Return the albums in which photos wait and those of the week, with the time left."""
    shown = standing.albums[:MOST_ROWS]
    known = Album.objects.with_settings().in_bulk([each.album_id for each in shown])
    paces = get_album_paces(
        {known[each.album_id]: _waiting(each) for each in shown if each.album_id in known}, now
    )
    return Table(
        title="Albums",
        model=Photo,
        headers=["Album", "Photos", "Under way", "Failed", "Time left"],
        rows=[
            _album(each, paces[known[each.album_id]]) for each in shown if each.album_id in known
        ],
        more=address_of_list(Album),
    )


def _waiting(standing: AlbumStanding) -> list[ReasonCount]:
    by_state = standing.by_state.items()
    return [
        ReasonCount(state=PhotoState(state), reason="", count=count) for state, count in by_state
    ]


def _album(standing: AlbumStanding, pace: AlbumPace) -> list[Cell]:
    counts = {PhotoState(state): count for state, count in standing.by_state.items()}
    failed, under_way = counts.get(PhotoState.FAILED, 0), sum(counts.get(s, 0) for s in UNDER_WAY)
    of_failed = address_of_list(Photo, album=standing.album_id, state=PhotoState.FAILED.value)
    left = pace_in_short(pace) if under_way else "done"
    return [
        Cell(text=standing.name, link=address_of_page(Album, standing.album_id)),
        Cell(
            text=amount(standing.photos, MANY) if standing.photos else "",
            link=address_of_list(Photo, album=standing.album_id),
        ),
        Cell(text=amount(under_way) if under_way else ""),
        Cell(text=amount(failed) if failed else "", link=of_failed),
        Cell(text=left if standing.photos else ""),
    ]


def _overdue(now: datetime) -> Iterator[Figure]:
    due = get_due_photos(now)
    if due.since and (late := now - due.since) > OVERDUE_AFTER:
        steps = f"faces {amount(due.faces.count, MANY)}, numbers {amount(due.numbers.count, MANY)}"
        note, count = f"{steps}; the longest for {span(late)}", amount(due.count, MANY)
        found = Figure.of(Photo, "Overdue", count, note, due="overdue")
        yield found.for_staff(DANGER, "PhotosOverdue in docs/operations.md")


def _failed() -> Iterator[Figure]:
    """Yield the photos that failed for each of the most frequent reasons, then all others."""
    groups, failed = group_failed(), {"state": PhotoState.FAILED.value}
    for each in groups[:MOST_REASONS]:
        note, count = each.reason or "No reason known", amount(each.count, MANY)
        found = Figure.of(Photo, "Failed photos", count, note, **failed, reason=each.reason)
        again = f"{reverse(FAILED_AGAIN)}?{urlencode({'reason': each.reason})}"
        yield found.for_staff(WARNING, "Process again…", NEEDED, again)
    if others := groups[MOST_REASONS:]:
        count, note = amount(sum(each.count for each in others)), counted(len(others), "reason")
        found = Figure.of(Photo, "Failed for other reasons", count, note, **failed)
        yield found.for_staff(WARNING, "See them", NEEDED)


def _paused(now: datetime) -> Iterator[Figure]:
    if paused := list(list_paused_providers()):
        reasons = [
            f"{each.name} for {span(now - (each.since or now))}: {each.reason}"
            for each in paused[:NAMED]
        ]
        shown = {"ended_on__isempty": 1, "kind": "providers"}
        note, count = "; ".join(reasons)[:300], amount(len(paused))
        found = Figure.of(Outage, "Paused providers", count, note, **shown)
        yield found.for_staff(DANGER, "End the pause…")


def _callbacks(now: datetime) -> Iterator[Figure]:
    waiting = get_waiting_callbacks()
    late = now - waiting.since if waiting.since else timedelta()
    if late > settings.CALLBACK_WAKEUP_GRACE + OVERDUE_AFTER:
        note, count = f"the oldest for {span(late)}", amount(waiting.count, MANY)
        found = Figure.of(Callback, "Callbacks waiting", count, note, state="waiting")
        yield found.for_staff(DANGER, "CallbacksOverdue in docs/operations.md")


def _switched_off() -> Iterator[Figure]:
    """Yield the tenants whose photos wait for recognition to be switched on."""
    waiting = Photo.objects.unsettled().filter(album__tenant=OuterRef("pk"))
    off = Tenant.objects.filter(Exists(waiting), recognition_state=RecognitionState.OFF)
    if tenants := list(off.order_by("pk")):
        note, count = ", ".join(str(each) for each in tenants[:NAMED]), amount(len(tenants))
        shown = {"recognition_state__exact": RecognitionState.OFF.value}
        found = Figure.of(Tenant, "Tenants switched off", count, note, **shown)
        yield found.for_staff(WARNING, "Switch on…", "recognition.manage")


def _of_a_day(now: datetime) -> Iterator[Figure]:
    """Yield what failed since yesterday."""
    since, failed = now - DAY, {"state__exact": "Failed"}
    unusable = count_unusable_callbacks(since)
    figures: Sequence[tuple[type[Model], str, int, dict[str, str]]] = (
        (Callback, "Unused callbacks in a day", unusable, {"state": "unusable"}),
        (Selfie, "Selfies failed in a day", count_failed_selfies(since, MANY + 1), failed),
        (Job, "Jobs failed in a day", count_failed_jobs(since), failed),
    )
    for model, title, count, shown in figures:
        if count:
            found = Figure.of(model, title, amount(count, MANY), **shown)
            yield found.for_staff(WARNING, "See why", NEEDED)
