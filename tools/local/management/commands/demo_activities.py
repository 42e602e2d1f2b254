"""`manage.py demo_activities`: a sample program's activities, beside a running `script/up`."""

from argparse import ArgumentParser
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import requests
from django.conf import settings
from django.core.management.base import CommandError

from activities.models import Activity, ActivityState
from foundation.messaging.models import OutboxMessage
from programs.activity_types import titles
from programs.readers import plain
from rewards.models import Balance
from tools.local.demos.activities.program import PARTICIPANTS, Deed, add_task, deeds, make_program
from tools.local.demos.activities.sending import send, token_of_a_source
from tools.local.demos.screen import DemoCommand, wait_until_done

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

HEADINGS = ("Who", "Activity", "Type", "Task", "State", "Reward", "Balance")


class Command(DemoCommand):
    help = "Send activities of every type, and show their tasks, rewards and balances."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--timeout", type=int, default=120, help="seconds; default 120")

    def show(self, console: "Console", options: dict[str, Any]) -> None:
        sent = list(deeds())
        make_program()
        try:
            token = token_of_a_source()
            for deed in sent:
                add_task(deed)
                send(deed, token)
        except requests.RequestException as error:
            answer = error.response.text[:500] if error.response is not None else error
            raise CommandError(
                f"The callback host at {settings.PUBLIC_URL} does not accept the activities "
                f"({answer}); does ./script/up run?"
            ) from error
        count, seconds = partial(_count_settled, sent), options["timeout"]
        done = wait_until_done(console, "Rewarding activities", count, len(sent), seconds)
        console.print(table_of(rows_of(sent)))
        if not done:
            raise CommandError("Not all activities were done in time; processing goes on.")


def table_of(rows: Iterable[tuple[str, ...]]) -> "Table":
    """Return a table of the rows that cuts nothing off where a screen is narrow."""
    from rich.table import Table

    table = Table(title="Activities of the sample program")
    for heading in HEADINGS:
        table.add_column(heading, overflow="fold")
    for row in rows:
        table.add_row(*row)
    return table


def _count_settled(sent: Sequence[Deed]) -> int:
    """Count the activities of which every step is done."""
    keys = [str(deed.activity_id) for deed in sent]
    settled = Activity.objects.filter(pk__in=keys).exclude(state=ActivityState.CREATED)
    waiting = set(
        OutboxMessage.objects.waiting().filter(key__in=keys).values_list("key", flat=True)
    )
    return sum(str(pk) not in waiting for pk in settled.values_list("pk", flat=True))


def rows_of(sent: Sequence[Deed]) -> Iterator[tuple[str, ...]]:
    """Yield what became of each deed whose activity was stored, with the participant's balance."""
    names = dict(titles())
    activities = Activity.objects.select_related("participant_exercise_task")
    found = activities.in_bulk([deed.activity_id for deed in sent])
    balances = Balance.objects.in_bulk(PARTICIPANTS.values())
    for deed in sent:
        if activity := found.get(deed.activity_id):
            task = activity.participant_exercise_task
            balance = balances.get(activity.participant_id)
            yield (
                deed.who,
                deed.words,
                names[activity.type],
                task.state if task else "none",
                activity.state,
                "none" if activity.reward is None else plain(activity.reward),
                plain(balance.amount) if balance else "0",
            )
