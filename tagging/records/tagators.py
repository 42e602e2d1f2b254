"""Tagators: the people (taggers) who read numbers, and how each works."""

import uuid
from decimal import Decimal
from functools import lru_cache
from typing import Any, ClassVar

from django.contrib.auth.models import User
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q

from foundation.records.models import VersionedModel, VersionedQuerySet
from foundation.records.refusals import Forbidden, NotFound
from recognition.records.albums import Album

TASKS_PER_WORK = (1, 200)
WORK_TIMEOUT_MINUTES = (5, 480)
IDLE_CAP_SECONDS = (30, 3600)
MAX_RATE = Decimal("99999.9999")


def money(amount: Decimal) -> str:
    """Return an amount as a decimal text, with at least two places: `0.15`, `0.125`."""
    whole, _, places = f"{amount:f}".partition(".")
    return f"{whole}.{places.rstrip('0'):0<2}"


def _within(limits: tuple[int, int], default: int) -> Any:
    least, most = limits
    validators = [MinValueValidator(least), MaxValueValidator(most)]
    return models.PositiveSmallIntegerField(default=default, validators=validators)


def unconstrained_tagator(**options: Any) -> Any:
    """Return a key that the database does not check, because to check it locks the tagger."""
    more = {"db_constraint": False, "db_index": False, "related_name": "+", **options}
    return models.ForeignKey(Tagator, on_delete=models.PROTECT, **more)


def with_text(text: str) -> Q:
    """Return the condition that e-mail address, name or phone number contains a text."""
    return Q(email__icontains=text) | Q(name__icontains=text) | Q(phone__icontains=text)


class TagatorState(models.TextChoices):
    """Whether a tagger may work."""

    ACTIVE = "Active"
    BLOCKED = "Blocked"


class TagatorNotFound(NotFound):
    """There is no such tagger."""


class NotATagator(Forbidden):
    """The signed-in user is not a tagger."""


class TagatorQuerySet(VersionedQuerySet["Tagator"]):
    def id_of(self, user: object) -> uuid.UUID:
        """Return the id of the tagger who signs in as this user."""
        if not isinstance(user, User):
            raise NotATagator
        return _id_of(user.pk)


# Each request of a tagger asks, and a user stays the same tagger. A refusal is not cached.
@lru_cache(maxsize=10_000)
def _id_of(user_id: int) -> uuid.UUID:
    for tagator_id in Tagator.objects.filter(user=user_id).values_list("pk", flat=True):
        return tagator_id
    raise NotATagator


def language_of_tagator(user: User) -> str:
    """Return the language that the tagger has chosen who signs in as this user, else empty."""
    return Tagator.objects.filter(user=user).values_list("language", flat=True).first() or ""


class Tagator(VersionedModel):
    """A person who reads numbers, and signs in as a Django user without staff rights.

    The user's name is the e-mail address in lower case; a blocked tagger's user is inactive.
    Rates are in the currency of the setting `TAGGING_CURRENCY`, and both may be 0; `language` is
    one of `LANGUAGES`, empty if none was chosen.
    """

    not_found = TagatorNotFound

    id = models.UUIDField(primary_key=True, default=uuid.uuid4)
    user = models.OneToOneField(User, on_delete=models.PROTECT, related_name="tagator")
    email = models.EmailField(max_length=150, unique=True)
    name = models.CharField(max_length=200)
    phone = models.CharField(max_length=50, blank=True)
    state = models.CharField(max_length=10, choices=TagatorState, default=TagatorState.ACTIVE)
    rate_per_task = models.DecimalField(max_digits=9, decimal_places=4, default=Decimal(0))
    rate_per_number = models.DecimalField(
        max_digits=9, decimal_places=4, default=Decimal(0), db_default=Decimal(0)
    )
    language = models.CharField(max_length=10, blank=True, default="", db_default="")

    objects: ClassVar[TagatorQuerySet] = TagatorQuerySet.as_manager()  # type: ignore[assignment]

    class Meta:
        verbose_name = "tagger"
        permissions = [("manage", "Manage tagging"), ("tag", "Tag photos")]
        constraints = [
            models.CheckConstraint(
                condition=Q(rate_per_task__range=(0, MAX_RATE)), name="tagator_rate_range"
            ),
            models.CheckConstraint(
                condition=Q(rate_per_number__range=(0, MAX_RATE)), name="tagator_number_rate_range"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def rate_text(self) -> str:
        return money(self.rate_per_task)

    @property
    def number_rate_text(self) -> str:
        return money(self.rate_per_number)


class TagatorSettings(VersionedModel):
    """How a tagger works: size and duration of a work, and which albums are open to them.

    With `all_albums` every album is open; without it, those of `OpenedAlbum`. Of a pause between
    two completions, at most `idle_cap_seconds` count as active time. With `trial_waived` they
    need no trial before other work.
    """

    not_found = TagatorNotFound

    tagator = models.OneToOneField(
        Tagator, on_delete=models.PROTECT, primary_key=True, related_name="settings"
    )
    tasks_per_work = _within(TASKS_PER_WORK, default=20)
    work_timeout_minutes = _within(WORK_TIMEOUT_MINUTES, default=60)
    all_albums = models.BooleanField(default=True)
    idle_cap_seconds = _within(IDLE_CAP_SECONDS, default=300)
    trial_waived = models.BooleanField(default=False, db_default=False)

    objects: VersionedQuerySet["TagatorSettings"] = VersionedQuerySet.as_manager()  # type: ignore[assignment]

    class Meta:
        verbose_name = "settings of a tagger"
        verbose_name_plural = "settings of taggers"
        constraints = [
            models.CheckConstraint(
                condition=Q(tasks_per_work__range=TASKS_PER_WORK), name="settings_tasks_per_work"
            ),
            models.CheckConstraint(
                condition=Q(work_timeout_minutes__range=WORK_TIMEOUT_MINUTES),
                name="settings_work_timeout",
            ),
            models.CheckConstraint(
                condition=Q(idle_cap_seconds__range=IDLE_CAP_SECONDS), name="settings_idle_cap"
            ),
        ]

    def __str__(self) -> str:
        return f"Settings of {self.tagator_id}"

    @property
    def album_ids(self) -> list[uuid.UUID]:
        """The albums opened to the tagger, used if `all_albums` is not set."""
        return sorted(opened.album_id for opened in self.tagator.opened_albums.all())


class OpenedAlbum(models.Model):
    """An album that is open to a tagger who does not see all albums."""

    tagator = models.ForeignKey(
        Tagator, on_delete=models.CASCADE, related_name="opened_albums", db_index=False
    )  # found by the unique constraint
    album = models.ForeignKey(Album, on_delete=models.CASCADE, related_name="opened_to")

    class Meta:
        constraints = [models.UniqueConstraint("tagator", "album", name="album_opened_once")]

    def __str__(self) -> str:
        return str(self.album_id)
