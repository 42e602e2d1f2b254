"""Taking work: open tasks, the most urgent first, for one tagger and a limited time."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import Random, SystemRandom
from uuid import UUID

from django.db import transaction

from foundation.records.refusals import Forbidden, NotFound
from tagging.quality.known_answers import assign_known_answers, draw_known_answers
from tagging.quality.trials import TrialNotPassed, due_trial, trial_tasks
from tagging.records.changes import Entry, change_locked
from tagging.records.history import TaskChange
from tagging.records.open_tasks import copy_soon, look_for_work, next_open_tasks, open_tasks_for
from tagging.records.tagators import Tagator, TagatorSettings, TagatorState
from tagging.records.works import TaggingTask, TaggingTaskState, Work, WorkState
from tagging.works.closing import expire_overdue_works

# Which open tasks a tagger gets; they are locked, so that no other tagger gets them.
#
# `SKIP LOCKED` leaves out the tasks that others are taking at this moment; only if nothing is
# left,
# the others are waited for.


_SPARE = 200  # tasks beyond those wanted, because others may be taking the first ones


def claim_tasks(settings: TagatorSettings, album_id: UUID | None, count: int) -> list[TaggingTask]:
    """Lock and return the most urgent tasks open to the tagger, at most `count`.

    :param album_id: of this album alone; None: of every album that is open to the tagger.
    """
    wanted = open_tasks_for(settings, album_id, count + _SPARE)
    claimed = list(wanted.select_for_update(skip_locked=True)[:count])
    # Either no task is open, or others have locked the first ones: wait for them, because they
    # may roll back, or only change the priority. If they took all of them, look again.
    while not claimed and (candidates := next_open_tasks(settings, album_id, count)):
        claimed = _claim_waiting(candidates)
    return claimed


def _claim_waiting(task_ids: list[UUID]) -> list[TaggingTask]:
    """Lock those of the tasks that are still open, in the order in which changes lock tasks."""
    open_tasks = TaggingTask.objects.filter(pk__in=task_ids, state=TaggingTaskState.OPEN)
    return list(open_tasks.order_by("pk").select_for_update())


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

    Overdue works are expired first, so that their tasks can be taken at once. A new tagger may have
    to read a trial first.

    :raises TagatorNotFound, TagatorBlocked, TrialNotPassed, NoTasks: see there.
    """
    expire_overdue_works(command.now)
    return _take(command)


def is_work_waiting(tagator_id: UUID, album_id: UUID | None) -> bool:
    """Return whether taking work would give some now; let its first pictures be copied."""
    settings = TagatorSettings.objects.select_related("tagator").get_or_refuse(tagator_id)
    try:
        trial = due_trial(settings)
    except TrialNotPassed:
        return False
    return trial is not None or look_for_work(tagator_id, album_id)


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
    settings.tagator = tagator
    trial = due_trial(settings)
    tasks: list[TaggingTask] = []
    if trial:
        known = trial_tasks(trial, settings.tasks_per_work, command.now)
    else:
        known, tasks = _draw(settings, command)
    if not known and not tasks:
        raise NoTasks
    work = Work.objects.create(
        tagator=tagator,
        created_on=command.now,
        active_since=command.now,
        expires_on=command.now + timedelta(minutes=settings.work_timeout_minutes),
        tasks_total=len(known) + len(tasks),
        is_trial=trial is not None,
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


def _draw(
    settings: TagatorSettings, command: TakeWorkCommand
) -> tuple[list[TaggingTask], list[TaggingTask]]:
    """Return known-answer tasks, unsaved, and open ones, locked; known ones never come alone."""
    known = draw_known_answers(settings, command.album_id, command.now, command.chance)
    places = settings.tasks_per_work - len(known)
    tasks = claim_tasks(settings, command.album_id, places)
    return ([], []) if places and not tasks else (known, tasks)
