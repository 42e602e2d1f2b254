"""What became of the activities: a row each, with the participant's balance."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from activities.management.demo.program import PARTICIPANTS, Deed
from activities.models import Activity, ActivityState
from messaging.models import OutboxMessage
from programs.readers import plain
from rewards.models import Balance

if TYPE_CHECKING:
    from rich.table import Table


@dataclass(frozen=True, slots=True, kw_only=True)
class ActivityRow:
    """One activity; texts that are empty where there is nothing."""

    who: str
    words: str
    type: str
    task: str
    state: str
    reward: str
    balance: str


def count_settled(deeds: Sequence[Deed]) -> int:
    """Count the activities of which every step is done."""
    keys = [str(deed.activity_id) for deed in deeds]
    settled = Activity.objects.filter(pk__in=keys).exclude(state=ActivityState.CREATED)
    waiting = set(
        OutboxMessage.objects.waiting().filter(key__in=keys).values_list("key", flat=True)
    )
    return sum(str(pk) not in waiting for pk in settled.values_list("pk", flat=True))


def rows_of(deeds: Sequence[Deed]) -> list[ActivityRow]:
    """Return a row for each deed whose activity was stored."""
    found = Activity.objects.select_related("participant_exercise_task").in_bulk(
        [deed.activity_id for deed in deeds]
    )
    balances = Balance.objects.in_bulk(list(PARTICIPANTS.values()))
    return [_row(deed, found[deed.activity_id], balances) for deed in deeds
            if deed.activity_id in found]  # fmt: skip


def table_of(rows: Sequence[ActivityRow]) -> "Table":
    """Return the rows as a table for the screen."""
    from rich.table import Table

    table = Table(title="Activities of the sample program")
    table.add_column("Who")
    table.add_column("Activity", min_width=12)
    for heading in ("Type", "Task", "State"):
        table.add_column(heading, no_wrap=True)
    for heading in ("Reward", "Balance"):
        table.add_column(heading, justify="right", no_wrap=True)
    for row in rows:
        table.add_row(row.who, row.words, row.type, row.task, row.state, row.reward, row.balance)
    return table


def _row(deed: Deed, activity: Activity, balances: dict[object, Balance]) -> ActivityRow:
    task = activity.participant_exercise_task
    balance = balances.get(activity.participant_id)
    return ActivityRow(
        who=deed.who,
        words=deed.words,
        type=activity.type,
        task=task.state if task else "none",
        state=activity.state,
        reward="none" if activity.reward is None else plain(activity.reward),
        balance="0" if balance is None else plain(balance.amount),
    )
