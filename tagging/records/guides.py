"""What staff write for the taggers of an album, and what taggers ask."""

import uuid

from django.db import models
from django.db.models import Q

from foundation.records.models import VersionedModel, VersionedQuerySet
from foundation.records.refusals import NotFound
from recognition.records.albums import Album
from tagging.records.tagators import Tagator
from tagging.records.tasks import TaggingTask

MAX_GUIDE = 10_000  # characters


class AlbumGuide(VersionedModel):
    """The guide of an album, in Markdown with sample pictures; without a row there is none."""

    album = models.OneToOneField(
        Album, on_delete=models.PROTECT, primary_key=True, related_name="tagging_guide"
    )
    text = models.TextField(blank=True, max_length=MAX_GUIDE)

    objects: VersionedQuerySet["AlbumGuide"] = VersionedQuerySet.as_manager()  # type: ignore[assignment]

    class Meta:
        verbose_name = "guide of an album"
        verbose_name_plural = "guides of albums"

    def __str__(self) -> str:
        return f"Guide of {self.album}"


MAX_QUESTION = 1_000  # characters, of an answer too


class PhotoQuestionNotFound(NotFound):
    """There is no such question."""


class PhotoQuestion(VersionedModel):
    """What a tagger asks about the photo of a task; open until it is answered."""

    not_found = PhotoQuestionNotFound

    id = models.UUIDField(primary_key=True, default=uuid.uuid4)
    task = models.ForeignKey(TaggingTask, on_delete=models.PROTECT, related_name="questions")
    tagator = models.ForeignKey(
        Tagator, on_delete=models.PROTECT, related_name="questions", db_index=False
    )  # found by `question_of_tagator`
    text = models.TextField(max_length=MAX_QUESTION)
    asked_on = models.DateTimeField()
    answer = models.TextField(max_length=MAX_QUESTION, blank=True)
    answered_on = models.DateTimeField(null=True)
    answered_by = models.CharField(max_length=150, blank=True)

    objects: VersionedQuerySet["PhotoQuestion"] = VersionedQuerySet.as_manager()  # type: ignore[assignment]

    class Meta:
        verbose_name = "question"
        indexes = [
            models.Index(
                "asked_on", "id", condition=Q(answered_on__isnull=True), name="question_open"
            ),
            models.Index("tagator", "asked_on", name="question_of_tagator"),
            models.Index(
                "tagator",
                "answered_on",
                condition=Q(answered_on__isnull=False),
                name="question_answered",
            ),
        ]

    def __str__(self) -> str:
        return str(self.id)
