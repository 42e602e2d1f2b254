"""How well taggers read: agreement of second readings, hits of known answers."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any
from uuid import UUID

from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import JSONObject

from foundation.records.versioned import VersionedQuerySet
from recognition.models import Album, PhotoState
from tagging.models import (
    UNFINISHED,
    AlbumQuality,
    Comparison,
    KnownAnswerReading,
    LaterReading,
    Tagator,
    TaggingTask,
)
from tagging.queries.compared import COUNTED, PLACES
from tagging.queries.intervals import between

KNOWN_COUNTS = {"known_answers": Count("pk"), "hits": Count("pk", filter=Q(is_hit=True))}


@dataclass(frozen=True, slots=True, kw_only=True)
class TagatorQuality:
    """Counts of a tagger's readings, and rates from 0 to 1; a rate of no readings is None.

    A disagreement counts for all who read the photo, also after it is settled. `settled_right`
    counts those in which this tagger's reading was right. Where two differed, a third or fourth
    reading cannot agree with both: it is not `compared`, but counts once that is settled.
    """

    tagator_id: UUID
    compared: int
    agreed: int
    settled: int
    settled_right: int
    known_answers: int
    hits: int

    @property
    def agreement_rate(self) -> Decimal | None:
        return _rate(self.agreed, self.compared)

    @property
    def hit_rate(self) -> Decimal | None:
        return _rate(self.hits, self.known_answers)

    @property
    def right(self) -> int:
        """Readings that were found right: agreed, settled so, or as it is known."""
        return self.agreed + self.settled_right + self.hits

    @property
    def checked(self) -> int:
        """Readings of which it is known whether they are right; open disagreements are not."""
        return self.agreed + self.settled + self.known_answers

    @property
    def accuracy(self) -> Decimal | None:
        return _rate(self.right, self.checked)


def get_album_quality(album_id: UUID) -> AlbumQuality:
    """Return the shares of an album; 0, at version 1, if they were never changed."""
    quality = AlbumQuality.objects.filter(pk=album_id).first()
    return quality or AlbumQuality(album=Album.objects.get_or_refuse(album_id))


def get_tagator_quality(
    tagator_id: UUID, since: datetime | None, until: datetime | None
) -> TagatorQuality:
    """Return how well a tagger read.

    :param since: compared or read at this moment or later; None: from the beginning.
    :param until: and before this moment; None: until now.
    """
    tagator = Tagator.objects.get_or_refuse(tagator_id)
    compared = _sums(
        place.readings(tagator)
        .filter(between(place.compared_on, since, until))
        .aggregate(**place.counts())
        for place in PLACES
    )
    read = KnownAnswerReading.objects.filter(
        between("read_on", since, until), tagator=tagator
    ).aggregate(**KNOWN_COUNTS)
    return TagatorQuality(tagator_id=tagator.pk, **compared, **read)


def with_quality(tagators: VersionedQuerySet[Tagator]) -> VersionedQuerySet[Tagator]:
    """Annotate what `quality_of` reads: the counts of all readings, each by an index."""
    found: dict[str, Subquery] = {}
    for place in PLACES:
        by_tagator = place.readings(OuterRef("pk")).order_by().values(place.tagator)
        found[f"quality_{place.name}"] = _counts_of(by_tagator, place.counts())
    known = KnownAnswerReading.objects.filter(tagator=OuterRef("pk")).order_by().values("tagator")
    found["quality_known"] = _counts_of(known, KNOWN_COUNTS)
    return tagators.annotate(**found)


def quality_of(tagator: Tagator) -> TagatorQuality:
    """Return the quality of a tagger whom `with_quality` annotated."""
    counts = vars(tagator)  # null: there are no such readings
    nothing = dict.fromkeys((*COUNTED, *KNOWN_COUNTS), 0)
    places = (*(place.name for place in PLACES), "known")
    return TagatorQuality(
        tagator_id=tagator.pk,
        **_sums([nothing, *(counts[f"quality_{place}"] or {} for place in places)]),
    )


def find_comparison(task: TaggingTask) -> Comparison | None:
    """Return the comparison to which a reading belongs, the first one or a further one."""
    later = LaterReading.objects.select_related("comparison").filter(pk=task.pk).first()
    if later is not None:
        return later.comparison
    # Apart, because the database could not use its indexes for all three at once.
    return Comparison.objects.filter(Q(pk=task.pk) | Q(second_task=task.pk)).first()


def list_open_disagreements() -> QuerySet[Comparison]:
    """Return the comparisons that staff have to settle, the oldest first.

    Not those for which a further reading is under way.
    """
    there = list_disagreements().exclude(task__photo__state=PhotoState.DELETED)
    awaited = LaterReading.objects.filter(comparison=OuterRef("pk"), task__state__in=UNFINISHED)
    there = there.filter(~Exists(awaited), settled_on__isnull=True)
    return there.order_by("compared_on", "task")


def list_disagreements() -> QuerySet[Comparison]:
    """Return all comparisons in which two taggers differ, settled or not."""
    return Comparison.objects.filter(agrees=False)


def _sums(counted: Iterable[Mapping[str, int]]) -> dict[str, int]:
    """Return the counts of all places together."""
    summed: Counter[str] = Counter()
    for counts in counted:
        summed.update(counts)
    return dict(summed)


def _counts_of(by_tagator: QuerySet[Any, Any], counts: Mapping[str, Count]) -> Subquery:
    """Return all counts as one value: one scan of the readings, not one a count."""
    return Subquery(by_tagator.annotate(counted=JSONObject(**counts)).values("counted"))


def _rate(count: int, of_all: int) -> Decimal | None:
    return (Decimal(count) / of_all).quantize(Decimal("0.0001")) if of_all else None
