"""Tenants and their albums: what is recognised, how, and in what order."""

import uuid
from collections.abc import Iterable, Sequence
from enum import Enum, auto

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.contrib.postgres.search import SearchVector
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models

from foundation.records.database import read_joined
from foundation.records.models import VersionedModel, VersionedQuerySet
from foundation.records.refusals import Invalid, NotFound, errors_by_place
from foundation.records.texts import words_begun
from recognition.due import HOLD_ALBUM_ALONE, HOLD_ALBUMS
from recognition.providers.models import Account, AccountSpace, CompetitorInstance

MAX_PRIORITY = 100
MAX_CAPACITY = 9
MAX_HINT = 2000  # characters
NAME_WORDS = SearchVector("name", config="simple")  # an index has exactly these


class AfterChange(Enum):
    """What follows when a setting of an album is changed."""

    JOB = auto()  # a job does with the photos what the setting says now
    JUDGING = auto()  # what was read is judged again, without asking a provider


AFTER_CHANGE = {
    "state": AfterChange.JOB,
    "strategy": AfterChange.JOB,
    "face_account_id": AfterChange.JOB,
    "face_space_id": AfterChange.JOB,
    "minimum_confidence": AfterChange.JUDGING,
    "number_format": AfterChange.JUDGING,
    "infer_numbers": AfterChange.JUDGING,
    "normalization_policy": AfterChange.JUDGING,
    "start_number_capacity": AfterChange.JUDGING,
}


def follows(what: AfterChange, changed: Iterable[str]) -> bool:
    """Return whether it follows the change of these settings; each must be in `AFTER_CHANGE`."""
    return what in {AFTER_CHANGE[name] for name in changed}


class RecognitionState(models.TextChoices):
    """Whether photos are recognised: of a tenant, of an album."""

    ON = "On"
    OFF = "Off"


class Strategy(models.TextChoices):
    """The recognition pipeline of an album; `strategies` says what each one does."""

    DISABLED = "Disabled"
    MANUAL = "Manual"
    NUMBER = "Number"
    FACE_NUMBER = "FaceNumber"
    NUMBER_THEN_MANUAL = "NumberThenManual"


class NormalizationPolicy(models.TextChoices):
    """How leading zeros are treated; `recognition.numbers.normalising` applies it."""

    NONE = "None"
    STRIP_LEADING_ZEROS = "StripLeadingZeros"
    PAD_LEADING_ZEROS = "PadLeadingZeros"


class NumberFormat(models.TextChoices):
    """What start numbers are made of; `recognition.numbers.normalising` applies it."""

    DIGITS = "Digits"
    LETTERS_AND_DIGITS = "LettersAndDigits"


class AlbumNotFound(NotFound):
    """There is no such album."""


class TenantNotFound(NotFound):
    """There is no such tenant."""


class TenantQuerySet(VersionedQuerySet["Tenant"]):
    def ensure(self, tenant_id: uuid.UUID) -> None:
        """Insert a tenant, unless it is there."""
        self.bulk_create([Tenant(pk=tenant_id)], ignore_conflicts=True)


class Tenant(VersionedModel):
    """A customer of the platform."""

    not_found = TenantNotFound

    id = models.UUIDField(primary_key=True, default=uuid.uuid4)
    name = models.CharField(
        max_length=200, blank=True, help_text="What staff call it, here alone: no service sends it."
    )
    recognition_state = models.CharField(
        max_length=3, choices=RecognitionState, default=RecognitionState.ON
    )
    competitor_instance = models.ForeignKey(
        CompetitorInstance,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="tenants",
        verbose_name="competitor service",
        help_text="The service that has the start lists; without one, numbers are not checked. "
        "After a change, what was read on photos is judged again, and changed numbers are sent.",
    )

    objects = TenantQuerySet.as_manager()

    class Meta:
        verbose_name = "tenant"
        permissions = [("manage", "Manage recognition"), ("selfie", "Recognise selfies")]

    def __str__(self) -> str:
        return self.name or str(self.id)


