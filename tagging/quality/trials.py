"""Trials: a new tagger first reads the known answers of an album, unpaid, and sees what was right.

An album with a `trial_share` is one. Who has had other work is not new, and the lead may waive it.
A trial ends when each of its photos was read or skipped.
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from functools import cached_property
from uuid import UUID

from foundation.records.refusals import Forbidden, NotFound
from tagging.quality.known_answers import tasks_of, unseen_by
from tagging.records.quality import AlbumQuality, KnownAnswerReading
from tagging.records.tagators import Tagator, TagatorSettings
from tagging.records.tasks import TaggingTask, TaggingTaskState, TaskSkip
from tagging.records.works import Work, WorkState


class TrialNotPassed(Forbidden):
    """Too few photos of the trial were read rightly: the lead decides."""


class NoTrial(NotFound):
    """There is no trial for the tagger, and none was read."""


@dataclass(frozen=True)
class TaggerTrial:
    """What a tagger has read of the trial albums, in works that are over, and what is left."""

    tagator: Tagator
    needed: Decimal  # the share to be right, 0 to 1
    left: list[UUID]  # photos
    is_due: bool  # before other work: it was not waived, and there was none yet

    @cached_property
    def readings(self) -> Sequence[KnownAnswerReading]:
        over = KnownAnswerReading.objects.filter(tagator=self.tagator, task__work__is_trial=True)
        over = over.exclude(task__work__state=WorkState.ACTIVE)
        numbers = over.select_related("task").prefetch_related("task__photo__numbers")
        return list(numbers.order_by("read_on"))

    @cached_property
    def asked(self) -> int:
        """How many photos were read, also partly, or skipped."""
        mine = {"work__tagator": self.tagator, "work__is_trial": True}
        skipped = TaskSkip.objects.filter(**mine).count()
        partly = TaggingTask.objects.filter(
            **mine, state=TaggingTaskState.COMPLETED, knownanswerreading=None,
            photo__known_answer__is_active=True,
        ).exclude(work__state=WorkState.ACTIVE)  # fmt: skip
        return len(self.readings) + partly.count() + skipped

    @property
    def right(self) -> int:
        return sum(reading.is_hit for reading in self.readings)

    @property
    def has_enough(self) -> bool:
        return self.right >= self.needed * self.asked

    @property
    def is_passed(self) -> bool:
        """Whether other work follows: it is over and enough was right, or it is not due."""
        return not self.is_due or (not self.left and self.has_enough)


def trial_of(settings: TagatorSettings) -> TaggerTrial | None:
    """Return the trial of a tagger; None: there is none for them."""
    albums = AlbumQuality.objects.filter(trial_share__isnull=False)
    if not settings.all_albums:
        albums = albums.filter(album__in=settings.tagator.opened_albums.values("album"))
    shares = {each.pk: each.trial_share or Decimal(0) for each in albums}
    if not shares:
        return None
    unseen = unseen_by(settings.tagator, shares)
    left = [photo_id for photo_ids in unseen.values() for photo_id in photo_ids]
    worked = Work.objects.filter(tagator=settings.tagator, is_trial=False)
    is_due = not settings.trial_waived and not worked.exists()
    needed = max(shares.values())
    return TaggerTrial(tagator=settings.tagator, needed=needed, left=left, is_due=is_due)


def due_trial(settings: TagatorSettings) -> TaggerTrial | None:
    """Return the trial before which a tagger gets no other work; None: they get some.

    :raises TrialNotPassed: it is over, and too little was right.
    """
    trial = trial_of(settings)
    if trial is None or not trial.is_due:
        return None
    if not trial.left and not trial.is_passed:
        raise TrialNotPassed
    return trial if trial.left else None


def trial_ahead(settings: TagatorSettings) -> TaggerTrial | None:
    """Return the trial that a tagger has still to read; None: there is none."""
    with suppress(TrialNotPassed):
        return due_trial(settings)
    return None


def trial_tasks(trial: TaggerTrial, count: int, now: datetime) -> list[TaggingTask]:
    """Return unsaved tasks of the next photos of a trial; they are held until the commit."""
    return tasks_of(trial.left[:count], now)


def get_trial(tagator_id: UUID) -> TaggerTrial:
    """Return the trial that a tagger has to read, or what they have read of one.

    :raises NoTrial: neither.
    """
    settings = TagatorSettings.objects.select_related("tagator").get_or_refuse(tagator_id)
    trial = trial_of(settings)
    if trial is None or not (trial.asked or (trial.is_due and trial.left)):
        raise NoTrial
    return trial
