"""What became of each activity, looked at from all sides."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

from tools.bench.activities.program import COEFFICIENTS
from tools.bench.quiet import leftovers
from tools.bench.verdicts import Verdict, verdict_of

Row = Mapping[str, Any]
# The states of an activity in which it has published the topic once.
SETTLED = ("Applied", "Skipped")
TOPICS = {
    "activities.activity-created": SETTLED,
    "activities.activity-reward-set": SETTLED,
    "activities.activity-applied": ("Applied",),
    "timeline.activity-applied": ("Applied",),
    "activities.activity-skipped": ("Skipped",),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class End:
    """What the database has at the end of a run."""

    activities: Mapping[str, Row]
    history: Mapping[str, Counter[str]]
    tasks: Mapping[str, Row]
    operations: Mapping[str, Row]
    published: Mapping[str, Counter[str]]


def read_end() -> End:
    """Read everything."""
    from activities.models import Activity, ActivityHistory
    from foundation.messaging.models import OutboxMessage
    from programs.tasks.models import ParticipantExerciseTask
    from rewards.models import BalanceOperation

    history: dict[str, Counter[str]] = defaultdict(Counter)
    for activity, change in ActivityHistory.objects.values_list("activity_id", "change"):
        history[str(activity)][change] += 1
    published: dict[str, Counter[str]] = defaultdict(Counter)
    topics = OutboxMessage.objects.filter(destination__in=TOPICS)
    for key, topic in topics.values_list("key", "destination"):
        published[key][topic] += 1
    return End(
        activities={str(row["id"]): row for row in Activity.objects.values()},
        history=history,
        tasks={str(row["id"]): row for row in ParticipantExerciseTask.objects.values()},
        operations={str(row["id"]): row for row in BalanceOperation.objects.values()},
        published=published,
    )


def prove(end: End, sent: Sequence[Row]) -> list[Verdict]:
    """Judge the end of a run."""
    return [
        verdict_of("every activity that was sent is stored, and no other", _lost(end, sent)),
        verdict_of("each was applied or skipped exactly once", _unsettled(end)),
        verdict_of("a task has one activity and is completed; no task was left free for a skipped "
                   "activity", _tasks(end)),
        verdict_of("each was credited exactly once, with the right amount", _credits(end, sent)),
        verdict_of("every balance is the sum of its operations", _balances()),
        verdict_of("each event was published once", _events(end)),
        verdict_of("no message is dead or left over", leftovers()),
    ]  # fmt: skip


def _lost(end: End, sent: Sequence[Row]) -> Iterator[str]:
    wanted = {body["activityId"] for body in sent}
    yield from (f"{one} is lost" for one in wanted - end.activities.keys())
    yield from (f"{one} was never sent" for one in end.activities.keys() - wanted)


def _unsettled(end: End) -> Iterator[str]:
    for activity_id, activity in end.activities.items():
        changes, state = end.history[activity_id], activity["state"]
        wanted = Counter({"Created": 1, "RewardSet": 1, state: 1})
        if state == "Created" or changes != wanted:
            yield f"{activity_id} is {state} after {dict(changes)}"
        if (state == "Applied") != (activity["participant_exercise_task_id"] is not None):
            yield f"{activity_id} is {state} with {activity['participant_exercise_task_id']}"


def _tasks(end: End) -> Iterator[str]:
    applied = [str(a["participant_exercise_task_id"]) for a in end.activities.values()
               if a["state"] == "Applied"]  # fmt: skip
    for task_id, times in Counter(applied).items():
        task = end.tasks[task_id]
        if times > 1 or task["state"] != "Completed" or task["activity_applied_on"] is None:
            yield f"task {task_id} of {times} activities is {task['state']}"
    free = Counter(str(t["participant_id"]) for t in end.tasks.values() if t["state"] == "Active")
    for activity_id, activity in end.activities.items():
        if activity["state"] == "Skipped" and free[str(activity["participant_id"])]:
            yield f"{activity_id} was skipped though a task is free"
    if len(applied) != sum(task["state"] == "Completed" for task in end.tasks.values()):
        yield "a task is completed without an activity"


def _credits(end: End, sent: Sequence[Row]) -> Iterator[str]:
    rate = Decimal(COEFFICIENTS["perKilometre"])
    for body in sent:
        operation = end.operations.get(body["activityId"])
        wanted = (body["distance"] * rate).to_integral_value(ROUND_HALF_UP)
        if operation is None or operation["amount"] != wanted:
            yield f"{body['activityId']}: {operation and operation['amount']}, not {wanted}"
        elif str(operation["balance_id"]) != body["userId"]:
            yield f"{body['activityId']} was credited to {operation['balance_id']}"
    if len(end.operations) != len(sent):
        yield f"{len(end.operations)} operations for {len(sent)} activities"


def _balances() -> Iterator[str]:
    from rewards.balances.queries import list_mismatches

    yield from map(str, list_mismatches())


def _events(end: End) -> Iterator[str]:
    for activity_id, activity in end.activities.items():
        for topic, states in TOPICS.items():
            if end.published[activity_id][topic] != (activity["state"] in states):
                yield f"{activity_id}: {topic} {end.published[activity_id][topic]} times"
