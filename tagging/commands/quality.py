"""What staff do for the quality of tagging: shares, known answers, settled disagreements."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from uuid import UUID

from django.db import transaction

from recognition.commands.photos.tagging import CorrectTaggingCommand, PhotoDeleted, correct_tagging
from recognition.models import Album, Photo, PhotoState
from records.creating import insert_new
from records.refusals import Conflict, NotFound
from tagging.checking import accepted_numbers, refuse_unknown_custom_tags
from tagging.models import AlbumQuality, Comparison, KnownAnswer, TagatorReading


class DisagreementNotFound(NotFound):
    """There is no such second reading."""


class NoDisagreement(Conflict):
    """The two readings agree, or one of them is not finished."""


class DisagreementSettled(Conflict):
    """The disagreement was settled with other numbers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeAlbumQualityCommand:
    """Change how an album's tagging is checked; None leaves a share, 0 to 1, unchanged."""

    album_id: UUID
    second_reading_share: Decimal | None = None
    known_answer_share: Decimal | None = None
    expected_version: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkKnownAnswerCommand:
    """These numbers, as typed, and custom tags are all that is on the photo."""

    photo_id: UUID
    numbers: Sequence[str]
    now: datetime
    actor: str
    custom_tags: Sequence[str] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class UnmarkKnownAnswerCommand:
    """Stop giving the photo to taggers."""

    photo_id: UUID


@dataclass(frozen=True, slots=True, kw_only=True)
class SettleDisagreementCommand:
    """The right numbers, as typed, and custom tags of a photo that two tagators read differently.

    `task_id` is the task of the first reading.
    """

    task_id: UUID
    numbers: Sequence[str]
    now: datetime
    actor: str
    custom_tags: Sequence[str] = ()


@transaction.atomic
def change_album_quality(command: ChangeAlbumQualityCommand) -> AlbumQuality:
    """Change the shares of an album, from the next completion and the next work on.

    An album that was never changed counts as version 1.

    :raises AlbumNotFound, VersionConflict: see there.
    """
    album = Album.objects.get_or_refuse(command.album_id)
    insert_new(AlbumQuality(album=album))
    quality = AlbumQuality.objects.locked(album.pk, command.expected_version)
    return quality.store_differing(
        second_reading_share=command.second_reading_share,
        known_answer_share=command.known_answer_share,
    )


def mark_known_answer(command: MarkKnownAnswerCommand) -> KnownAnswer:
    """Mark a photo as one whose numbers are known; repeated, nothing changes.

    Tasks in hand are compared with what is marked when they are completed.

    :raises PhotoNotFound, PhotoDeleted: see there.
    :raises NumbersNotAccepted, UnknownCustomTag, StartListUnavailable: as for a tagger's tags.
    """
    photo = Photo.objects.with_album().get_or_refuse(command.photo_id)
    if photo.state == PhotoState.DELETED:
        raise PhotoDeleted
    known = _checked(photo.album, command)
    return _store_known_answer(photo, known, command.actor)


@transaction.atomic
def _store_known_answer(photo: Photo, known: TagatorReading, actor: str) -> KnownAnswer:
    answer = KnownAnswer(
        photo=photo,
        album_id=photo.album_id,
        numbers=known.numbers,
        custom_tags=known.custom_tags,
        marked_by=actor,
    )
    if insert_new(answer):
        return answer
    stored = KnownAnswer.objects.locked(photo.pk)
    changes = stored.differing(numbers=known.numbers, custom_tags=known.custom_tags, is_active=True)
    return stored.store(**changes, marked_by=actor) if changes else stored


@transaction.atomic
def unmark_known_answer(command: UnmarkKnownAnswerCommand) -> KnownAnswer:
    """Stop giving a photo to taggers; their readings stay. Repeated, nothing changes.

    :raises KnownAnswerNotFound: the photo was never marked.
    """
    return KnownAnswer.objects.locked(command.photo_id).store_differing(is_active=False)


def settle_disagreement(command: SettleDisagreementCommand) -> Comparison:
    """Decide what is on a photo and send it; repeated, the same decision changes nothing.

    No transaction is open while the competitor service is asked.

    :raises DisagreementNotFound, NoDisagreement, DisagreementSettled, PhotoDeleted: see there.
    :raises NumbersNotAccepted, UnknownCustomTag, StartListUnavailable: as for a tagger's tags.
    """
    task = "task__album__tenant__competitor_instance"
    comparison = Comparison.objects.select_related(task).filter(pk=command.task_id).first()
    if comparison is None:
        raise DisagreementNotFound
    return _settle(command, _checked(comparison.task.album, command))


@transaction.atomic
def _settle(command: SettleDisagreementCommand, right: TagatorReading) -> Comparison:
    # The photo first, as everywhere: completions lock it while they compare.
    Photo.objects.select_for_update(of=("self",)).get(tagging_tasks=command.task_id)
    comparison = Comparison.objects.select_related("task").get(pk=command.task_id)
    if comparison.settled_on is not None:
        settled = comparison.settled_numbers, comparison.settled_custom_tags
        if settled != (right.numbers, right.custom_tags):
            raise DisagreementSettled
        return comparison
    if comparison.agrees is not False:
        raise NoDisagreement
    correct_tagging(
        CorrectTaggingCommand(
            photo_id=comparison.task.photo_id,
            numbers=right.numbers,
            custom_tags=right.custom_tags,
            now=command.now,
        )
    )
    comparison.settled_on, comparison.settled_by = command.now, command.actor
    comparison.settled_numbers = right.numbers
    comparison.settled_custom_tags = right.custom_tags
    comparison.save()
    return comparison


def _checked(
    album: Album, command: MarkKnownAnswerCommand | SettleDisagreementCommand
) -> TagatorReading:
    """Return what staff typed, checked like a tagger's tags."""
    refuse_unknown_custom_tags(album, command.custom_tags)
    numbers = accepted_numbers(album, command.numbers, command.now)
    return TagatorReading(numbers=sorted(numbers), custom_tags=sorted(set(command.custom_tags)))
