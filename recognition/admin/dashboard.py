"""Recognition on the staff's first page: where photos wait, who is paused, which jobs run."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.conf import settings

from recognition.admin.labels import IN_WORDS
from recognition.models import (
    Album,
    AlbumPhotosProcessingJob,
    Callback,
    Photo,
    PhotoState,
    ProviderPause,
)
from recognition.queries.photos.backlog import (
    MANY,
    OVERDUE_AFTER,
    AlbumStanding,
    PhotoStanding,
    Waiting,
    count_failed_jobs,
    count_unusable_callbacks,
    get_due_photos,
    get_photo_standing,
    get_waiting_callbacks,
    list_pauses,
    list_unfinished_jobs,
)
from staff.dashboard import DANGER, WARNING, Cell, Figure, Section, Table, amount, span
from staff.links import address_of_list, address_of_page

DAY = timedelta(days=1)
UNFINISHED = (
    PhotoState.NEW,
    PhotoState.AWAITING_CALLBACK,
    PhotoState.AWAITING_TAGGING,
    PhotoState.FAILED,
)


def photos(now: datetime) -> Section:
    """Return how many photos wait in each state, how many are due, and in which albums."""
    standing = get_photo_standing(now)
    waiting = [_state(state, standing, now) for state in UNFINISHED]
    return Section(
        title="Photos",
        figures=[*waiting, _due(now), _all(standing)],
        table=_albums(standing.albums),
    )


def providers(now: datetime) -> Section:
    """Return which providers are paused, and what became of callbacks."""
    return Section(title="Providers", figures=[_paused(now), _callbacks(now), _unusable(now)])


def jobs(now: datetime) -> Section:
    """Return the jobs that wait or run, and how many broke off."""
    unfinished = list(list_unfinished_jobs()[: MANY + 1])
    failed = count_failed_jobs(now - DAY)
    figures = [
        Figure(
            title="Jobs that wait or run",
            value=amount(len(unfinished), MANY),
            model=AlbumPhotosProcessingJob,
            link=address_of_list(AlbumPhotosProcessingJob),
        ),
        Figure(
            title="Jobs failed in a day",
            value=amount(failed),
            model=AlbumPhotosProcessingJob,
            link=address_of_list(AlbumPhotosProcessingJob, state__exact="Failed"),
            tone=WARNING if failed else "",
        ),
    ]
    return Section(title="Jobs", figures=figures, table=_jobs(unfinished[:5], now))


def _state(state: PhotoState, standing: PhotoStanding, now: datetime) -> Figure:
    waiting = standing.by_state.get(state, Waiting())
    return Figure(
        title=IN_WORDS[state],
        value=amount(waiting.count),
        note=f"the oldest published {span(now - waiting.since)} ago" if waiting.since else "",
        model=Photo,
        link=address_of_list(Photo, state=state.value),
        tone=WARNING if state is PhotoState.FAILED and waiting.count else "",
    )


def _due(now: datetime) -> Figure:
    due = get_due_photos(now)
    late = now - due.since if due.since else timedelta()
    overdue = late > OVERDUE_AFTER
    steps = f"faces {amount(due.faces.count, MANY)}, numbers {amount(due.numbers.count, MANY)}"
    said = f"{steps}; the longest for {span(late)}" if due.since else ""
    return Figure(
        title="Overdue" if overdue else "Due now",
        value=amount(due.count, MANY),
        note=f"{said}: do worker and beat run, and fast enough?" if overdue else said,
        model=Photo,
        link=address_of_list(Photo, due="overdue" if overdue else "now"),
        tone=DANGER if overdue else "",
    )


def _all(standing: PhotoStanding) -> Figure:
    waiting = sum(state.count for state in standing.by_state.values())
    about = "about " if standing.is_estimate else ""
    return Figure(
        title="All photos",
        value=f"{about}{standing.total:,}",
        note=f"{about}{max(0, standing.total - waiting):,} of them processed or deleted",
        model=Photo,
        link=address_of_list(Photo),
    )


def _albums(albums: Sequence[AlbumStanding]) -> Table:
    headers = ["Album", "Photos", *(IN_WORDS[state] for state in UNFINISHED)]
    return Table(model=Photo, headers=headers, rows=[_album(standing) for standing in albums])


def _album(standing: AlbumStanding) -> list[Cell]:
    of_it = {"album": standing.album_id}
    in_states = [
        Cell(
            text=amount(standing.by_state[state]),
            link=address_of_list(Photo, **of_it, state=state.value),
        )
        if state in standing.by_state
        else Cell(text="")
        for state in UNFINISHED
    ]
    return [
        Cell(text=standing.name, link=address_of_page(Album, standing.album_id)),
        Cell(text=amount(standing.photos, MANY), link=address_of_list(Photo, **of_it)),
        *in_states,
    ]


def _paused(now: datetime) -> Figure:
    paused = list(list_pauses())
    told = [
        f"{pause.name} for {span(now - (pause.since or now))}: {pause.reason}"
        for pause in paused[:3]
    ]
    return Figure(
        title="Paused providers",
        value=amount(len(paused)),
        note="; ".join(told)[:300],
        model=ProviderPause,
        link=address_of_list(ProviderPause, ended_on__isempty=1),
        tone=DANGER if paused else "",
    )


def _callbacks(now: datetime) -> Figure:
    waiting = get_waiting_callbacks()
    late = now - waiting.since if waiting.since else timedelta()
    return Figure(
        title="Callbacks waiting",
        value=amount(waiting.count, MANY),
        note=f"the oldest for {span(late)}" if waiting.count else "",
        model=Callback,
        link=address_of_list(Callback, state="waiting"),
        tone=DANGER if late > settings.CALLBACK_HINT_GRACE + OVERDUE_AFTER else "",
    )


def _unusable(now: datetime) -> Figure:
    count = count_unusable_callbacks(now - DAY)
    return Figure(
        title="Callbacks of no use in a day",
        value=amount(count, MANY),
        note="rejected or given up" if count else "",
        model=Callback,
        link=address_of_list(Callback, state="unusable"),
        tone=WARNING if count else "",
    )


def _jobs(unfinished: Sequence[AlbumPhotosProcessingJob], now: datetime) -> Table:
    rows = [
        [
            Cell(text=str(job.album), link=address_of_page(Album, job.album_id)),
            Cell(text=job.mode),
            Cell(text=job.state, link=address_of_page(AlbumPhotosProcessingJob, job.pk)),
            Cell(text=span(now - job.created_on)),
        ]
        for job in unfinished
    ]
    return Table(
        model=AlbumPhotosProcessingJob, headers=["Album", "Mode", "State", "For"], rows=rows
    )
