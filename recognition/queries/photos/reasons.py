"""Why photos are not processed: counted by a sentence that is the same for all such photos.

The sentence is `Photo.reason_group`, written whenever a photo is settled.
"""

from dataclasses import dataclass
from uuid import UUID

from django.db import connection
from django.db.models import Count, Q, QuerySet

from recognition.models import Photo, PhotoState
from recognition.models.photos import PhotoQuerySet
from recognition.queries.photos.backlog import MANY

MOST_REASONS = 50
# From one reason to the next by the index of failed photos; of each the count ends at a limit.
_FAILED = """
WITH RECURSIVE reason AS (
    (SELECT reason_group FROM recognition_photo WHERE state = 'Failed'
        ORDER BY reason_group LIMIT 1)
    UNION ALL
    SELECT (SELECT reason_group FROM recognition_photo
        WHERE state = 'Failed' AND reason_group > reason.reason_group
        ORDER BY reason_group LIMIT 1)
    FROM reason WHERE reason.reason_group IS NOT NULL
), known AS (SELECT reason_group FROM reason WHERE reason_group IS NOT NULL LIMIT %(reasons)s)
SELECT reason_group, (SELECT count(*) FROM (
    SELECT FROM recognition_photo photo
    WHERE state = 'Failed' AND photo.reason_group = known.reason_group LIMIT %(most)s) counted)
FROM known
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReasonCount:
    """How many photos are in a state for a reason; of some no reason is known.

    `reason` is a sentence, and the value of the filter `reason` of the list of photos.
    """

    state: PhotoState
    reason: str
    count: int


def group_failed(album_id: UUID | None = None) -> list[ReasonCount]:
    """Return how many photos have failed for each reason, the most frequent first.

    Of all albums `MOST_REASONS` are returned, and each is counted up to `MANY + 1`, so the cost
    does not follow the number of photos.
    """
    if album_id is not None:
        return [each for each in group_unsettled(album_id) if each.state is PhotoState.FAILED]
    with connection.cursor() as cursor:
        cursor.execute(_FAILED, {"reasons": MOST_REASONS, "most": MANY + 1})
        rows = cursor.fetchall()
    failed = PhotoState.FAILED
    counts = [ReasonCount(state=failed, reason=reason, count=count) for reason, count in rows]
    return sorted(counts, key=lambda each: (-each.count, each.reason))


def group_unsettled(album_id: UUID) -> list[ReasonCount]:
    """Return how many photos of an album wait in each state for each reason, by one index."""
    unsettled = Photo.objects.filter(album_id=album_id).unsettled().order_by()
    rows = unsettled.values_list("state", "reason_group").annotate(count=Count("pk"))
    counts = [
        ReasonCount(state=PhotoState(state), reason=reason, count=count)
        for state, reason, count in rows
    ]
    order = list(PhotoState)
    return sorted(counts, key=lambda each: (order.index(each.state), -each.count, each.reason))


def with_reason(photos: QuerySet[Photo], reason: str) -> QuerySet[Photo]:
    """Return those of the photos that are not processed for this reason."""
    return photos & Photo.objects.unsettled().filter(reason_group=reason)


def without_number(photos: PhotoQuerySet) -> PhotoQuerySet:
    """Return those of the photos whose numbers were read by now, and none was accepted."""
    read = photos.filter(state=PhotoState.PROCESSED, number_recognized=True)
    unread = read.filter(numbers_corrected_on=None).with_presence()
    return unread.filter(Q(has_tags=False))
