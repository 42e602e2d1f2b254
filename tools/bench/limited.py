"""Limits of a program for a bench, and what became of them under many workers."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any
from uuid import UUID, uuid4

from tools.bench.credited import leftovers, rewards_of, wrong_rewards
from tools.bench.verdicts import Verdict, verdict_of

ACTIVITIES_EACH = 40  # of a participant: about 1,300 points
# Each binds some of the activities: points and number of each participant, and points of all.
OWN_POINTS, OWN_NUMBER = 950, 29
SHARED_EACH = 900  # points of the budget, a participant

Body = Mapping[str, Any]


def add_limits(program_id: UUID, participants: int) -> None:
    """Limit each participant's points and number of activities, and the points of all."""
    _add(program_id, "Participant", "Points", OWN_POINTS)
    _add(program_id, "Participant", "Activities", OWN_NUMBER)
    _add(program_id, "All", "Points", SHARED_EACH * participants)


def prove_limits(errors: Sequence[str], bodies: Sequence[Body]) -> list[Verdict]:
    """Judge the end of a run with limits by what was sent and what is stored."""
    return [
        verdict_of("no worker failed", errors),
        verdict_of("one operation each, with the stored reward", _wrong_operations(bodies)),
        verdict_of("every balance is the sum of its operations", _wrong_balances()),
        verdict_of("each was calculated once, and comes to the same again", wrong_rewards()),
        verdict_of("no limit is exceeded by a point", _exceeded()),
        verdict_of("what cut a reward is used up: none is left unused", _unused(bodies)),
        verdict_of("explanations agree with the credits", _misexplained(bodies)),
        verdict_of("every counter is what was rewarded", _wrong_counters()),
        verdict_of("no step is dead or left over", leftovers()),
    ]


def _add(program_id: UUID, scope: str, unit: str, most: int) -> None:
    from django.utils import timezone

    from foundation.records.audit import Actor
    from rewards.commands.limits import PutLimitCommand, put_limit

    put_limit(
        PutLimitCommand(
            limit_id=uuid4(),
            program_id=program_id,
            scope=scope,
            period="Program",
            unit=unit,
            most=Decimal(most),
            by=Actor("bench"),
            now=timezone.now(),
        )
    )


def _stored() -> Mapping[UUID, Decimal]:
    from activities.models import Activity

    return {pk: reward or Decimal(0) for pk, reward in Activity.objects.values_list("pk", "reward")}


def _wrong_operations(bodies: Sequence[Body]) -> Iterator[str]:
    from rewards.models import BalanceOperation

    stored = _stored()
    found = dict(BalanceOperation.objects.values_list("pk", "amount"))
    for activity_id in rewards_of(bodies).keys() | found.keys():
        if stored.get(activity_id) != found.get(activity_id):
            yield f"{activity_id}: {found.get(activity_id)}, not {stored.get(activity_id)}"


def _wrong_balances() -> Iterator[str]:
    from rewards.queries import list_mismatches

    yield from map(str, list_mismatches())


def _exceeded() -> Iterator[str]:
    """Yield what is more than a limit, by the operations themselves."""
    from rewards.models import BalanceOperation

    points, number = defaultdict[UUID, Decimal](Decimal), defaultdict[UUID, int](int)
    for who, amount in BalanceOperation.objects.values_list("balance_id", "amount"):
        points[who] += amount
        number[who] += amount > 0
    yield from (f"{who} has {sum_}" for who, sum_ in points.items() if sum_ > OWN_POINTS)
    yield from (
        f"{who} has {count} rewarded" for who, count in number.items() if count > OWN_NUMBER
    )
    if sum(points.values()) > SHARED_EACH * len(points):
        yield f"all together have {sum(points.values())}"


def _unused(bodies: Sequence[Body]) -> Iterator[str]:
    """Yield a reward that is less than its formula gives although its limit is not used up.

    Counters never fall, so the strictest limit that cut a reward is used up at the end.
    """
    from activities.queries.reward_explanation import explain_reward
    from rewards.models import RewardLimitCounter

    wanted, full = rewards_of(bodies), set[tuple[str, UUID]]()
    for counter in RewardLimitCounter.objects.select_related("limit"):
        if not counter.left_of(counter.limit.most):
            full.add((str(counter.limit_id), counter.participant_id))
    for activity_id, reward in _stored().items():
        if reward < wanted[activity_id]:
            explained = explain_reward(activity_id)
            own = {explained.activity.participant_id, UUID(int=0)}
            if not any((explained.limits[0].limit_id, who) in full for who in own):
                yield f"{activity_id}: {reward} of {wanted[activity_id]}"


def _misexplained(bodies: Sequence[Body]) -> Iterator[str]:
    from activities.queries.reward_explanation import explain_reward

    for activity_id, wanted in rewards_of(bodies).items():
        found = explain_reward(activity_id)
        credit = found.credit.amount if found.credit else None
        reward = found.reward or Decimal(0)
        left = Decimal(found.limits[0].left) if found.limits else wanted
        if (credit, Decimal(found.before_limits), left) != (reward, wanted, reward):
            yield f"{activity_id}: {' '.join(found.limited)}"


def _wrong_counters() -> Iterator[str]:
    from rewards.allowances import list_wrong_counters

    yield from map(str, list_wrong_counters())
