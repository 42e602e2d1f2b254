"""How well taggers read: agreement of second readings, hits of known answers."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any
from uuid import UUID

from django.db.models import Count, Exists, F, Model, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import JSONObject

from foundation.records.models import VersionedQuerySet
from recognition.records.albums import Album
from recognition.records.numbers import NumberRejection, NumberSource, PhotoNumber, SuggestedNumber
from recognition.records.photos import Photo
from recognition.records.steps import PhotoState
from recognition.records.strategies import pipeline_of
from tagging.records.evidence import Machine, Skill, skill_of
from tagging.records.quality import (
    AlbumQuality,
    Certainty,
    Comparison,
    KnownAnswerReading,
    LaterReading,
)
from tagging.records.tagators import Tagator
from tagging.records.tasks import UNFINISHED, TaggingTask
from tagging.statistics.queries import between

# Readings that were compared with others of their photo, by their place among these.
#
# The first two stand in the comparison itself, a third and a fourth one beside it.


# The first two readings are the same. If they differ, a later one cannot agree with both.
_FIRST_TWO_AGREE = Q(
    comparison__first_numbers=F("comparison__second_numbers"),
    comparison__first_custom_tags=F("comparison__second_custom_tags"),
)
_LIKE_THE_FIRST = Q(
    numbers=F("comparison__first_numbers"), custom_tags=F("comparison__first_custom_tags")
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadingPlace:
    """One place of a reading, and the fields that it has there.

    `own` begins the fields of the reading, `shared` those of all readings of the photo.
    """

    name: str
    model: type[Model]
    own: str
    shared: str
    compared_on: str
    comparison: str
    compares: Q | None = None

    @property
    def tagator(self) -> str:
        return f"{self.own}tagator"

    def readings(self, tagator: Any) -> QuerySet[Any, Any]:
        """Return a tagger's compared readings in this place."""
        return self.model._default_manager.filter(
            **{f"{self.shared}agrees__isnull": False, self.tagator: tagator}
        )

    def readings_but(self, tagator_id: UUID, comparison_id: UUID) -> QuerySet[Any, Any]:
        """Return them without the one of a photo."""
        return self.readings(tagator_id).exclude(**{self.comparison: comparison_id})

    def counts(self) -> dict[str, Count]:
        """Return what is counted of them."""
        agrees = Q(**{f"{self.shared}agrees": True})
        is_settled = Q(**{f"{self.shared}settled_on__isnull": False})
        was_right = Q(
            **{
                f"{self.shared}settled_{what}": F(f"{self.own}{what}")
                for what in ("numbers", "custom_tags")
            }
        )
        return {
            "compared": Count("pk", filter=agrees | self.compares if self.compares else None),
            "agreed": Count("pk", filter=agrees),
            "settled": Count("pk", filter=is_settled),
            "settled_right": Count("pk", filter=was_right),
        }


PLACES = (
    *(
        ReadingPlace(
            name=name,
            model=Comparison,
            own=f"{name}_",
            shared="",
            compared_on="compared_on",
            comparison="pk",
        )
        for name in ("first", "second")
    ),
    ReadingPlace(
        name="later",
        model=LaterReading,
        own="",
        shared="comparison__",
        compared_on="read_on",
        comparison="comparison",
        compares=_FIRST_TWO_AGREE & ~_LIKE_THE_FIRST,
    ),
)
COUNTED = ("compared", "agreed", "settled", "settled_right")

KNOWN_COUNTS = {"known_answers": Count("pk"), "hits": Count("pk", filter=Q(is_hit=True))}


@dataclass(frozen=True, slots=True, kw_only=True)
class TagatorQuality:
    """Counts of a tagger's readings, and how many of the checked ones are right, from 0 to 1.

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
    def right(self) -> int:
        """Readings that were found right: agreed, settled so, or as it is known."""
        return self.agreed + self.settled_right + self.hits

    @property
    def checked(self) -> int:
        """Readings of which it is known whether they are right; open disagreements are not."""
        return self.agreed + self.settled + self.known_answers

    @property
    def accuracy(self) -> Decimal | None:
        """The share of the checked readings that are right; None: there are none."""
        if not self.checked:
            return None
        return (Decimal(self.right) / self.checked).quantize(Decimal("0.0001"))


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


# What is weighed: the number provider's reading of a photo, and how far a tagger is believed.


# The newest of each kind that count: what an answer costs does not grow with the years.
NEWEST = 500
_USABLE = ("", NumberRejection.LOW_CONFIDENCE)


def machine_reading(photo: Photo) -> Machine | None:
    """Return the numbers that the provider read on a photo, with its confidence; None: not asked.

    Accepted ones, those that are not sure enough for the album, and suggestions. Not those that
    the checks reject, or that came without a confidence.
    """
    read: list[PhotoNumber | SuggestedNumber] = [
        *photo.numbers.filter(source=NumberSource.PROVIDER),
        *photo.suggested_numbers.all(),
    ]
    if not read and pipeline_of(photo.album).request is None:
        return None
    chances: dict[str, float] = {}
    for number in read:
        if number.rejection in _USABLE and number.confidence is not None:
            chances[number.value] = max(number.confidence, chances.get(number.value, 0))
    return chances


def skills_of(tagator_ids: Collection[UUID], without: UUID) -> Mapping[UUID, Skill]:
    """Return how far these taggers are believed.

    :param without: the first task of the photo that is weighed; it says nothing about itself.
    """
    return {tagator_id: _skill_of(tagator_id, without) for tagator_id in tagator_ids}


def certainty_of(task: TaggingTask) -> Certainty | None:
    """Return how sure the photo of a task is, by all its readings; None: it was not weighed."""
    comparison = find_comparison(task)
    return Certainty.objects.filter(pk=comparison.pk if comparison else task.pk).first()


def _skill_of(tagator_id: UUID, without: UUID) -> Skill:
    right = checked = 0
    for place in PLACES:
        others = place.readings_but(tagator_id, without)
        newest = others.order_by(f"-{place.compared_on}")[:NEWEST]
        counted = newest.aggregate(**place.counts())
        right += counted["agreed"] + counted["settled_right"]
        checked += counted["agreed"] + counted["settled"]
    known = KnownAnswerReading.objects.filter(tagator=tagator_id).order_by("-read_on")[:NEWEST]
    read = known.aggregate(
        count=Count("pk"),
        hits=Count("pk", filter=Q(is_hit=True)),
        repeated=Count("pk", filter=Q(misled=True)),
        led_astray=Count("pk", filter=Q(misled__isnull=False)),
    )
    return skill_of(
        right + read["hits"], checked + read["count"], read["repeated"], read["led_astray"]
    )
