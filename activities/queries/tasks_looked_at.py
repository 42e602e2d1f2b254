"""Which tasks an activity was compared with, and why each did or did not suit.

This is computed when it is asked for, from the tasks as they are now. A task that was added or
changed after the activity was applied or skipped is marked: it may have looked different then.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any
from uuid import UUID

from django.db.models import Q

from activities.models import Activity, ActivityChange
from activities.queries.standing import in_utc
from activities.types import InvalidOperation, kind_of
from programs.activity_types import criteria_of
from programs.criteria import Check, CriteriaInvalid
from programs.models import ParticipantExerciseTask, ParticipantTaskState

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


@dataclass(frozen=True, slots=True, kw_only=True)
class _Comparison:
    """An activity as it was when it was applied or skipped."""

    activity: Activity
    decided_on: datetime | None
    why_none: str
    facts: Mapping[str, Any]


def get_tasks_looked_at(activity: Activity) -> TasksLookedAt:
    """Return the participant's tasks of the activity's type, in the order they are tried."""
    comparison, turns = _comparison(activity), _turns(activity)
    shown = {task_id: place for task_id, place in turns.items() if place <= MOST_TASKS}
    if (own := activity.participant_exercise_task_id) in turns:
        shown[own] = turns[own]
    tasks = ParticipantExerciseTask.objects.select_related("exercise", "activity").in_bulk(shown)
    return TasksLookedAt(
        count=len(turns),
        tasks=[_looked_at(place, tasks[pk], comparison) for pk, place in shown.items()],
        decided_on=comparison.decided_on,
        why_none=comparison.why_none,
    )


def _turns(activity: Activity) -> dict[UUID, int]:
    """Return the turn of each task: first those that can be tried, then the others."""
    own = activity.participant_exercise_task_id
    rows = (
        ParticipantExerciseTask.objects.filter(
            Q(activity_type=activity.type) | Q(pk=own), participant=activity.participant_id
        )
        .in_turn()
        .values_list("pk", "state", "activity_applied_on")
    )
    tried: list[UUID] = []
    others: list[UUID] = []
    for pk, state, applied_on in rows:
        is_free = state == ParticipantTaskState.ACTIVE and applied_on is None
        (tried if is_free or pk == own else others).append(pk)
    return {pk: place for place, pk in enumerate([*tried, *others], start=1)}


def _comparison(activity: Activity) -> _Comparison:
    """Read the data that the activity had when it was applied or skipped."""
    changes = list(activity.history.order_by("pk").values_list("change", "occurred_on", "details"))
    ends = (ActivityChange.APPLIED, ActivityChange.SKIPPED)
    decided_on = next((on for change, on, _ in changes if change in ends), None)
    versions = [
        details["data"]
        for _, on, details in changes
        if "data" in details and (decided_on is None or on <= decided_on)
    ]
    facts: Mapping[str, Any] = {}
    try:
        kind = kind_of(activity.type)
        values = kind.read(versions[-1] if versions else activity.data)
        why_none, facts = kind.why_not_matched(values), kind.facts(values)
    except InvalidOperation as refusal:
        why_none = refusal.detail
    return _Comparison(activity=activity, decided_on=decided_on, why_none=why_none, facts=facts)


def _looked_at(place: int, task: ParticipantExerciseTask, compared: _Comparison) -> TaskLookedAt:
    checks, criteria_met, fault = _checks(task, compared.facts)
    verdict, reason = _availability(task, compared)
    if not verdict:
        unmet = "; ".join(
            f"{each.criterion}: wanted {each.wanted}, got {each.got}"
            for each in checks
            if not each.is_met
        )
        suits = TaskFit.SUITS if criteria_met else TaskFit.CRITERIA_NOT_MET
        verdict, reason = suits, "" if criteria_met else fault or unmet
    return TaskLookedAt(
        place=place,
        task=task,
        verdict=verdict,
        reason=reason,
        checks=checks,
        since=_since(task, compared.decided_on),
    )


def _checks(
    task: ParticipantExerciseTask, facts: Mapping[str, Any]
) -> tuple[Sequence[Check], bool, str]:
    """Return what each criterion says, whether they are met, and why they cannot be read."""
    rules = criteria_of(task.activity_type)
    try:
        rules.read(task.criteria)
    except CriteriaInvalid as refusal:
        return [], False, refusal.detail
    return rules.checks(task.criteria, facts), rules.suits(task.criteria, facts), ""


def _availability(
    task: ParticipantExerciseTask, compared: _Comparison
) -> tuple[TaskFit | None, str]:
    """Return why the task is decided before its criteria are compared, if it is."""
    if task.pk == compared.activity.participant_exercise_task_id:
        return TaskFit.APPLIED, "This activity is applied to it."
    if task.activity_applied_on is not None:
        other = getattr(task, "activity", None)
        by = f"activity {other.pk}" if other else "another activity"
        return TaskFit.TAKEN, f"Taken by {by} on {in_utc(task.activity_applied_on)}."
    if task.state != ParticipantTaskState.ACTIVE:
        return TaskFit.NOT_ACTIVE, f"It is {task.state}, not {ParticipantTaskState.ACTIVE.value}."
    if compared.why_none:
        return TaskFit.NOTHING_SUITS, compared.why_none
    return None, ""


def _since(task: ParticipantExerciseTask, decided_on: datetime | None) -> Since:
    if decided_on is None or task.updated_on <= decided_on:
        return Since.NOTHING
    return Since.ADDED if task.created_on > decided_on else Since.CHANGED
