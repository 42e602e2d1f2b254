"""Statistics of albums, and how fast their queue of tasks becomes shorter."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db import connection
from django.db.models import Count, Exists, F, Min, OuterRef, Q, QuerySet, Subquery, Sum

from recognition.records.albums import Album
from recognition.records.figures import BacklogCount
from recognition.records.photos import Photo
from recognition.records.steps import PhotoState
from recognition.wire.tagator_service import LATELY, TaggingPace
from tagging.records.history import TaskHistory
from tagging.records.tagators import Tagator
from tagging.records.tasks import TaggingTask, TaggingTaskState, TaskPurpose
from tagging.records.works import Work, WorkState
from tagging.statistics.queries import between

# With a join the planner reads all persons and all numbers. LATERAL reads those of these photos by
# their index, twice as fast if the photos are in the index's order. What counts as a person or
# a tag is the rule of `PhotoQuerySet.with_presence`; a test compares the two.
_PHOTOS = """
SELECT album_id, state, count(*) AS count,
    count(*) FILTER (WHERE face_recognized) AS faces,
    count(*) FILTER (WHERE number_recognized) AS numbers,
    coalesce(sum(person.count) FILTER (WHERE NOT persons_outdated), 0) AS persons,
    coalesce(sum(tag.count) FILTER (WHERE NOT tags_outdated), 0) AS tags
FROM (
    SELECT id, album_id, state, face_recognized, number_recognized, persons_outdated, tags_outdated
    FROM recognition_photo
    WHERE album_id = ANY(%(albums)s)
        AND created_on >= coalesce(%(begin)s::timestamptz, '-infinity')
        AND created_on < coalesce(%(end)s::timestamptz, 'infinity')
    ORDER BY id
) AS photo
CROSS JOIN LATERAL (
    SELECT count(*) FROM recognition_photoperson WHERE photo_id = photo.id
) AS person
CROSS JOIN LATERAL (
    SELECT count(*) FROM recognition_photonumber WHERE photo_id = photo.id AND rejection = ''
) AS tag
GROUP BY album_id, state
"""
_Counts = Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class AlbumsAsked:
    """Photos received, and tasks created, from `begin` on and before `end`; None: no limit."""

    begin: datetime | None = None
    end: datetime | None = None
    tenant_id: UUID | None = None
    album_id: UUID | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AlbumStatistic:
    """Counts of an album's photos and tasks that were asked for; no entry for an unused state.

    - `face_recognized`, `number_recognized`: photos with a result, even an empty one.
    - `persons`, `tags`: persons and accepted start numbers on the photos, counted once a photo.
      Those from before a forced processing are left out.

    Deleted photos count only in `photos`.
    """

    album: Album
    photos: Mapping[str, int]
    face_recognized: int
    number_recognized: int
    persons: int
    tags: int
    tasks: Mapping[str, int]


def albums_with_photos_or_tasks(asked: AlbumsAsked) -> QuerySet[Album]:
    """Return the albums that have any of the photos or tasks asked for."""
    names = {"tenant_id": asked.tenant_id, "pk": asked.album_id}
    albums = Album.objects.filter(**{name: value for name, value in names.items() if value})
    created = between("created_on", asked.begin, asked.end)
    photos = Photo.objects.filter(created, album=OuterRef("pk"))
    tasks = TaggingTask.objects.filter(created, album=OuterRef("pk"))
    return albums.filter(Exists(photos) | Exists(tasks))


def count_in_albums(albums: Sequence[Album], asked: AlbumsAsked) -> list[AlbumStatistic]:
    photos = _by_album(_count_photos(albums, asked))
    tasks = _by_album(_count_tasks(albums, asked))
    return [_statistic(album, photos[album.pk], tasks[album.pk]) for album in albums]


def _statistic(album: Album, photos: Sequence[_Counts], tasks: Sequence[_Counts]) -> AlbumStatistic:
    kept = [counts for counts in photos if counts["state"] != PhotoState.DELETED]
    return AlbumStatistic(
        album=album,
        photos={counts["state"]: counts["count"] for counts in photos},
        face_recognized=sum(counts["faces"] for counts in kept),
        number_recognized=sum(counts["numbers"] for counts in kept),
        persons=sum(int(counts["persons"]) for counts in kept),
        tags=sum(int(counts["tags"]) for counts in kept),
        tasks={counts["state"]: counts["count"] for counts in tasks},
    )


def _count_photos(albums: Sequence[Album], asked: AlbumsAsked) -> list[_Counts]:
    given = {"albums": [album.pk for album in albums], "begin": asked.begin, "end": asked.end}
    with connection.cursor() as cursor:
        cursor.execute(_PHOTOS, given)
        names = [column.name for column in cursor.description]
        return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]


def _count_tasks(albums: Sequence[Album], asked: AlbumsAsked) -> Iterable[_Counts]:
    created = between("created_on", asked.begin, asked.end)
    tasks = TaggingTask.objects.filter(created, album__in=albums).order_by()
    counted: Iterable[Any] = tasks.values("album_id", "state").annotate(count=Count("*"))
    return counted


def _by_album(rows: Iterable[_Counts]) -> Mapping[UUID, Sequence[_Counts]]:
    found: defaultdict[UUID, list[_Counts]] = defaultdict(list)
    for counts in rows:
        found[counts["album_id"]].append(counts)
    return found


# How long the queue of tasks is, who works on it, and how fast it becomes shorter.
#
# Each query reads only indexes: an album's tasks, the active works and their tasks, the last hour
# of each tagger's history.

HOUR = timedelta(hours=1)
NONE = (0, 0)
MANY = 10_000  # unfinished tasks: counting more takes longer than a page may
MOST = 2_000_000  # finished tasks of one album that are counted
FINISHED = (TaggingTaskState.COMPLETED, TaggingTaskState.CANCELLED)


@dataclass(frozen=True, slots=True, kw_only=True)
class AlbumQueue:
    """An album's tasks by state, and who has them.

    `works`: how many active ones have tasks of the album. `is_cut`: more are finished than were
    counted.
    """

    by_state: Mapping[TaggingTaskState, int]
    works: int
    is_cut: bool


def list_unfinished(now: datetime, **of: Any) -> list[BacklogCount]:
    """Return the unfinished tasks, of an album or of all, by album, purpose and state.

    Where there are more than `MANY` in all, they are as a sweep counted them last.
    """
    are_many = TaggingTask.objects.unfinished().order_by()[: MANY + 1].count() > MANY
    rows = list(BacklogCount.objects.filter(kind__in=TaskPurpose, **of)) if are_many else []
    return rows or _count_unfinished(now, **of)


def keep_unfinished(now: datetime) -> None:
    """Count the unfinished tasks for the pages of leads."""
    BacklogCount.objects.filter(kind__in=TaskPurpose).keep(_count_unfinished(now), now)


def tasks_in_hand(now: datetime) -> QuerySet[TaggingTask]:
    """Return the tasks of active works that are not finished."""
    # By the works' ids: PostgreSQL would read the tasks of all works that ever were for a subquery.
    active = Work.objects.filter(state=WorkState.ACTIVE, expires_on__gt=now)
    ids = list(active.values_list("pk", flat=True))
    return TaggingTask.objects.filter(work__in=ids, state=TaggingTaskState.ASSIGNED)


def get_album_queue(album_id: UUID, now: datetime) -> AlbumQueue:
    """Return how many tasks of an album wait, are in hand and are finished."""
    finished = TaggingTask.objects.filter(album_id=album_id, state__in=FINISHED)
    counted = (
        finished.order_by()
        .values("state")[: MOST + 1]
        .aggregate(**{state.name: Count("state", filter=Q(state=state)) for state in FINISHED})
    )
    by_state = {state: counted.get(state.name, 0) for state in TaggingTaskState}
    for row in list_unfinished(now, album=album_id):
        by_state[TaggingTaskState(row.state)] += row.count
    in_hand = tasks_in_hand(now).filter(album_id=album_id).order_by()
    return AlbumQueue(
        by_state=by_state,
        works=in_hand.values("work").distinct().count(),
        is_cut=sum(counted.values()) > MOST,
    )


def get_tagging_paces(album_ids: Sequence[UUID], now: datetime) -> dict[UUID, TaggingPace]:
    """Return albums' unfinished tasks, and what was completed and came lately."""
    readings = TaggingTask.objects.filter(purpose=TaskPurpose.READING)
    came = readings.filter(album__in=album_ids, created_on__gt=now - LATELY).order_by()
    received = dict(came.values_list("album").annotate(count=Count("pk")))
    lately = Q(occurred_on__gt=now - LATELY, task__purpose=TaskPurpose.READING)
    read = Sum("tasks", filter=lately, default=0)
    done = _completions(now).filter(task__album__in=album_ids).values_list("task__album_id")
    completed = {key: counts for key, *counts in done.annotate(sum=Sum("tasks"), read=read)}
    unfinished = Counter[UUID | None]()
    for row in list_unfinished(now, album__in=album_ids):
        unfinished[row.album_id] += row.count
    return {
        album_id: TaggingPace(
            unfinished=unfinished[album_id],
            completed=max(0, completed.get(album_id, NONE)[0]),
            read=max(0, completed.get(album_id, NONE)[1]),
            received=received.get(album_id, 0),
        )
        for album_id in album_ids
    }


