"""What staff do for the quality of tagging: shares, known answers, settled disagreements."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from uuid import UUID

from django.db import transaction

from foundation.records.audit import Actor, name_of, record_creation, record_deed, store_recorded
from foundation.records.models import UNCHANGED, Unchanged, insert_new
from foundation.records.refusals import Conflict, NotFound
from recognition.numbers.start_lists import refuse_erased_numbers
from recognition.processing.correcting import CorrectionOrder, PhotoDeleted, set_numbers
from recognition.records.albums import Album, refuse_unknown_custom_tags
from recognition.records.photos import Photo
from recognition.records.steps import PhotoState
from tagging.records.quality import AlbumQuality, Comparison, KnownAnswer, TagatorReading
from tagging.records.tags import accepted_numbers
from tagging.records.tasks import TaggingTask

SETTLED = "Two taggers read the photo differently."


class DisagreementNotFound(NotFound):
    """There is no such second reading."""


class NoDisagreement(Conflict):
    """The two readings agree, or one of them is not finished."""


class DisagreementSettled(Conflict):
    """The disagreement was settled with other numbers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeAlbumQualityCommand:
    """Change how an album's tagging is checked; None leaves a share, 0 to 1, unchanged.

    A wanted certainty of None: no photo is read again because of doubt. A trial share of None: the
    album is no trial.
    """

    album_id: UUID
    second_reading_share: Decimal | None = None
    known_answer_share: Decimal | None = None
    wanted_certainty: Decimal | Unchanged | None = UNCHANGED
    trial_share: Decimal | Unchanged | None = UNCHANGED
    no_number_if_all_skip: bool | None = None
    expected_version: int | None = None
    by: Actor | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkKnownAnswerCommand:
    """These numbers, as typed, and custom tags are all that is on the photo."""

    photo_id: UUID
    numbers: Sequence[str]
    now: datetime
    custom_tags: Sequence[str] = ()
    by: Actor | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class UnmarkKnownAnswerCommand:
    """Stop giving the photo to taggers."""

    photo_id: UUID
    by: Actor | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SettleDisagreementCommand:
    """The right numbers, as typed, and custom tags of a photo that two tagators read differently.

    `task_id` is the task of the first reading.
    """

    task_id: UUID
    numbers: Sequence[str]
    now: datetime
    custom_tags: Sequence[str] = ()
    by: Actor | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ReopenDisagreementCommand:
    """Take a settlement back; `task_id` is the task of the first reading."""

    task_id: UUID
    by: Actor | None = None


@transaction.atomic
def change_album_quality(command: ChangeAlbumQualityCommand) -> AlbumQuality:
    """Change how an album is checked, from the next completion and the next work on.

    An album that was never changed counts as version 1.

    :raises AlbumNotFound, VersionConflict: see there.
    """
    album = Album.objects.get_or_refuse(command.album_id)
    insert_new(AlbumQuality(album=album))
    quality = AlbumQuality.objects.locked(album.pk, command.expected_version)
    changes = quality.differing(
        second_reading_share=command.second_reading_share,
        known_answer_share=command.known_answer_share,
        no_number_if_all_skip=command.no_number_if_all_skip,
    )
    for name in ("wanted_certainty", "trial_share"):
        wanted = getattr(command, name)
        if wanted is not UNCHANGED and getattr(quality, name) != wanted:
            changes[name] = wanted
    return store_recorded(command.by, quality, **changes)


def mark_known_answer(command: MarkKnownAnswerCommand) -> KnownAnswer:
    """Mark a photo as one whose numbers are known; repeated, nothing changes.

    Tasks in hand are compared with what is marked when they are completed.

    :raises PhotoNotFound, PhotoDeleted: see there.
    :raises NumbersNotAccepted, UnknownCustomTag, StartListUnavailable: as for a tagger's tags.
    """
    photo = Photo.objects.with_album().get_or_refuse(command.photo_id)
    if photo.state == PhotoState.DELETED:
        raise PhotoDeleted
    stored = KnownAnswer.objects.filter(pk=photo.pk, is_active=True).first()
    if stored is not None and _is_same(stored, command):
        return stored  # also where the album's rules have changed since
    known = checked_answer(photo.album, command)
    return store_known_answer(photo, known, command.by)


def _is_same(stored: KnownAnswer, command: MarkKnownAnswerCommand) -> bool:
    given = sorted(set(command.numbers)), sorted(set(command.custom_tags))
    return given == (stored.numbers, stored.custom_tags)