class AlbumQuerySet(VersionedQuerySet["Album"]):
    def with_settings(self) -> "AlbumQuerySet":
        """Select with the albums all that processing a photo needs."""
        return self.select_related("tenant__competitor_instance", "face_account", "face_space")

    def hold(self, album_id: uuid.UUID) -> "Album | None":
        """Return an album with its tenant, both locked against changes until the commit.

        Publications in one album do not wait for each other; a change of the album or of its tenant
        waits for them. None: there is no such album, or its tenant is not known yet.
        """
        return next(iter(self.hold_all([album_id])), None)

    def hold_alone(self, album_id: uuid.UUID) -> None:
        """Lock an album, and not its tenant, against changes until the commit."""
        list(self.raw(HOLD_ALBUM_ALONE, [album_id]))

    def hold_all(self, album_ids: list[uuid.UUID]) -> list["Album"]:
        """Lock several albums like `hold`; return those that are held."""
        held = []
        for album, album.tenant in read_joined(
            HOLD_ALBUMS, [album_ids], album=Album, tenant=Tenant
        ):
            held.append(album)
        return held

    def named(self, text: str) -> "AlbumQuerySet":
        """Albums whose names have words that begin with each word of a text, in any case."""
        begun = words_begun(text)
        return self.alias(name_words=NAME_WORDS).filter(name_words=begun) if begun else self.none()

    def ensure(self, album_id: uuid.UUID) -> None:
        """Insert an album with the default settings, unless it is there.

        An album that was lost by a restore from backup may come again: it gets what the others got.
        """
        offset = self.aggregate(most=models.Max("results_version_offset"))["most"]
        album = Album(
            pk=album_id,
            results_version_offset=offset or 0,
            strategy=settings.DEFAULT_STRATEGY,
            start_number_capacity=settings.DEFAULT_START_NUMBER_CAPACITY,
            normalization_policy=settings.DEFAULT_NORMALIZATION_POLICY,
        )
        self.bulk_create([album], ignore_conflicts=True)


