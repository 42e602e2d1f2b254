"""Participants of a program."""

import uuid
from typing import ClassVar, Self

from django.contrib.postgres.indexes import GinIndex
from django.contrib.postgres.search import SearchVector
from django.db import models
from django.db.models import Func, Q, Value

from foundation.records.models import VersionedModel, VersionedQuerySet
from foundation.records.refusals import NotFound
from foundation.records.texts import words_begun
from programs.programs.models import MarketingProgram


class ParticipantState(models.TextChoices):
    """Whether the participant's activities are accepted."""

    ACTIVE = "Active"
    BLOCKED = "Blocked"


class ParticipantNotFound(NotFound):
    """There is no such participant."""


MAX_LABEL, MAX_EXTERNAL_ID = 200, 100  # characters


def _words(name: str) -> Func:
    """Return a text without its signs: of `crm-1042` PostgreSQL would make `crm` and `-1042`."""
    signs = (Value(r"\W+"), Value(" "), Value("g"))
    return Func(name, *signs, function="regexp_replace", output_field=models.TextField())


# An index has exactly these.
NAME_WORDS = SearchVector(_words("label"), _words("external_id"), config="simple")


class NamingField(models.CharField):  # type: ignore[type-arg]  # not subscriptable at run time
    """A text that may name a person: the audit says that it changed, and not what it is."""

    is_secret = True  # for the audit


class ParticipantQuerySet(VersionedQuerySet["Participant"]):
    """Reads of participants."""

    def named(self, text: str) -> Self:
        """Return those whose label or external id has words that begin with the text's words."""
        begun = words_begun(text)
        return self.alias(words=NAME_WORDS).filter(words=begun) if begun else self.none()


class Participant(VersionedModel):
    """A participant of one program; `userId` of callbacks is this id.

    `label` and `external_id` are for people: who it is, and the id in the system that they use.
    """

    not_found = ParticipantNotFound

    id = models.UUIDField(primary_key=True, default=uuid.uuid4)
    program = models.ForeignKey(
        MarketingProgram, on_delete=models.PROTECT, related_name="participants"
    )
    state = models.CharField(
        max_length=10, choices=ParticipantState, default=ParticipantState.ACTIVE
    )
    label = NamingField(
        max_length=MAX_LABEL, blank=True, default="", help_text="A name for people, as “Ann, Oslo”."
    )
    external_id = NamingField(
        max_length=MAX_EXTERNAL_ID,
        blank=True,
        default="",
        help_text="The id in your other system; a program has each once.",
    )

    objects: ClassVar[ParticipantQuerySet] = ParticipantQuerySet.as_manager()  # type: ignore[assignment]

    class Meta:
        verbose_name = "participant"
        indexes = [GinIndex(NAME_WORDS, name="participant_name_words")]
        constraints = [
            models.UniqueConstraint(
                fields=("program", "external_id"),
                condition=~Q(external_id=""),
                name="participant_external_id_once",
            ),
            models.CheckConstraint(
                condition=Q(state__in=ParticipantState.values), name="participant_state_known"
            ),
        ]

    def __str__(self) -> str:
        return str(self.id)

    @property
    def known_as(self) -> str:
        """Return what people call the participant: label, external id, else the id."""
        return self.label or self.external_id or str(self.id)
