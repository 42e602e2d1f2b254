"""The tags of a task: start numbers as typed, checked, and custom tags of the album."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

import structlog
from django.conf import settings
from django.db import transaction
from django.db.models import Q

from foundation.records.refusals import Invalid, Unavailable
from recognition.numbers.normalising import (
    CheckedNumber,
    NumberRules,
    accepted,
    check,
    refuse_rejected,
    rules_of,
    sorted_out,
)
from recognition.numbers.partial import check_typed
from recognition.numbers.start_lists import refuse_erased_numbers, start_numbers_of
from recognition.providers.failures import ProcessingFailure
from recognition.records.albums import Album, refuse_unknown_custom_tags
from tagging.records.tasks import TaggingTask, TagKind, TaskTag
from tagging.records.tasks_in_hand import TaskCommand, seen_task, task_in_hand

# Check the numbers and custom tags that a person read: all are accepted, or none.


log = structlog.get_logger(__name__)


class StartListUnavailable(Unavailable):
    """The start list is not available now, so the numbers cannot be checked."""


def accepted_numbers(album: Album, texts: Sequence[str], now: datetime) -> list[str]:
    """Return the normalised numbers, each once. May ask the competitor service.

    :raises NumbersNotAccepted: one of them fails the checks; `errors` names each by its place.
    :raises StartListUnavailable: the album's start list is not available now.
    """
    return accepted(texts, _rules_for(album, texts, now), "tags")


def typed_numbers(album: Album, texts: Sequence[str], now: datetime) -> list[CheckedNumber]:
    """Return the numbers as `accepted_numbers`, and those that are only partly legible.

    :raises NumbersNotAccepted, StartListUnavailable: see there.
    """
    rules = _rules_for(album, texts, now)
    checked = [check_typed(text, rules) for text in texts]
    refuse_rejected(checked, "tags")
    return checked


def unlisted_numbers(
    album: Album, texts: Sequence[str], now: datetime
) -> tuple[list[str], list[str]]:
    """Return the numbers that are in the start list after all, and those that are not.

    :raises NumbersNotAccepted: one of them fails another check than that of the list.
    :raises StartListUnavailable: the album's start list is not available now.
    """
    return sorted_out(texts, _rules_for(album, texts, now), "unlistedTags")


def spellings_of(album: Album, text: str, stored: Iterable[str]) -> set[str]:
    """Return a number as given, and as the album's rules normalise it now.

    :param stored: the numbers among which it is; without its letters it is the one of its digits.
    """
    rules = replace(rules_of(album, None), start_list=frozenset(stored))
    return {
        text,
        check(text, rules).value,
        check_typed(text, replace(rules, start_list=None)).value,
    }


def _rules_for(album: Album, texts: Sequence[str], now: datetime) -> NumberRules:
    try:
        return rules_of(album, start_numbers_of(album, now) if texts else ())
    except ProcessingFailure as failure:
        # The caller does not get the reason: it names the service, and may quote its answer.
        log.warning("start_list_unavailable", album_id=str(album.pk), reason=failure.reason)
        if failure.retry_after is None:
            raise StartListUnavailable from failure
        # Paused photos are retried one by one, so their times are later. The caller may try again
        # earlier: the next probe of the competitor service is due within the cap.
        wait = min(failure.retry_after, settings.PROVIDER_PAUSE_CAP)
        raise StartListUnavailable(retry_after=wait) from failure


MAX_TAGS = 200


class TooManyTags(Invalid):
    """A task has at most 200 tags."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AddTagsCommand(TaskCommand):
    """Add these numbers, as typed, and these custom tags of the album.

    In `tags`, a `?` stands for a digit that cannot be read. Of `unlisted_tags` the tagger is sure,
    whatever the start list says.
    """

    tags: Sequence[str] = ()
    custom_tags: Sequence[str] = ()
    unlisted_tags: Sequence[str] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class DeleteTagCommand(TaskCommand):
    """Delete a custom tag, or a number of any kind: as it was typed, or as it is stored."""

    kind: TagKind
    value: str


def add_tags(command: AddTagsCommand) -> TaggingTask:
    """Add tags to a task, all of them or none, and return it with its tags.

    Tags that the task already has stay. No transaction is open while the competitor service is
    asked.

    :raises NumbersNotAccepted, UnknownCustomTag, TooManyTags, StartListUnavailable: see there.
    :raises NotFound, Conflict: as `task_in_hand`.
    """
    task = seen_task(command)
    refuse_unknown_custom_tags(task.album, command.custom_tags)
    typed = typed_numbers(task.album, command.tags, command.now)
    listed, unlisted = unlisted_numbers(task.album, command.unlisted_tags, command.now)
    return _store_tags(command, [*typed, *map(_whole, listed)], unlisted)


@transaction.atomic
def _store_tags(
    command: AddTagsCommand, numbers: Sequence[CheckedNumber], unlisted: Sequence[str]
) -> TaggingTask:
    task = task_in_hand(command)
    if numbers:
        refuse_erased_numbers(task.album, [one.value for one in numbers], "tags")
    if unlisted:
        refuse_erased_numbers(task.album, unlisted, "unlistedTags")
    tags = {(tag.kind, tag.value): tag for tag in task.tags_read}
    for tag in (
        *(_tag_of(task, one) for one in numbers),
        *(TaskTag(task=task, kind=TagKind.CUSTOM, value=one) for one in command.custom_tags),
        *(TaskTag(task=task, kind=TagKind.UNLISTED, value=one) for one in unlisted),
    ):
        tags.setdefault((tag.kind, tag.value), tag)
    if len(tags) > MAX_TAGS:
        raise TooManyTags
    TaskTag.objects.bulk_create(list(tags.values())[len(task.tags_read) :])
    task.tags_read = list(tags.values())
    return task


def _whole(number: str) -> CheckedNumber:
    return CheckedNumber(value=number)


def _tag_of(task: TaggingTask, number: CheckedNumber) -> TaskTag:
    kind = TagKind.PARTIAL if number.rejection else TagKind.NUMBER
    return TaskTag(task=task, kind=kind, value=number.value, typed=number.read_as)


@transaction.atomic
def delete_tag(command: DeleteTagCommand) -> TaggingTask:
    """Delete a tag of a task, and return it with its tags; one that is not there changes nothing.

    :raises NotFound, Conflict: as `task_in_hand`.
    """
    task = task_in_hand(command)
    is_number = command.kind is TagKind.NUMBER
    tags, values = task.tags.filter(kind=command.kind), {command.value}
    if is_number:
        tags = task.tags.exclude(kind=TagKind.CUSTOM)
        values = spellings_of(task.album, command.value, tags.values_list("value", flat=True))
    tags.filter(Q(value__in=values) | Q(typed__in=values - {""})).delete()
    del task.tags_read
    return task
