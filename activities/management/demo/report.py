"""What became of the activities: a row each, with the participant's balance."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from uuid import UUID

from activities.management.demo.program import PARTICIPANTS, Deed
from activities.models import Activity, ActivityState
from messaging.models import OutboxMessage
from programs.readers import plain
from rewards.models import Balance

HEADINGS = ("Who", "Activity", "Type", "Task", "State", "Reward", "Balance")


def count_settled(deeds: Sequence[Deed]) -> int:
    """Count the activities of which every step is done."""
    keys = [str(deed.activity_id) for deed in deeds]
    settled = Activity.objects.filter(pk__in=keys).exclude(state=ActivityState.CREATED)
    waiting = set(
        OutboxMessage.objects.waiting().filter(key__in=keys).values_list("key", flat=True)
    )
    return sum(str(pk) not in waiting for pk in settled.values_list("pk", flat=True))


def rows_of(deeds: Sequence[Deed]) -> list[tuple[str, ...]]:
    """Return a row for each deed whose activity was stored."""
    found = Activity.objects.select_related("participant_exercise_task").in_bulk(
        [deed.activity_id for deed in deeds]
    )
    balances = dict(
        Balance.objects.filter(pk__in=PARTICIPANTS.values()).values_list("pk", "amount")
    )
    return [_row(deed, found[deed.activity_id], balances) for deed in deeds
            if deed.activity_id in found]  # fmt: skip


def _row(deed: Deed, activity: Activity, balances: Mapping[UUID, Decimal]) -> tuple[str, ...]:
    task = activity.participant_exercise_task
    return (
        deed.who,
        deed.words,
        activity.type,
        task.state if task else "none",
        activity.state,
        "none" if activity.reward is None else plain(activity.reward),
        plain(balances.get(activity.participant_id, Decimal(0))),
    )
