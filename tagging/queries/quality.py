"""How well taggers read: agreement of second readings, hits of known answers."""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any
from uuid import UUID

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from recognition.models import Album, PhotoState
from records.versioned import VersionedQuerySet
from tagging.models import (
    UNFINISHED,
    AlbumQuality,
    Comparison,
    KnownAnswerReading,
    LaterReading,
    Tagator,
    TaggingTask,
)
from tagging.queries.intervals import between


@dataclass(frozen=True, slots=True, kw_only=True)
class TagatorQuality:
    """Counts of a tagger's readings, and rates from 0 to 1; a rate of no readings is None.

    A disagreement counts for both taggers, also after staff have settled it. `settled_right` counts
    those in which this tagger's reading was right.
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
    first = _compared("first", tagator, since, until)
    second = _compared("second", tagator, since, until)
    read = KnownAnswerReading.objects.filter(
        between("read_on", since, until), tagator=tagator
    ).aggregate(known_answers=Count("pk"), hits=Count("pk", filter=Q(is_hit=True)))
    return TagatorQuality(
        tagator_id=tagator.pk, **{name: first[name] + second[name] for name in first}, **read
    )


def with_quality(tagators: VersionedQuerySet[Tagator]) -> VersionedQuerySet[Tagator]:
    """Annotate what `quality_of` reads: the counts of all readings, each by an index."""
    counts: dict[str, Any] = {}
    for place in ("first", "second"):
        compared = Comparison.objects.filter(
            agrees__isnull=False, **{f"{place}_tagator": OuterRef("pk")}
        )
        by_tagator = compared.order_by().values(f"{place}_tagator")
        counts |= {
            f"quality_{place}_{name}": _subcount(by_tagator, count)
            for name, count in counts_of(place).items()
        }
    known = KnownAnswerReading.objects.filter(tagator=OuterRef("pk")).order_by().values("tagator")
    counts["quality_known_answers"] = _subcount(known, Count("pk"))
    counts["quality_hits"] = _subcount(known, Count("pk", filter=Q(is_hit=True)))
    return tagators.annotate(**counts)


def quality_of(tagator: Tagator) -> TagatorQuality:
    """Return the quality of a tagger whom `with_quality` annotated."""
    counts = vars(tagator)
    compared = {
        name: counts[f"quality_first_{name}"] + counts[f"quality_second_{name}"]
        for name in counts_of("first")
    }
    return TagatorQuality(
        tagator_id=tagator.pk,
        **compared,
        known_answers=counts["quality_known_answers"],
        hits=counts["quality_hits"],
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


def _compared(
    place: str, tagator: Tagator, since: datetime | None, until: datetime | None
) -> dict[str, int]:
    """Count the tagger's compared readings in one place, `first` or `second`."""
    counted: dict[str, int] = Comparison.objects.filter(
        between("compared_on", since, until), agrees__isnull=False, **{f"{place}_tagator": tagator}
    ).aggregate(**counts_of(place))
    return counted


def counts_of(place: str) -> dict[str, Count]:
    """Return what is counted of compared readings in one place, `first` or `second`."""
    was_right = Q(
        settled_numbers=F(f"{place}_numbers"), settled_custom_tags=F(f"{place}_custom_tags")
    )
    return {
        "compared": Count("pk"),
        "agreed": Count("pk", filter=Q(agrees=True)),
        "settled": Count("pk", filter=Q(settled_on__isnull=False)),
        "settled_right": Count("pk", filter=was_right),
    }


def _subcount(by_tagator: QuerySet[Any, Any], count: Count) -> Coalesce:
    return Coalesce(Subquery(by_tagator.annotate(counted=count).values("counted")), 0)


def _rate(count: int, of_all: int) -> Decimal | None:
    return (Decimal(count) / of_all).quantize(Decimal("0.0001")) if of_all else None
