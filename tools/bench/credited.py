"""What became of credited activities, looked at from all sides."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from decimal import ROUND_HALF_UP, Decimal
from typing import Any
from uuid import UUID

from tools.bench.verdicts import Verdict, verdict_of

Body = Mapping[str, Any]


def prove(errors: Sequence[str], bodies: Sequence[Body]) -> list[Verdict]:
    """Judge the end of a run by what was sent and what the workers said."""
    return [
        verdict_of("no worker failed", errors),
        verdict_of("one operation each, with the right amount", _wrong_operations(bodies)),
        verdict_of("every balance is the sum of its operations", _wrong_balances(bodies)),
        verdict_of("each was calculated once, and comes to the same again", wrong_rewards()),
        verdict_of("no step is dead or left over", leftovers()),
    ]


def rewards_of(bodies: Sequence[Body]) -> dict[UUID, Decimal]:
    """Return what the formula gives, by activity."""
    from tools.bench.activities.program import COEFFICIENTS

    rate = Decimal(COEFFICIENTS["perKilometre"])
    return {
        UUID(body["activityId"]): (body["distance"] * rate).to_integral_value(ROUND_HALF_UP)
        for body in bodies
    }


def _wrong_operations(bodies: Sequence[Body]) -> Iterator[str]:
    from rewards.models import BalanceOperation

    wanted = rewards_of(bodies)
    found = dict(BalanceOperation.objects.values_list("pk", "amount"))
    for activity_id in wanted.keys() | found.keys():
        if wanted.get(activity_id) != found.get(activity_id):
            yield f"{activity_id}: {found.get(activity_id)}, not {wanted.get(activity_id)}"


def _wrong_balances(bodies: Sequence[Body]) -> Iterator[str]:
    from rewards.models import Balance
    from rewards.queries import list_mismatches

    wanted: Counter[UUID] = Counter()
    rewards = rewards_of(bodies)
    for body in bodies:
        wanted[UUID(body["userId"])] += rewards[UUID(body["activityId"])]  # type: ignore[assignment]
    found = dict(Balance.objects.values_list("pk", "amount"))
    yield from map(str, list_mismatches())
    if found != wanted:
        yield f"{sum(found.values())} in {len(found)} balances, not {sum(wanted.values())}"


def wrong_rewards() -> Iterator[str]:
    """Yield the rewards that were calculated twice, or come to something else now."""
    from activities.models import ActivityHistory
    from activities.queries.reward_checks import list_reward_checks

    rows = ActivityHistory.objects.filter(change="RewardSet")
    times = Counter(rows.values_list("activity_id", flat=True))
    yield from (f"{pk} was calculated {count} times" for pk, count in times.items() if count > 1)
    for checks in list_reward_checks():
        yield from (each.sentence for each in checks if not each.is_equal)


def leftovers() -> Iterator[str]:
    """Yield the steps that are dead, or wait."""
    from foundation.messaging.models import OutboxMessage

    steps = OutboxMessage.objects.filter(kind="Handler")
    yield from (f"{each} is dead: {each.reason}" for each in steps.dead())
    yield from (f"{each} waits" for each in steps.waiting())
