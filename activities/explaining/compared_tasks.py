"""Why a task is open or done, and which tasks an activity was compared with."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any
from uuid import UUID

from django.db.models import Q

from activities.records.models import Activity, ActivityChange, ActivityHistory, ActivityState
from activities.types import InvalidOperation, kind_of
from foundation.records.texts import in_utc
from programs.activity_types import criteria_of
from programs.criteria import Check, CriteriaInvalid
from programs.participants.models import ParticipantState
from programs.tasks.models import ParticipantExerciseTask, ParticipantTaskState
from programs.tasks.suitable import IN_TURN

# Which tasks an activity was compared with, and why each did or did not suit.
#
# The tasks are compared as they are now; those that were added or changed since are marked.

MOST_TASKS = 20


class TaskFit(StrEnum):
    """Whether a task suits, and the first reason why it does not."""

    APPLIED = "Applied"
    SUITS = "Suits"
    CRITERIA_NOT_MET = "CriteriaNotMet"
    NOTHING_SUITS = "NothingSuits"
    TAKEN = "Taken"
    NOT_ACTIVE = "NotActive"


class Since(StrEnum):
    """What happened to a task after the activity was applied or skipped."""

    NOTHING = ""
    ADDED = "Added"
    CHANGED = "Changed"


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskLookedAt:
    """A task; `place` is its turn, from 1: those that cannot be tried come after the others."""

    place: int
    task: ParticipantExerciseTask
    verdict: TaskFit
    reason: str
    checks: Sequence[Check]
    since: Since


@dataclass(frozen=True, slots=True, kw_only=True)
class TasksLookedAt:
    """The first tasks of `count`, and the task that the activity is applied to.

    - `decided_on`: when the activity was applied or skipped.
    - `why_none`: why no task suits, whatever its criteria; empty where tasks may suit.
    """

    count: int
    tasks: Sequence[TaskLookedAt]
    decided_on: datetime | None
    why_none: str


def get_tasks_looked_at(activity: Activity) -> TasksLookedAt:
    """Return the participant's tasks of the activity's type, in the order they are tried."""
    turns = _turns(activity)
    shown = {task_id: place for task_id, place in turns.items() if place <= MOST_TASKS}
    if (own := activity.participant_exercise_task_id) in turns:
        shown[own] = turns[own]
    tasks = ParticipantExerciseTask.objects.select_related("exercise", "activity").in_bulk(shown)
    changes = activity.history.order_by("pk").values_list("change", "occurred_on", "details")
    decided_on, data = when_decided(list(changes), activity.data)
    why_none, facts = facts_of(activity.type, data)
    looked_at = []
    for pk, place in shown.items():
        verdict, reason, checks = _fit(tasks[pk], activity, why_none, facts)
        looked_at.append(
            TaskLookedAt(
                place=place,
                task=tasks[pk],
                verdict=verdict,
                reason=reason,
                checks=checks,
                since=_since(tasks[pk], decided_on),
            )
        )
    return TasksLookedAt(
        count=len(turns), tasks=looked_at, decided_on=decided_on, why_none=why_none
    )


def _turns(activity: Activity) -> dict[UUID, int]:
    """Return the turn of each task: first those that can be tried, then the others."""
    own = activity.participant_exercise_task_id
    rows = (
        ParticipantExerciseTask.objects.filter(
            Q(activity_type=activity.type) | Q(pk=own), participant=activity.participant_id
        )
        .order_by(*IN_TURN)
        .values_list("pk", "state", "activity_applied_on")
    )
    tried: list[UUID] = []
    others: list[UUID] = []
    for pk, state, applied_on in rows:
        is_free = state == ParticipantTaskState.ACTIVE and applied_on is None
        (tried if is_free or pk == own else others).append(pk)
    return {pk: place for place, pk in enumerate([*tried, *others], start=1)}


def when_decided(
    changes: Sequence[Sequence[Any]], data: Mapping[str, str]
) -> tuple[datetime | None, Mapping[str, str]]:
    """Return when an activity was applied or skipped, and the data that it had then.

    :param changes: of its history in their order: change, moment, details.
    :param data: as they are now.
    """
    ends = (ActivityChange.APPLIED, ActivityChange.SKIPPED)
    decided_on = next((on for change, on, _ in changes if change in ends), None)
    versions = [
        details["data"]
        for _, on, details in changes
        if "data" in details and (decided_on is None or on <= decided_on)
    ]
    return decided_on, versions[-1] if versions else data


def facts_of(activity_type: str, data: Mapping[str, str]) -> tuple[str, Mapping[str, Any]]:
    """Return why no task suits these data, if so, and what criteria are compared with."""
    try:
        kind = kind_of(activity_type)
        values = kind.read(data)
        return kind.why_not_matched(values), kind.facts(values)
    except InvalidOperation as refusal:
        return refusal.detail, {}


def _fit(
    task: ParticipantExerciseTask, activity: Activity, why_none: str, facts: Mapping[str, Any]
) -> tuple[TaskFit, str, Sequence[Check]]:
    """Return whether the task suits, why not, and what each criterion says."""
    verdict, reason, checks = compared(task, facts)
    return *(_availability(task, activity, why_none) or (verdict, reason)), checks


def compared(
    task: ParticipantExerciseTask, facts: Mapping[str, Any]
) -> tuple[TaskFit, str, Sequence[Check]]:
    """Return whether facts meet a task's criteria, which not, and what each criterion says."""
    rules = criteria_of(task.activity_type)
    try:
        rules.read(task.criteria)
    except CriteriaInvalid as refusal:
        return TaskFit.CRITERIA_NOT_MET, refusal.detail, []
    checks = rules.checks(task.criteria, facts)
    if rules.suits(task.criteria, facts):
        return TaskFit.SUITS, "", checks
    unmet = (each for each in checks if not each.is_met)
    reason = "; ".join(f"{c.criterion}: wanted {c.wanted}, got {c.got}" for c in unmet)
    return TaskFit.CRITERIA_NOT_MET, reason, checks


