"""How long it takes to verify millions of operations, and every stored reward.

    python -m tools.bench.balances [--operations 2000000] [--participants 200000] [--rewards 100000]

Makes a database of its own and fills it by SQL. Verifies balances while two threads go on
crediting, then with one balance made wrong; then calculates all rewards again. Exits with 1 if
a balance is called wrong that is not, the wrong one is missed, a reward differs, or it takes more
than the bar.
"""

import argparse
import os
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from decimal import Decimal
from threading import Event
from typing import Any
from uuid import UUID, uuid4

from tools.bench.new_database import database, run
from tools.bench.verdicts import Verdict, conclude, show_figures, verdict_of
from tools.local.environment import prepare

MOST_SECONDS = 10.0
RUNS, THREADS = 3, 2
FILLED = ("programs_participant", "rewards_balance", "rewards_balanceoperation",
          "activities_activity", "activities_activityhistory")  # fmt: skip
_ID = "lpad(to_hex(%s), 32, '0')::uuid"
_PARTICIPANTS = f"""
INSERT INTO programs_participant (id, program_id, state, created_on, updated_on, version)
SELECT {_ID % "n"}, %(program)s, 'Active', now(), now(), 1
FROM generate_series(1, %(participants)s) AS n
"""
_BALANCES = """
INSERT INTO rewards_balance (participant_id, amount, version, created_on, updated_on)
SELECT id, 0, 1, now(), now() FROM programs_participant
"""
_OPERATIONS = f"""
INSERT INTO rewards_balanceoperation (id, balance_id, source, source_id, type, state, amount,
    reason, created_by, created_on, recorded_on, balance_after)
SELECT id, {_ID % "1 + n %% %(participants)s"}, 'Activity', id, 'Refill', 'Accepted', n %% 300, '',
    '', now() - n * interval '1 second', now() - n * interval '1 second',
    sum(n %% 300) OVER (PARTITION BY n %% %(participants)s ORDER BY n DESC)
FROM (SELECT n, gen_random_uuid() AS id FROM generate_series(1, %(operations)s) AS n) AS numbered
"""
_SUMS = """
UPDATE rewards_balance SET amount = total FROM (
    SELECT balance_id, sum(amount) AS total FROM rewards_balanceoperation GROUP BY balance_id
) AS sums WHERE balance_id = participant_id
"""
_ACTIVITIES = """
INSERT INTO activities_activity (id, participant_id, marketing_program_id, type, state, data,
    reward, reward_failure, created_on, updated_on, version)
SELECT gen_random_uuid(), participant_id, marketing_program_id, type, state, data, reward, '',
    now(), now(), 1
FROM activities_activity, generate_series(2, %(rewards)s)
"""
_HISTORY = """
INSERT INTO activities_activityhistory (activity_id, change, occurred_on, source, request_id,
    details)
SELECT a.id, change, occurred_on, source, request_id, details
FROM activities_activity a, activities_activityhistory h
WHERE change = 'RewardSet' AND a.id <> activity_id
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Verified:
    """How long each run took, which balances were called wrong, and the credits meanwhile."""

    seconds: Sequence[float]
    wrong: Sequence[UUID]
    credits_meanwhile: int
    found: Sequence[UUID]
    broken: UUID


def measure_balances(participants: int, operations: int) -> Verified:
    """Fill the database, and verify it while credits go on."""
    ids = _fill(participants, operations)
    seconds, wrong = [], list[UUID]()
    with _credits(ids) as done:
        for _ in range(RUNS):
            began = time.perf_counter()
            wrong += _wrong()
            seconds.append(time.perf_counter() - began)
    broken = ids[len(ids) // 2]
    with _without_triggers("rewards_balance"):
        run("UPDATE rewards_balance SET amount = amount + 0.01 WHERE participant_id = %s", [broken])
    return Verified(
        seconds=seconds, wrong=wrong, credits_meanwhile=len(done), found=_wrong(), broken=broken
    )


def measure_rewards(rewards: int) -> tuple[float, int, list[str]]:
    """Calculate so many stored rewards again; return the seconds, how many, and what differs."""
    from activities.queries.reward_checks import list_reward_checks

    _store_rewards(rewards)
    began, count, differing = time.perf_counter(), 0, list[str]()
    for checks in list_reward_checks():
        count += len(checks)
        differing += [check.sentence for check in checks if not check.is_equal]
    return time.perf_counter() - began, count, differing


def _fill(participants: int, operations: int) -> list[UUID]:
    from programs.models import MarketingProgram, Participant

    program = MarketingProgram.objects.create(name="Bench")
    sizes = {"participants": participants, "operations": operations, "program": program.pk}
    with _without_triggers(*FILLED[:3]):
        for statement in (_PARTICIPANTS, _BALANCES, _OPERATIONS, _SUMS):
            run(statement, sizes)
    run("ANALYZE")
    return list(Participant.objects.order_by("pk").values_list("pk", flat=True))


def _wrong() -> list[UUID]:
    from rewards.queries import list_broken_chains, list_mismatches

    broken = [each.balance_id for each in list_broken_chains()]
    return [*broken, *(each.pk for each in list_mismatches())]


@contextmanager
def _credits(ids: Sequence[UUID]) -> Iterator[list[UUID]]:
    """Credit participants in other threads until the end of the block."""
    stop, done = Event(), list[UUID]()
    with ThreadPoolExecutor(THREADS) as threads:
        busy = [threads.submit(_credit, ids[n::THREADS], stop, done) for n in range(THREADS)]
        try:
            yield done
        finally:
            stop.set()
        for each in busy:
            each.result()


def _credit(ids: Sequence[UUID], stop: Event, done: list[UUID]) -> None:
    from django.db import connection
    from django.utils import timezone

    from rewards.commands.balances import RefillBalanceCommand, refill_balance
    from rewards.models import OperationSource

    for number in range(10**9):
        if stop.is_set():
            break
        operation_id = uuid4()
        refill_balance(
            RefillBalanceCommand(
                balance_id=ids[number * 7919 % len(ids)],
                operation_id=operation_id,
                source=OperationSource.ACTIVITY,
                source_id=operation_id,
                amount=Decimal(3),
                now=timezone.now(),
            )
        )
        done.append(operation_id)
    connection.close()


@contextmanager
def _without_triggers(*tables: str) -> Iterator[None]:
    for table in tables:
        run(f"ALTER TABLE {table} DISABLE TRIGGER ALL")
    yield
    for table in tables:
        run(f"ALTER TABLE {table} ENABLE TRIGGER ALL")


def _store_rewards(rewards: int) -> None:
    """Calculate one reward, and copy it."""
    from django.utils import timezone

    from activities.commands.receiving import CreateActivityCommand, receive_activity
    from activities.commands.rewarding import CalculateRewardCommand, calculate_reward
    from tools.bench.activities.program import TYPE, make_program

    program, activity_id = make_program(1), uuid4()
    receive_activity(
        CreateActivityCommand(
            now=timezone.now(),
            activity_id=activity_id,
            participant_id=program.participants[0],
            activity_data=_data(),
            activity_type=TYPE,
        )
    )
    calculate_reward(CalculateRewardCommand(activity_id=activity_id, source="bench"))
    with _without_triggers(*FILLED[3:]):
        run(_ACTIVITIES, {"rewards": rewards})
        run(_HISTORY)


def _data() -> dict[str, str]:
    return {
        "TrackerId": "7d9f3f7e-2d7b-4c52-9b39-0d5a5b7f6c11",
        "StartDate": "2026-05-17T09:30:00Z",
        "FinishDate": "2026-05-17T10:30:00Z",
        "Discipline": "running",
        "Distance": "10.5",
        "RefereeingSystemCheckState": "Accepted",
    }


def _judge(verified: Verified, differing: list[str]) -> list[Verdict]:
    missed = [] if list(verified.found) == [verified.broken] else [f"found {verified.found}"]
    slow = [f"{each:.1f} s" for each in verified.seconds if each > MOST_SECONDS]
    return [
        verdict_of("no balance is called wrong while credits go on", map(str, verified.wrong)),
        verdict_of("a balance that is wrong by 0.01 is found, and no other", missed),
        verdict_of(f"at most {MOST_SECONDS:.0f} s", slow),
        verdict_of("every stored reward is what its revision gives", differing),
    ]


def main() -> None:
    """Measure, print, and fail if a bar is missed."""
    parser = argparse.ArgumentParser(prog="python -m tools.bench.balances", description=__doc__)
    parser.add_argument("--operations", type=int, default=2_000_000)
    parser.add_argument("--participants", type=int, default=200_000)
    parser.add_argument("--rewards", type=int, default=100_000)
    asked: Any = parser.parse_args()
    servers = prepare()
    with database("finishline_balances") as url:
        os.environ |= {"DATABASE_URL": url, "DJANGO_SETTINGS_MODULE": "config.settings"}
        import django
        from django.core.management import call_command
        from django.db import connection

        django.setup()
        call_command("migrate", verbosity=0)
        verified = measure_balances(asked.participants, asked.operations)
        seconds, count, differing = measure_rewards(asked.rewards)
        connection.close()
    figures = {
        "Operations, participants": f"{asked.operations:,}, {asked.participants:,}",
        "Seconds to verify": ", ".join(f"{each:.1f}" for each in verified.seconds),
        "Credits meanwhile": f"{verified.credits_meanwhile:,}",
        "Rewards calculated again": f"{count:,} in {seconds:.1f} s",
    }
    show_figures("Balances", figures)
    conclude(_judge(verified, differing))
    del servers


if __name__ == "__main__":
    main()
