"""Numbers on photos: accepted, rejected, suggested, former; and where none could be read."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import models
from django.db.models import Q
from django.db.models.functions import Now
from django.utils import timezone

from recognition.records.steps import PhotoState


class NumberSource(models.TextChoices):
    """Where a number comes from."""

    PROVIDER = "Provider"
    MANUAL = "Manual"
    INFERRED = "Inferred"  # from another photo of the same burst and person


class NumberRejection(models.TextChoices):
    """Why a number as read is not one of the photo's tags."""

    NOT_A_NUMBER = "NotANumber"
    TOO_LONG = "TooLong"
    NOT_IN_START_LIST = "NotInStartList"
    LOW_CONFIDENCE = "LowConfidence"
    PARTLY_LEGIBLE = "PartlyLegible"  # as a person typed it: `?65`


class NumberBasis(models.TextChoices):
    """What a verdict on a reading rests on, if not on the reading alone."""

    ALTERNATIVE = "Alternative"  # the provider's other reading of the same text
    AMBIGUOUS = "Ambiguous"  # several other readings, of which none can be chosen
    SAME_PERSON = "SamePerson"  # the number was read on another photo of the same person
    PARTIAL = "Partial"  # a person read a part; it alone of the start list fits
    CONTEXT = "Context"  # the text stands on many photos of the album: it is no start number


# What was not read on its photo, or is accepted only for what another photo has.
OF_OTHER_PHOTOS = Q(source=NumberSource.INFERRED) | Q(basis=NumberBasis.SAME_PERSON)


class NumberFacts:
    """What rules ask of a number of a photo, whether it is a model or a row of very many."""

    __slots__ = ()
    photo_id: Any
    album_id: Any
    value: Any
    rejection: Any
    source: Any
    confidence: Any
    box: Any
    basis: Any
    evidence: Any
    place_x: Any
    place_y: Any
    place_height: Any
    words: Any
    worn_by: Any

    @property
    def is_inferred(self) -> bool:
        """Whether it was not read here, but on another photo of the burst."""
        return bool(self.source == NumberSource.INFERRED)

    @property
    def is_unsure(self) -> bool:
        """Whether another photo may change the verdict."""
        if self.rejection == NumberRejection.LOW_CONFIDENCE:
            return True
        return bool(self.basis == NumberBasis.SAME_PERSON)

    @property
    def is_own(self) -> bool:
        """Whether it is accepted for what was read on its own photo (not `OF_OTHER_PHOTOS`)."""
        return not (self.rejection or self.is_inferred or self.basis == NumberBasis.SAME_PERSON)


@dataclass(slots=True)
class NumberRow(NumberFacts):
    """A number of a photo, read without a model."""

    photo_id: UUID
    album_id: UUID | None
    value: str
    rejection: str
    source: str
    confidence: float | None
    box: Any = None
    basis: str = ""
    evidence: Any = None
    place_x: int | None = None
    place_y: int | None = None
    place_height: int | None = None
    words: str = ""
    worn_by: str = ""


class PhotoNumberQuerySet(models.QuerySet["PhotoNumber"]):
    def rows(self) -> Iterator[NumberRow]:
        return (NumberRow(*row) for row in self.values_list(*NumberRow.__slots__))

    def current(self, rejections: Collection[str] = ("",)) -> "PhotoNumberQuerySet":
        """Return the accepted ones of photos that are there and whose results are of now."""
        of_now = self.filter(
            rejection__in=rejections, photo__persons_outdated=False, photo__tags_outdated=False
        )
        return of_now.exclude(photo__state=PhotoState.DELETED)