def completed_by(group: str, now: datetime) -> dict[UUID, int]:
    """Return how many tasks were completed in the last hour by a column, minus those reopened."""
    summed = _completions(now).values_list(group).annotate(sum=Sum("tasks"))
    return {key: max(0, tasks) for key, tasks in summed}


def _completions(now: datetime) -> QuerySet[TaskHistory]:
    # With the taggers, because the index of the history begins with the tagger.
    tagators = list(Tagator.objects.values_list("pk", flat=True))
    counted = TaskHistory.objects.counted().filter(occurred_on__gt=now - HOUR)
    return counted.filter(tagator__in=tagators).order_by()


def count_completed(now: datetime) -> int:
    """Return how many tasks taggers completed in the last hour, minus those reopened."""
    # Summed by tagger, because the index of the history begins with the tagger.
    changes = TaskHistory.objects.counted().filter(
        tagator=OuterRef("pk"), occurred_on__gt=now - HOUR
    )
    summed = Subquery(changes.order_by().values("tagator").annotate(sum=Sum("tasks")).values("sum"))
    return max(0, Tagator.objects.aggregate(tasks=Sum(summed))["tasks"] or 0)


def _count_unfinished(now: datetime, **of: Any) -> list[BacklogCount]:
    tasks = TaggingTask.objects.filter(**of).unfinished().order_by()
    rows = tasks.values("album_id", "state", kind=F("purpose"))
    figures = rows.annotate(count=Count("*"), since=Min("created_on"))
    return [BacklogCount(**row, counted_on=now) for row in figures]
