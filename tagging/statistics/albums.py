"""Statistics of albums: their photos, what was recognised on them, and their tagging tasks."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import connection
from django.db.models import Count, Exists, OuterRef, QuerySet

from recognition.records.albums import Album
from recognition.records.photos import Photo
from recognition.records.steps import PhotoState
from tagging.records.works import TaggingTask
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