class PhotoNumber(NumberFacts, models.Model):
    """A number read on a photo: accepted (one of its tags), or rejected and why.

    `value` is the normalised number, or the text as read where it was rejected. A provider's
    reading can be judged again without the provider: `evidence` has what it read, wherever that
    does not follow from the other columns (`recognition.numbers.judged_rows`).
    """

    photo = models.ForeignKey(
        "recognition.Photo",
        on_delete=models.CASCADE,
        related_name="numbers",
        db_index=False,  # found by the unique constraint
    )
    value = models.CharField(max_length=100)
    rejection = models.CharField(max_length=20, choices=NumberRejection, blank=True)
    source = models.CharField(max_length=10, choices=NumberSource)
    confidence = models.FloatField(null=True)
    box = models.JSONField(null=True)
    read_on = models.DateTimeField(default=timezone.now)
    judged_on = models.DateTimeField(default=timezone.now, db_default=Now())
    basis = models.CharField(max_length=20, choices=NumberBasis, blank=True, db_default="")
    evidence: "models.JSONField[dict[str, Any] | None]" = models.JSONField(null=True)
    # Where a provider read it: the photo's album once more, since an index cannot use the column of
    # another table; the middle of the box and its height in percent of the image; and the words
    # around it, with `#` in the number's place.
    album_id = models.UUIDField(null=True)
    place_x = models.SmallIntegerField(null=True)
    place_y = models.SmallIntegerField(null=True)
    place_height = models.SmallIntegerField(null=True)
    words = models.CharField(max_length=200, blank=True, db_default="")
    # The person of the photo under whose face it stands; empty: not clear (`numbers.links`).
    worn_by = models.CharField(max_length=200, blank=True, db_default="")

    objects = PhotoNumberQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint("photo", "value", "rejection", name="number_once_a_photo")
        ]
        indexes = [
            # Staff search for a number among the photos of all albums.
            models.Index("value", "photo", name="number_value"),
            models.Index(
                fields=("album_id", "value", "place_x", "place_y", "place_height"),
                condition=Q(place_x__isnull=False),
                name="number_at_place",
            ),
            models.Index(
                "album_id", "words", "value", condition=~Q(words=""), name="number_in_words"
            ),
            models.Index(
                "album_id",
                "value",
                condition=Q(source=NumberSource.INFERRED),
                name="number_inferred",
            ),
        ]

    def __str__(self) -> str:
        return self.value


class SuggestedNumber(models.Model):
    """A number that the provider sent although the album's strategy does not ask it for numbers.

    A suggestion for taggers only: never one of the photo's tags, never sent. The fields are those
    of `PhotoNumber`.
    """

    photo = models.ForeignKey(
        "recognition.Photo",
        on_delete=models.CASCADE,
        related_name="suggested_numbers",
        db_index=False,  # found by the unique constraint
    )
    value = models.CharField(max_length=100)
    rejection = models.CharField(max_length=20, choices=NumberRejection, blank=True)
    confidence = models.FloatField(null=True)
    box = models.JSONField(null=True)
    read_on = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = "suggested number"
        constraints = [models.UniqueConstraint("photo", "value", name="suggestion_once_a_photo")]

    def __str__(self) -> str:
        return self.value


class UnreadRegions(models.Model):
    """Where on a photo a number may stand that the provider could not read, for taggers.

    `regions`: `[{box, confidence}]`, boxes in fractions of the image.
    """

    photo = models.OneToOneField(
        "recognition.Photo", on_delete=models.CASCADE, primary_key=True, related_name="unread"
    )
    regions: "models.JSONField[list[dict[str, Any]]]" = models.JSONField()

    class Meta:
        verbose_name = "unread regions"
        verbose_name_plural = "unread regions"

    def __str__(self) -> str:
        return str(self.photo_id)


class FormerNumber(models.Model):
    """A number that others have replaced, for the photo's history. Append-only.

    The fields are those of `PhotoNumber`, or of `SuggestedNumber` where it was a suggestion.
    """

    photo = models.ForeignKey(
        "recognition.Photo", on_delete=models.CASCADE, related_name="former_numbers"
    )
    value = models.CharField(max_length=100)
    rejection = models.CharField(max_length=20, choices=NumberRejection, blank=True)
    source = models.CharField(max_length=10, choices=NumberSource)
    is_suggestion = models.BooleanField()
    confidence = models.FloatField(null=True)
    basis = models.CharField(max_length=20, choices=NumberBasis, blank=True)
    evidence: "models.JSONField[dict[str, Any] | None]" = models.JSONField(null=True)
    judged_on = models.DateTimeField()
    replaced_on = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = "former number"

    def __str__(self) -> str:
        return self.value
