"""How well taggers read: agreement of second readings, hits of known answers."""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from uuid import UUID

from django.db.models import Count, F, Q, QuerySet

from recognition.models import Album, PhotoState
from tagging.models import AlbumQuality, Comparison, KnownAnswerReading, Tagator
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


def list_open_disagreements() -> QuerySet[Comparison]:
    """Return the comparisons that staff have to settle, the oldest first."""
    disagreements = Comparison.objects.filter(agrees=False, settled_on__isnull=True)
    there = disagreements.exclude(task__photo__state=PhotoState.DELETED)
    return there.order_by("compared_on", "task")


def _compared(
    place: str, tagator: Tagator, since: datetime | None, until: datetime | None
) -> dict[str, int]:
    """Count the tagger's compared readings in one place, `first` or `second`."""
    was_right = Q(
        settled_numbers=F(f"{place}_numbers"), settled_custom_tags=F(f"{place}_custom_tags")
    )
    counted: dict[str, int] = Comparison.objects.filter(
        between("compared_on", since, until), agrees__isnull=False, **{f"{place}_tagator": tagator}
    ).aggregate(
        compared=Count("pk"),
        agreed=Count("pk", filter=Q(agrees=True)),
        settled=Count("pk", filter=Q(settled_on__isnull=False)),
        settled_right=Count("pk", filter=was_right),
    )
    return counted


def _rate(count: int, of_all: int) -> Decimal | None:
    return (Decimal(count) / of_all).quantize(Decimal("0.0001")) if of_all else None