def _availability(
    task: ParticipantExerciseTask, activity: Activity, why_none: str
) -> tuple[TaskFit, str] | None:
    """Return why the task is decided before its criteria are compared, if it is."""
    if task.pk == activity.participant_exercise_task_id:
        return TaskFit.APPLIED, "This activity counts for it."
    if task.activity_applied_on is not None:
        other = getattr(task, "activity", None)
        by = f"activity {other.pk}" if other else "another activity"
        return TaskFit.TAKEN, f"Taken by {by} on {in_utc(task.activity_applied_on)}."
    if task.state != ParticipantTaskState.ACTIVE:
        return TaskFit.NOT_ACTIVE, f"It is {task.state}, not {ParticipantTaskState.ACTIVE.value}."
    return (TaskFit.NOTHING_SUITS, why_none) if why_none else None


def _since(task: ParticipantExerciseTask, decided_on: datetime | None) -> Since:
    if decided_on is None or task.updated_on <= decided_on:
        return Since.NOTHING
    return Since.ADDED if task.created_on > decided_on else Since.CHANGED


MOST_ACTIVITIES = 20


class TriedFit(StrEnum):
    """What became of an activity that might have been applied to a task."""

    APPLIED = "Applied"
    ELSEWHERE = "AppliedElsewhere"
    TOO_EARLY = "TooEarly"
    NOTHING_SUITS = "NothingSuits"
    CRITERIA_NOT_MET = "CriteriaNotMet"
    WAITS = "Waits"
    WOULD_SUIT = "WouldSuit"


@dataclass(frozen=True, slots=True, kw_only=True)
class TriedActivity:
    """An activity, and why the task did not take it: in words, and by criterion."""

    activity: Activity
    verdict: TriedFit
    reason: str
    checks: Sequence[Check]


@dataclass(frozen=True, slots=True, kw_only=True)
class ExplainedTask:
    """A task, where it stands in sentences, and the newest of `count` activities of its type."""

    task: ParticipantExerciseTask
    sentences: Sequence[str]
    count: int
    tried: Sequence[TriedActivity]


