"""Why a task is open or done: its activity, and those of the participant that were not taken."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any
from uuid import UUID

from activities.explaining.tasks_looked_at import TaskFit, compared, facts_of, when_decided
from activities.records.models import Activity, ActivityHistory, ActivityState
from foundation.records.texts import in_utc
from programs.criteria import Check
from programs.models import ParticipantExerciseTask, ParticipantState, ParticipantTaskState

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