@transaction.atomic
def store_known_answer(photo: Photo, known: TagatorReading, by: Actor | None) -> KnownAnswer:
    """Mark a photo with what is known of it, checked before; repeated, nothing changes."""
    # Held, so that no custom tag is removed meanwhile.
    album = Album.objects.select_for_update(no_key=True).get(pk=photo.album_id)
    refuse_unknown_custom_tags(album, known.custom_tags)
    refuse_erased_numbers(album, known.numbers, "tags")
    answer = KnownAnswer(
        photo=photo,
        album_id=photo.album_id,
        numbers=known.numbers,
        custom_tags=known.custom_tags,
        marked_by=name_of(by),
    )
    if insert_new(answer):
        record_creation(by, answer)
        return answer
    stored = KnownAnswer.objects.locked(photo.pk)
    changes = stored.differing(numbers=known.numbers, custom_tags=known.custom_tags, is_active=True)
    marked = {"marked_by": name_of(by)} if changes else {}
    return store_recorded(by, stored, **changes, **marked)


@transaction.atomic
def unmark_known_answer(command: UnmarkKnownAnswerCommand) -> KnownAnswer:
    """Stop giving a photo to taggers; their readings stay. Repeated, nothing changes.

    :raises KnownAnswerNotFound: the photo was never marked.
    """
    known = KnownAnswer.objects.locked(command.photo_id)
    return store_recorded(command.by, known, **known.differing(is_active=False))


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
    return _settle(command, checked_answer(comparison.task.album, command))


@transaction.atomic
def _settle(command: SettleDisagreementCommand, right: TagatorReading) -> Comparison:
    # The photo first, as everywhere: completions lock it while they compare.
    photo_id = TaggingTask.objects.values_list("photo", flat=True).get(pk=command.task_id)
    photo = Photo.objects.locked_with_album(photo_id)
    comparison = Comparison.objects.select_related("task").get(pk=command.task_id)
    if comparison.settled_on is not None:
        settled = comparison.settled_numbers, comparison.settled_custom_tags
        if settled != (right.numbers, right.custom_tags):
            raise DisagreementSettled
        return comparison
    if comparison.agrees is not False:
        raise NoDisagreement
    if photo.state == PhotoState.DELETED:
        raise PhotoDeleted
    refuse_erased_numbers(photo.album, right.numbers, "tags")
    photo.custom_tags = list(right.custom_tags)
    who = name_of(command.by)
    set_numbers(photo, right.numbers, CorrectionOrder(who=who, now=command.now, reason=SETTLED))
    comparison.settled_on, comparison.settled_by = command.now, who
    comparison.settled_numbers = right.numbers
    comparison.settled_custom_tags = right.custom_tags
    comparison.save()
    decision = {"numbers": (None, right.numbers), "custom_tags": (None, right.custom_tags)}
    record_deed(command.by, "Settled a disagreement", comparison, decision)
    return comparison


@transaction.atomic
def reopen_disagreement(command: ReopenDisagreementCommand) -> Comparison:
    """Let a disagreement be settled again; of one that is open, nothing changes.

    The photo keeps what was sent until then. No reading counts as right or wrong meanwhile.

    :raises DisagreementNotFound, PhotoDeleted: see there.
    """
    found = Comparison.objects.select_for_update(of=("self",), no_key=True)
    comparison = found.filter(pk=command.task_id).first()
    if comparison is None:
        raise DisagreementNotFound
    if comparison.settled_on is None:
        return comparison
    if comparison.task.photo.state == PhotoState.DELETED:
        raise PhotoDeleted
    decision = {
        "numbers": (comparison.settled_numbers, None),
        "custom_tags": (comparison.settled_custom_tags, None),
    }
    comparison.settled_on, comparison.settled_by = None, ""
    comparison.settled_numbers = comparison.settled_custom_tags = None
    comparison.save()
    record_deed(command.by, "Reopened a disagreement", comparison, decision)
    return comparison


def checked_answer(
    album: Album, command: MarkKnownAnswerCommand | SettleDisagreementCommand
) -> TagatorReading:
    """Return what staff typed, checked like a tagger's tags."""
    refuse_unknown_custom_tags(album, command.custom_tags)
    numbers = accepted_numbers(album, command.numbers, command.now)
    return TagatorReading(numbers=sorted(numbers), custom_tags=sorted(set(command.custom_tags)))
