"""Where the database is not as the model says."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from django.db import connection

from tools.bench.year.model import Model


def differences(model: Model) -> Iterator[str]:
    """Yield what differs, each in a sentence."""
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("SET CONSTRAINTS ALL DEFERRED")
    yield from _activities(model)
    yield from _explanations(model)
    yield from _tasks(model)
    yield from _operations(model)
    yield from _balances(model)
    yield from _claims(model)
    yield from _corrections(model)
    yield from _items(model)
    yield from _counters(model)
    yield from _events(model)
    yield from _leftovers()


def _compared(what: str, found: Mapping[Any, Any], wanted: Mapping[Any, Any]) -> Iterator[str]:
    for key in sorted(found.keys() | wanted.keys(), key=str):
        if found.get(key) != wanted.get(key):
            yield f"{what} {key} is {found.get(key)}, not {wanted.get(key)}"


def _activities(model: Model) -> Iterator[str]:
    from activities.models import Activity

    columns = "state", "participant_exercise_task_id", "reward", "reward_failure"
    found = {
        pk: (state, task, reward, bool(failure))
        for pk, state, task, reward, failure in Activity.objects.values_list("pk", *columns)
    }
    wanted = {
        pk: (run.state, run.task, run.reward, run.has_failed) for pk, run in model.runs.items()
    }
    yield from _compared("activity", found, wanted)


def _explanations(model: Model) -> Iterator[str]:
    """Each reward was stored once, and says what it was before limits cut it."""
    from activities.models import ActivityHistory

    found = defaultdict(list)
    rows = ActivityHistory.objects.filter(change="RewardSet")
    for pk, details in rows.values_list("activity_id", "details"):
        found[pk].append(Decimal(details.get("beforeLimits", details["reward"])))
    rewarded = {pk: run for pk, run in model.runs.items() if run.reward is not None}
    wanted = {pk: [run.before_limits] for pk, run in rewarded.items()}
    yield from _compared("before limits, the reward of", found, wanted)


def _tasks(model: Model) -> Iterator[str]:
    from programs.tasks.models import ParticipantExerciseTask

    rows = ParticipantExerciseTask.objects.values_list("pk", "state", "activity_applied_on")
    found = {pk: (state, applied_on is not None) for pk, state, applied_on in rows}
    wanted = {
        task.task_id: ("Completed" if task.activity else "Active", task.activity is not None)
        for task in model.tasks
    }
    yield from _compared("task", found, wanted)


def _operations(model: Model) -> Iterator[str]:
    from rewards.models import BalanceOperation

    columns = "balance_id", "amount", "source_id"
    rows = BalanceOperation.objects.values_list(*columns)
    found = Counter((str(who), amount, str(source)) for who, amount, source in rows)
    wanted = Counter(
        (str(each.participant), each.amount, str(each.source)) for each in model.operations.values()
    )
    yield from _compared("operations of", found, wanted)


def _balances(model: Model) -> Iterator[str]:
    from rewards.balances.queries import list_broken_chains, list_mismatches
    from rewards.models import Balance

    yield from (f"balance {each} is not the sum of its operations" for each in list_mismatches())
    yield from (f"operation {each} has a wrong running balance" for each in list_broken_chains())
    found = dict(Balance.objects.values_list("pk", "amount"))
    wanted = {
        each.participant: model.balance(each.participant) for each in model.operations.values()
    }
    for pk, amount in found.items():
        if amount != wanted.get(pk, 0):
            yield f"balance {pk} is {amount}, not {wanted.get(pk, 0)}"


def _claims(model: Model) -> Iterator[str]:
    from activities.models import RewardClaim

    found = defaultdict(list)
    for pk, state in RewardClaim.objects.values_list("activity_id", "state"):
        found[pk].append(state)
    wanted = {pk: sorted(run.claims) for pk, run in model.runs.items() if run.claims}
    yield from _compared("claims of", {pk: sorted(states) for pk, states in found.items()}, wanted)


def _corrections(model: Model) -> Iterator[str]:
    """The figures of a preview stay; of the runs only the last says how much it refused."""
    from rewards.models import RewardCorrection

    found = {}
    for each in RewardCorrection.objects.prefetch_related("runs"):
        runs = sorted(each.runs.all(), key=lambda run: run.created_on)
        states = [each.state, *(run.state for run in runs)]
        figures = {name: count for name, count in each.results.items() if count}
        refused = runs[-1].refused if runs else 0
        found[each.pk] = states, figures, refused, (each.why, each.requested_by, each.approved_by)
    wanted = {
        pk: (
            each.states,
            dict(+each.figures),
            each.refused,
            (each.reason, each.requested_by, each.approved_by),
        )
        for pk, each in model.corrections.items()
    }
    yield from _compared("correction", found, wanted)


def _items(model: Model) -> Iterator[str]:
    from rewards.models import CorrectionItem

    columns = "correction_id", "activity_id", "old", "new", "state", "adjusted"
    rows = CorrectionItem.objects.order_by("pk").values_list(*columns)
    found = defaultdict(list)
    for correction_id, *item in rows:
        found[correction_id].append(tuple(item))
    wanted = {
        pk: [(item.activity, item.old, item.new, item.state, item.adjusted) for item in each.items]
        for pk, each in model.corrections.items()
        if each.items
    }
    for pk in sorted(found.keys() | wanted.keys()):
        yield from _compared(
            f"of correction {pk}, item",
            dict(enumerate(found.get(pk, ()))),
            dict(enumerate(wanted.get(pk, ()))),
        )


def _counters(model: Model) -> Iterator[str]:
    """The counters of limits are what all rewards and their corrections add up to."""
    from rewards.models import RewardLimitCounter
    from rewards.past_activities import NOBODY

    uses, zone = model.uses(), ZoneInfo(model.zone)
    columns = "limit_id", "participant_id", "since", "used"
    for limit_id, who, since, used in RewardLimitCounter.objects.values_list(*columns):
        whose = None if who == NOBODY else who
        wanted = uses.used(limit_id, whose, since.astimezone(zone).date())
        if used != wanted:
            yield f"of limit {limit_id}, {who} since {since}, {used} are counted, not {wanted}"


def _events(model: Model) -> Iterator[str]:
    """Each activity has published what the model says, in that order."""
    from foundation.messaging.models import OutboxMessage

    found: dict[UUID, list[str]] = defaultdict(list)
    balances = 0
    rows = OutboxMessage.objects.filter(kind="Topic").order_by("pk")
    for key, topic in rows.values_list("key", "destination"):
        app, _, name = topic.partition(".")
        if app == "activities":
            found[UUID(key)].append(name)
        elif app == "timeline":
            found[UUID(key)].append(app)
        balances += topic == "rewards.balance-changed"
    wanted = {pk: run.events for pk, run in model.runs.items() if run.events}
    yield from _compared("the events of", found, wanted)
    operations = sum(not each.is_of_before for each in model.operations.values())
    if balances != operations:
        yield f"{balances} events of balances for {operations} operations"


def _leftovers() -> Iterator[str]:
    from foundation.messaging.models import OutboxMessage

    rows = OutboxMessage.objects.filter(kind="Handler")
    yield from (f"{each.destination} is dead: {each.reason}" for each in rows.dead())
    yield from (f"{each.destination} waits: {each.reason}" for each in rows.waiting())
