"""Taking work: open tasks, the most urgent first, for one tagger and a limited time."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import Random, SystemRandom
from uuid import UUID

from django.db import transaction

from foundation.records.refusals import Forbidden, NotFound
from tagging.commands.changes import Entry, change_locked
from tagging.commands.claiming import claim_tasks
from tagging.commands.closing import expire_overdue_works
from tagging.commands.known_answers import assign_known_answers, draw_known_answers
from tagging.commands.pictures import copy_soon
from tagging.models import (
    Tagator,
    TagatorSettings,
    TagatorState,
    TaggingTaskState,
    TaskChange,
    Work,
    WorkState,
)


class NoTasks(NotFound):
    """There is no open task for this tagger now."""


class TagatorBlocked(Forbidden):
    """The tagger is blocked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeWorkCommand:
    """A tagger asks for work; `album_id`: of this album only.

    `chance` decides which photos with known numbers are mixed among the tasks.
    """

    tagator_id: UUID
    now: datetime
    album_id: UUID | None = None
    chance: Random = field(default_factory=SystemRandom)


@dataclass(frozen=True, slots=True, kw_only=True)
class TakenWork:
    """A work, and whether this command created it."""

    work: Work
    is_new: bool


def take_work(command: TakeWorkCommand) -> TakenWork:
    """Return the tagger's active work, or a new one with the most urgent tasks open to them.

    Overdue works are expired first, so that their tasks can be taken at once.

    :raises TagatorNotFound, TagatorBlocked, NoTasks: see there.
    """
    expire_overdue_works(command.now)
    return _take(command)


@transaction.atomic
def _take(command: TakeWorkCommand) -> TakenWork:
    # Two requests of one tagger wait for each other here, and for a change that blocks the tagger.
    tagator = Tagator.objects.locked(command.tagator_id)
    if tagator.state == TagatorState.BLOCKED:
        raise TagatorBlocked
    active = Work.objects.filter(tagator=tagator, state=WorkState.ACTIVE).first()
    if active is not None:
        return TakenWork(work=active, is_new=False)
    settings = TagatorSettings.objects.get_or_refuse(tagator.pk)
    known = draw_known_answers(settings, command.album_id, command.now, command.chance)
    places = settings.tasks_per_work - len(known)
    tasks = claim_tasks(settings, command.album_id, places)
    if places and not tasks:
        raise NoTasks
    work = Work.objects.create(
        tagator=tagator,
        created_on=command.now,
        active_since=command.now,
        expires_on=command.now + timedelta(minutes=settings.work_timeout_minutes),
        tasks_total=len(known) + len(tasks),
    )
    taken = Entry(
        change=TaskChange.TAKEN,
        occurred_on=command.now,
        actor=tagator.email,
        tagator=tagator,
        work=work,
    )
    change_locked(tasks, taken, state=TaggingTaskState.ASSIGNED, work=work)
    assign_known_answers(known, work, taken)
    copy_soon(tagator.pk, command.album_id)
    return TakenWork(work=work, is_new=True)
