"""Activities with their histories, and claims to review, as they move in and out."""

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any

from django.db.models import F, OuterRef, Subquery
from django.utils import timezone

from activities.erasing import activity_name
from activities.records.models import (
    Activity,
    ActivityChange,
    ActivityHistory,
    ActivityState,
    RewardClaim,
)
from activities.types.kind import kind_of
from foundation.moving.kinds import Compared, Facts, FileFacts, MovedKind, Row, RowProblem, Values
from foundation.privacy.registry import Name, erased_problems
from foundation.records.formats import guid_or_none
from foundation.records.refusals import Invalid
from programs.participants.erasing import participant_name
from programs.tasks.models import ParticipantExerciseTask
from rewards.limits.counters import recount

SOURCE = "import"


class MovedActivityHistories(MovedKind):
    name, model = "activity-histories", ActivityHistory
    says = "What happened to the activity, the oldest first. Without it: that it was created."
    parent, listed_as, has_file = "activity_id", "history", False
    is_append_only = True


class MovedActivities(MovedKind):
    name, model = "activities", Activity
    says = "Activities with state and reward; none is calculated, applied or credited again."
    names = {"id": "activityId"}
    needed = ("id",)
    absent = {"marketing_program_id": "that of the participant"}
    meanings = {
        "data": "Texts by the keys of its type (docs/activities.md).",
        "participant_exercise_task_id": "Of an applied activity.",
        "reward": "A whole number; its credit is a row of balance-operations.",
        "reward_formula_id": "The formula that calculated it.",
    }
    unique = (("participant_exercise_task_id",),)
    remembers = ("participant_id", "reward")
    children = (MovedActivityHistories(),)
    compared = ("reward",)

    def problems(self, rows: Sequence[Row], facts: FileFacts) -> Iterator[tuple[Row, RowProblem]]:
        participants = facts("participants", [row.values["participant_id"] for row in rows])
        tasks = facts("tasks", [row.values.get("participant_exercise_task_id") for row in rows])
        yield from erased_problems(
            (row, "activityId", activity_name(row.values["id"])) for row in rows
        )
        yield from erased_problems(_named_in_data(rows))
        for row in rows:
            values, who = row.values, str(row.values["participant_id"])
            yield from ((row, fault) for fault in _faults_of_data(values))
            program = values.get("marketing_program_id")
            if program is not None and str(program) != participants[who]["program_id"]:
                says = "is not the program of the participant"
                yield row, RowProblem(field="marketingProgramId", says=says, cure="Leave it out.")
            task = values.get("participant_exercise_task_id")
            is_applied = values.get("state") == ActivityState.APPLIED
            if is_applied != (task is not None):
                says = "is set where the state is not Applied" if task else "is missing"
                cure = "Only an applied activity has a task, and it has one."
                yield row, RowProblem(field="participantExerciseTaskId", says=says, cure=cure)
            if task is not None and tasks[str(task)]["participant_id"] != who:
                says = "is a task of another participant"
                yield (
                    row,
                    RowProblem(
                        field="participantExerciseTaskId", says=says, cure="Correct one of the two."
                    ),
                )
            if (values.get("reward") or 0) < 0:
                cure = "Take points by an adjustment."
                yield row, RowProblem(field="reward", says="is negative", cure=cure)

    def compared_of(self, row: Row) -> Compared:
        return {"reward": _as_texts(row.values.get("reward"))}

    def compared_here(self, pks: Sequence[Any]) -> Mapping[Any, Compared | None]:
        found = Activity.objects.filter(pk__in=pks).values_list("pk", "state", "reward")
        return {
            pk: None
            if reward is None and state == ActivityState.CREATED
            else {"reward": _as_texts(reward)}
            for pk, state, reward in found
        }

    def complete(self, rows: Sequence[Row], facts: Facts) -> None:
        participants = facts("participants", [row.values["participant_id"] for row in rows])
        for row in rows:
            values = row.values
            program = participants[str(values["participant_id"])]["program_id"]
            values.setdefault("marketing_program_id", program)
            values.setdefault("created_on", timezone.now())
            if "history" not in row.lists:
                row.lists["history"] = list(_history_of(values))

    def after_insert(self, rows: Sequence[Row]) -> None:
        """Take the tasks that are applied, and count the rewards in what limits gave."""
        ids = [row.values["id"] for row in rows if row.values.get("state") == ActivityState.APPLIED]
        applied = Activity.objects.filter(pk__in=ids, participant_exercise_task=OuterRef("pk"))
        tasks = ParticipantExerciseTask.objects.filter(activity__in=ids, activity_applied_on=None)
        tasks.update(activity_applied_on=Subquery(applied.values("updated_on")[:1]),
                     version=F("version") + 1)  # fmt: skip
        self._recount([row.values["id"] for row in rows if row.values.get("reward")])

    def after_change(self, pks: Sequence[Any]) -> None:
        self._recount(pks)

    def _recount(self, pks: Sequence[Any]) -> None:
        """Count what limits gave by these activities."""
        found = Activity.objects.filter(pk__in=pks)
        concerned = list(found.values_list("marketing_program_id", "participant_id"))
        recount({program for program, _ in concerned}, {who for _, who in concerned})


def _as_texts(reward: Decimal | None) -> frozenset[str]:
    return frozenset() if reward is None else frozenset([f"{reward:f}"])


class MovedClaims(MovedKind):
    name, model = "reward-claims", RewardClaim
    says = "Rewards of activities that referees rejected afterwards, and what was decided."
    names = {"id": "claimId"}
    needed = ("id",)


def _named_in_data(rows: Sequence[Row]) -> Iterator[tuple[Row, str, Name]]:
    """Yield the other participants that data name."""
    for row in rows:
        data = row.values["data"]
        for key in kind_of(row.values["type"]).participants if isinstance(data, dict) else ():
            if (other := guid_or_none(str(data.get(key, "")))) is not None:
                yield row, "data", participant_name(other)


def _faults_of_data(values: Values) -> Iterator[RowProblem]:
    data, cure = values["data"], "docs/activities.md has the keys of each type."
    if not isinstance(data, dict) or not all(isinstance(each, str) for each in data.values()):
        yield RowProblem(
            field="data", says="has a value that is no text", cure='Quote all: "10.5".'
        )
        return
    try:
        kind_of(values["type"]).read(data)
    except Invalid as refusal:
        yield RowProblem(field="data", says=f"is refused: {refusal.detail.rstrip('.')}", cure=cure)


def _history_of(values: Values) -> Iterator[Values]:
    created = values["created_on"]
    shared = {"source": SOURCE, "occurred_on": created}
    yield {**shared, "change": ActivityChange.CREATED, "details": {"data": values["data"]}}
    shared["occurred_on"] = values.get("updated_on", created)
    if values.get("state") == ActivityState.APPLIED:
        task = {"taskId": str(values["participant_exercise_task_id"])}
        yield {**shared, "change": ActivityChange.APPLIED, "details": task}
    if values.get("state") == ActivityState.SKIPPED:
        reason = {"reason": "It was skipped before it was imported."}
        yield {**shared, "change": ActivityChange.SKIPPED, "details": reason}


KINDS = (MovedActivities(), MovedClaims())