class Album(VersionedModel):
    """The photos of one event of a tenant, and how they are recognised.

    An album that is known only from a deletion has no tenant yet; nothing is recognised in it.
    """

    not_found = AlbumNotFound

    id = models.UUIDField(primary_key=True, default=uuid.uuid4)
    tenant = models.ForeignKey(Tenant, on_delete=models.PROTECT, null=True, related_name="albums")
    name = models.CharField(max_length=500, blank=True)
    event_date = models.DateTimeField(null=True, blank=True)
    announced_on = models.DateTimeField(
        null=True, editable=False, help_text="When AlbumCreated filled the album in."
    )
    told_on = models.DateTimeField(
        null=True, editable=False, help_text="The time of the event that its name and date are of."
    )
    state = models.CharField(max_length=3, choices=RecognitionState, default=RecognitionState.ON)
    strategy = models.CharField(max_length=20, choices=Strategy)
    start_number_capacity = models.PositiveSmallIntegerField(
        default=5,
        validators=[MinValueValidator(1), MaxValueValidator(MAX_CAPACITY)],
        help_text="The most digits of a start number: one that is longer is rejected.",
    )
    normalization_policy = models.CharField(
        max_length=20,
        choices=NormalizationPolicy,
        default=NormalizationPolicy.STRIP_LEADING_ZEROS,
        help_text="None: 0042 stays as it is. Strip: it becomes 42. Pad: it gets zeros up to the "
        "capacity, as in 00042.",
    )
    number_format = models.CharField(
        max_length=20,
        choices=NumberFormat,
        default=NumberFormat.DIGITS,
        db_default=NumberFormat.DIGITS,
        help_text="LettersAndDigits: up to three letters before or after the digits belong to the "
        "number, as in M10648.",
    )
    minimum_confidence = models.FloatField(
        null=True,
        blank=True,
        validators=[MinValueValidator(0), MaxValueValidator(1)],
        help_text="How sure the provider must be of a number, 0 to 1; empty: the site's default.",
    )
    infer_numbers = models.BooleanField(
        default=False,
        db_default=False,
        help_text="Where a runner's number is hidden on a photo, take it from another one of the "
        "same photographer within seconds. Runners who may be confused get none.",
    )
    priority = models.PositiveSmallIntegerField(
        default=0, validators=[MaxValueValidator(MAX_PRIORITY)]
    )
    face_account = models.ForeignKey(
        Account, on_delete=models.PROTECT, null=True, blank=True, related_name="albums"
    )
    face_space = models.ForeignKey(
        AccountSpace, on_delete=models.PROTECT, null=True, blank=True, related_name="albums"
    )
    keep_days = models.PositiveSmallIntegerField(
        null=True,
        blank=True,
        help_text="Days after the last photo for which faces, selfies, callbacks and histories are "
        "kept; 0: for ever; empty: the site's default.",
    )
    results_version_offset = models.PositiveIntegerField(
        default=0,
        db_default=0,
        editable=False,
        help_text="Added to the versions of its photos' results: each restore from backup raises "
        "it, since the photo service may know later ones than the backup.",
    )
    has_erasures = models.BooleanField(
        default=False,
        db_default=False,
        editable=False,
        help_text="Whether persons of it were erased: what comes in is compared with them.",
    )

    # Which start list its photos are judged by; a later one judges them again.
    start_list_digest = models.CharField(max_length=64, default="", db_default="", editable=False)
    start_list_checked_on = models.DateTimeField(null=True, editable=False)

    # Who recognised faces before the settings were changed: they are to forget the erased, too.
    former_face_spaces = ArrayField(models.UUIDField(), default=list, db_default=[], editable=False)
    formerly_by_number_provider = models.BooleanField(
        default=False,
        db_default=False,
        editable=False,
        help_text="Whether the number provider recognised faces before.",
    )

    tagging_hint = models.TextField(
        blank=True, max_length=MAX_HINT, help_text="Text for taggers while the album has no guide."
    )

    objects = AlbumQuerySet.as_manager()

    class Meta:
        verbose_name = "album"
        indexes = [GinIndex(NAME_WORDS, name="album_name_words")]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(priority__range=(0, MAX_PRIORITY)), name="album_priority_range"
            ),
            models.CheckConstraint(
                condition=models.Q(start_number_capacity__range=(1, MAX_CAPACITY)),
                name="album_capacity_range",
            ),
            models.CheckConstraint(
                condition=models.Q(minimum_confidence=None)
                | models.Q(minimum_confidence__range=(0, 1)),
                name="album_confidence_range",
            ),
            models.CheckConstraint(
                condition=models.Q(face_space=None) | models.Q(face_account__isnull=False),
                name="album_space_with_account",
            ),
        ]

    def __str__(self) -> str:
        return self.name or str(self.id)

    @property
    def required_confidence(self) -> float:
        """How sure the provider must be of a number in this album."""
        own = self.minimum_confidence
        return settings.DEFAULT_MINIMUM_CONFIDENCE if own is None else own

    @property
    def has_start_list(self) -> bool:
        """Whether numbers are looked up: the tenant has a competitor service."""
        return self.tenant is not None and self.tenant.competitor_instance_id is not None


class AlbumCustomTag(models.Model):
    """A tag of the album that a tagator may put on a photo beside start numbers."""

    album = models.ForeignKey(Album, on_delete=models.CASCADE, related_name="custom_tags")
    name = models.CharField(max_length=100)

    class Meta:
        constraints = [models.UniqueConstraint("album", "name", name="custom_tag_once")]

    def __str__(self) -> str:
        return self.name


class UnknownCustomTag(Invalid):
    """A custom tag is not one of the album's."""

    code = "custom-tag-unknown"


def refuse_unknown_custom_tags(album: Album, names: Sequence[str]) -> None:
    """Refuse names that are no custom tags of the album.

    :raises UnknownCustomTag: `errors` names each by its place.
    """
    known = set(album.custom_tags.values_list("name", flat=True)) if names else set()
    if wrong := errors_by_place("customTags", names, known, "The album has no custom tag {}."):
        raise UnknownCustomTag(errors=wrong)