def explain_task(task_id: UUID) -> ExplainedTask:
    """Return where a task stands, and what became of the participant's activities of its type.

    Criteria are compared as they are now, with the data that an activity had when it was decided.

    :raises ParticipantExerciseTaskNotFound: no such task.
    """
    rows = ParticipantExerciseTask.objects.select_related("participant__program", "exercise")
    task = rows.get_or_refuse(task_id)
    found = Activity.objects.filter(participant=task.participant_id, type=task.activity_type)
    newest = list(found.select_related("participant_exercise_task__exercise").order_by(
        "-created_on", "pk")[:MOST_ACTIVITIES])  # fmt: skip
    own = next((each for each in newest if each.participant_exercise_task_id == task.pk), None)
    if own is None and (own := Activity.objects.filter(participant_exercise_task=task).first()):
        newest.append(own)
    changes = _changes_of(newest)
    tried = [_tried(task, each, changes.get(each.pk, ())) for each in newest]
    count = found.count()
    return ExplainedTask(
        task=task, sentences=list(_sentences(task, own, count)), count=count, tried=tried
    )


def _changes_of(activities: Sequence[Activity]) -> Mapping[UUID, Sequence[Any]]:
    """Return the changes of activities in their order, as `when_decided` takes them."""
    rows = ActivityHistory.objects.filter(activity__in=activities).order_by("pk")
    found: dict[UUID, list[Any]] = defaultdict(list)
    for key, *change in rows.values_list("activity_id", "change", "occurred_on", "details"):
        found[key].append(change)
    return found


def _tried(
    task: ParticipantExerciseTask, activity: Activity, changes: Sequence[Any]
) -> TriedActivity:
    decided_on, data = when_decided(changes, activity.data)
    why_none, facts = facts_of(activity.type, data)
    fit, unmet, checks = compared(task, facts)
    verdict, reason = _verdict(task, activity, decided_on, why_none)
    if verdict is None:
        is_met = fit is TaskFit.SUITS
        verdict = _open(activity) if is_met else TriedFit.CRITERIA_NOT_MET
        reason = _MET[verdict] if is_met else unmet
    return TriedActivity(activity=activity, verdict=verdict, reason=reason, checks=checks)


_MET = {
    TriedFit.WAITS: "It meets the criteria, and waits for its task to be searched.",
    TriedFit.WOULD_SUIT: "It meets the criteria as they are now; it found no task before.",
}


def _open(activity: Activity) -> TriedFit:
    is_waiting = activity.state == ActivityState.CREATED
    return TriedFit.WAITS if is_waiting else TriedFit.WOULD_SUIT


def _verdict(
    task: ParticipantExerciseTask, activity: Activity, decided_on: datetime | None, why_none: str
) -> tuple[TriedFit | None, str]:
    """Return what decides before the criteria are compared, if anything does."""
    other = activity.participant_exercise_task
    if other is not None and other.pk == task.pk:
        return TriedFit.APPLIED, "It counts for this task."
    if other is not None:
        return TriedFit.ELSEWHERE, f"It counts for another task: {other.exercise.name}."
    if decided_on is not None and task.created_on > decided_on:
        return TriedFit.TOO_EARLY, f"It found no task on {in_utc(decided_on)}: this one came later."
    if why_none:
        return TriedFit.NOTHING_SUITS, f"No task suits it: {why_none}."
    return None, ""


def _sentences(task: ParticipantExerciseTask, own: Activity | None, count: int) -> Iterator[str]:
    if task.activity_applied_on is not None:
        which = f"activity {own.pk}" if own else "an activity that is not here any more"
        yield f"It has {which}, counted on {in_utc(task.activity_applied_on)}."
    if task.state == ParticipantTaskState.COMPLETED and task.completed_on:
        yield f"It was completed on {in_utc(task.completed_on)}."
    elif task.state == ParticipantTaskState.CANCELLED:
        yield "It is cancelled: no activity counts for it."
    elif task.activity_applied_on is not None:
        yield "It waits to be completed."
    else:
        yield from _why_open(task, count)


def _why_open(task: ParticipantExerciseTask, count: int) -> Iterator[str]:
    participant = task.participant
    kind = task.get_activity_type_display().lower()
    if count:
        which = f"{count:,} activities" if count > 1 else "one activity"
        yield f"It is open: of the participant's {which} of its type ({kind}) it took none."
    else:
        yield f"It is open: the participant has no activity of its type ({kind})."
    if participant.state == ParticipantState.BLOCKED:
        yield "The participant is blocked: new activities are refused."
    if not participant.program.is_new_scheme:
        yield "Task managers decide for which task an activity counts."
