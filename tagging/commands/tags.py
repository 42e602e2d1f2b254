"""The tags of a task: start numbers as typed, checked, and custom tags of the album."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction

from foundation.records.refusals import Invalid
from recognition.erased import refuse_erased_numbers
from tagging.checking import (
    accepted_numbers,
    refuse_unknown_custom_tags,
    spellings_of,
    unlisted_numbers,
)
from tagging.commands.in_hand import TaskCommand, seen_task, task_in_hand
from tagging.models import TaggingTask, TagKind, TaskTag

MAX_TAGS = 200


class TooManyTags(Invalid):
    """A task has at most 200 tags."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AddTagsCommand(TaskCommand):
    """Add these numbers, as typed, and these custom tags of the album.

    Of `unlisted_tags` the tagger is sure, whatever the start list says.
    """

    tags: Sequence[str] = ()
    custom_tags: Sequence[str] = ()
    unlisted_tags: Sequence[str] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class DeleteTagCommand(TaskCommand):
    """Delete a custom tag, or a number, listed or not: as it was typed, or as it is stored."""

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
    numbers = accepted_numbers(task.album, command.tags, command.now)
    listed, unlisted = unlisted_numbers(task.album, command.unlisted_tags, command.now)
    return _store_tags(command, [*numbers, *listed], unlisted)


@transaction.atomic
def _store_tags(
    command: AddTagsCommand, numbers: Sequence[str], unlisted: Sequence[str]
) -> TaggingTask:
    task = task_in_hand(command)
    if numbers:
        refuse_erased_numbers(task.album, numbers, "tags")
    if unlisted:
        refuse_erased_numbers(task.album, unlisted, "unlistedTags")
    of_kinds = (
        (TagKind.NUMBER, numbers),
        (TagKind.CUSTOM, command.custom_tags),
        (TagKind.UNLISTED, unlisted),
    )
    added = [
        TaskTag(task=task, kind=kind, value=one) for kind, values in of_kinds for one in values
    ]
    TaskTag.objects.bulk_create(added, ignore_conflicts=True)
    if len(task.numbers) + len(task.custom_tags) + len(task.unlisted) > MAX_TAGS:
        raise TooManyTags
    return task


@transaction.atomic
def delete_tag(command: DeleteTagCommand) -> TaggingTask:
    """Delete a tag of a task, and return it with its tags; one that is not there changes nothing.

    :raises NotFound, Conflict: as `task_in_hand`.
    """
    task = task_in_hand(command)
    is_number = command.kind is TagKind.NUMBER
    kinds = [TagKind.NUMBER, TagKind.UNLISTED] if is_number else [command.kind]
    tags, values = task.tags.filter(kind__in=kinds), {command.value}
    if is_number:
        values = spellings_of(task.album, command.value, tags.values_list("value", flat=True))
    tags.filter(value__in=values).delete()
    return task
