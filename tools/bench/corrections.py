"""How long a batch of 100,000 adjustments takes: preview, run, cancel in the middle, run again.

    python -m tools.bench.corrections [--activities 100000]

Stores credited rewards by SQL, changes the formula, and corrects all of them. The bars are the time
of all four together, the growth of memory, and that each activity is adjusted once. Exits with 1 if
a bar is missed. Runs in a new database on the server of DATABASE_URL, or on the embedded one, and
drops it afterwards.
"""

import argparse
import resource
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any
from uuid import UUID, uuid4

from foundation.records.garbage import freeze_loaded
from tools.bench.dry_run import PARTICIPANTS
from tools.bench.new_database import django_with, run
from tools.bench.verdicts import Verdict, conclude, show_figures, verdict_of

if TYPE_CHECKING:
    from foundation.messaging.jobs.models import LongJob
    from rewards.models import RewardCorrection

DATABASE = "finishline_bench_corrections"
TOO_SLOW = 60.0  # s, for 100,000 activities
MOST_GROWTH = 5.0  # MB from a tenth of the run to the end
SINCE, BEFORE = datetime(2026, 5, 1, tzinfo=UTC), datetime(2026, 6, 1, tzinfo=UTC)
_TABLES = ("activities_activity", "activities_activityhistory", "rewards_balance",
           "rewards_balanceoperation")  # fmt: skip
# Each is a run of 1 to 40 km, which was credited with 2 a kilometre.
_ACTIVITIES = """
INSERT INTO activities_activity (id, participant_id, marketing_program_id, type, state, data,
    reward, reward_failure, created_on, updated_on, version)
SELECT md5('activity' || n)::uuid, md5('participant' || n %% %(participants)s)::uuid, %(program)s,
    'SportActivity', 'Skipped',
    jsonb_build_object(
        'TrackerId', '7d9f3f7e-2d7b-4c52-9b39-0d5a5b7f6c11', 'Discipline', 'running',
        'StartDate', '2026-05-17T09:30:00Z', 'FinishDate', '2026-05-17T10:30:00Z',
        'Distance', (1 + n %% 40)::text, 'RefereeingSystemCheckState', 'Accepted'),
    2 * (1 + n %% 40), '', %(since)s + n * (interval '31 days' / %(activities)s), now(), 1
FROM generate_series(0, %(activities)s - 1) AS n
"""
_HISTORY = """
INSERT INTO activities_activityhistory (activity_id, change, occurred_on, source, request_id,
    details)
SELECT id, 'RewardSet', created_on, 'handler', '',
    jsonb_build_object('formulaId', %(formula)s::text, 'reward', reward::text)
FROM activities_activity
"""
_BALANCES = """
INSERT INTO rewards_balance (participant_id, amount, version, created_on, updated_on)
SELECT participant_id, sum(reward), count(*), min(created_on), max(created_on)
FROM activities_activity GROUP BY participant_id
"""
_OPERATIONS = """
INSERT INTO rewards_balanceoperation (id, balance_id, source, source_id, type, state, amount,
    reason, created_by, created_on, recorded_on, balance_after)
SELECT id, participant_id, 'Activity', id, 'Refill', 'Accepted', reward, '', '', created_on,
    created_on, sum(reward) OVER (PARTITION BY participant_id ORDER BY created_on)
FROM activities_activity
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Corrected:
    """Seconds of each part, processor seconds without PostgreSQL, memory in MB, and faults."""

    activities: int
    seconds: Mapping[str, float]
    processor: float
    peak_at_a_tenth: float
    peak_at_the_end: float
    faults: Sequence[str]


def main() -> None:
    """Fill the database, correct, print the figures, and fail if a bar is missed."""
    parser = argparse.ArgumentParser(prog="python -m tools.bench.corrections", description=__doc__)
    parser.add_argument("--activities", type=int, default=100_000)
    asked = parser.parse_args()
    with django_with(DATABASE):
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        freeze_loaded()  # as workers do
        measured = measure(asked.activities)
    show_figures("Corrections", figures(measured))
    conclude(judge(measured))


def figures(measured: Corrected) -> Mapping[str, str]:
    """Return what is printed."""
    parts = {f"Seconds: {name}": f"{value:.1f}" for name, value in measured.seconds.items()}
    return {
        "Activities": f"{measured.activities:,}",
        **parts,
        "Processor seconds, without PostgreSQL": f"{measured.processor:.1f}",
        "Peak memory after a tenth of the preview, MB": f"{measured.peak_at_a_tenth:.1f}",
        "Peak memory at the end, MB": f"{measured.peak_at_the_end:.1f}",
    }


def judge(measured: Corrected) -> list[Verdict]:
    """Judge the whole; the time is that of 100,000 activities."""
    allowed = TOO_SLOW * measured.activities / 100_000
    seconds = sum(measured.seconds.values())
    growth = measured.peak_at_the_end - measured.peak_at_a_tenth
    return [
        Verdict(
            bar=f"{measured.activities:,} adjustments in at most {allowed:g} s",
            measured=f"{seconds:.1f} s",
            passed=seconds <= allowed,
        ),
        Verdict(
            bar=f"after a tenth the memory grows by at most {MOST_GROWTH:g} MB",
            measured=f"{growth:.1f} MB",
            passed=growth <= MOST_GROWTH,
        ),
        verdict_of("each activity is adjusted once, and every balance adds up", measured.faults),
    ]


def measure(activities: int) -> Corrected:
    """Correct so many activities, with a cancel in the middle of the run."""
    from rewards.commands import corrections

    correction = _started(fill(activities))
    began, peaks, seconds = time.process_time(), list[float](), dict[str, float]()
    seconds["preview"] = _timed(lambda: _work(correction, peaks))
    _order(corrections.request_correction, correction, "ann", "The rate was wrong.")
    _order(corrections.approve_correction, correction, "bob")
    seconds["run until the cancel"] = _timed(
        lambda: _work(_unfinished(correction), peaks, until=activities // 2)
    )
    seconds["cancel"] = _timed(lambda: _order(corrections.cancel_correction, correction, "ann"))
    _order(corrections.run_correction_again, correction, "ann")
    seconds["run again"] = _timed(lambda: _work(_unfinished(correction), peaks))
    return Corrected(
        activities=activities,
        seconds=seconds,
        processor=time.process_time() - began,
        peak_at_a_tenth=peaks[0],
        peak_at_the_end=_peak_megabytes(),
        faults=_faults(activities),
    )


def fill(activities: int) -> UUID:
    """Store credited rewards, and change their formula; return the program."""
    from programs.models import MarketingProgram

    program = MarketingProgram.objects.create(name="Bench")
    formula_id = _formula(program.pk)
    given = {
        "program": program.pk,
        "participants": max(1, activities // 5),
        "activities": activities,
        "since": SINCE,
        "formula": formula_id,
    }
    run(PARTICIPANTS, given)
    run("SET CONSTRAINTS ALL IMMEDIATE")  # tables with pending checks cannot be altered
    for table in _TABLES:
        run(f"ALTER TABLE {table} DISABLE TRIGGER USER")
    for statement in (_ACTIVITIES, _HISTORY, _BALANCES, _OPERATIONS):
        run(statement, given)
    for table in _TABLES:
        run(f"ALTER TABLE {table} ENABLE TRIGGER USER")
    run("SET CONSTRAINTS ALL DEFERRED")
    run("ANALYZE")
    return program.pk


def _formula(program_id: UUID) -> UUID:
    from foundation.records.audit import Actor
    from rewards.commands import activating, formulas

    formula_id, who = uuid4(), {"by": Actor("bench"), "now": BEFORE}
    created: dict[str, Any] = {"program_id": program_id, "activity_type": "SportActivity"}
    formulas.create_formula(
        formulas.CreateFormulaCommand(
            formula_id=formula_id,
            name="By distance",
            expression="distance * 3",
            settings={},
            coefficients={},
            **created,
            **who,  # type: ignore[arg-type]
        )
    )
    activating.activate_formula(
        activating.ActivateFormulaCommand(formula_id=formula_id, by=Actor("bench-2"), now=BEFORE)
    )
    return formula_id


def _started(program_id: UUID) -> "RewardCorrection":
    from django.utils import timezone

    from foundation.records.audit import Actor
    from rewards.commands.corrections import StartCorrectionCommand, start_correction
    from rewards.models import RewardFormula

    return start_correction(
        StartCorrectionCommand(
            correction_id=uuid4(),
            program_id=program_id,
            activity_type="SportActivity",
            formula_id=RewardFormula.objects.get(program=program_id).pk,
            since=SINCE,
            before=BEFORE,
            by=Actor("ann"),
            now=timezone.now(),
        )
    )


def _order(
    do: Callable[[Any], Any], correction: "RewardCorrection", by: str, why: str = ""
) -> None:
    from django.utils import timezone

    from foundation.records.audit import Actor
    from rewards.commands.corrections import OrderCorrectionCommand

    do(
        OrderCorrectionCommand(
            correction_id=correction.pk, by=Actor(by), now=timezone.now(), reason=why
        )
    )


def _unfinished(correction: "RewardCorrection") -> "LongJob":
    return correction.runs.get(finished_on=None)


def _work(job: Any, peaks: list[float], until: int | None = None) -> None:
    """Work on a job until it has done so many, or is finished; note the peak after a tenth."""
    from foundation.messaging.jobs import running

    for stored in running.portions(type(job), job.pk, uuid4()):
        if not peaks and stored.done * 10 >= (stored.total or 0):
            peaks.append(_peak_megabytes())
        if until is not None and stored.done >= until:
            return


def _timed(do: Callable[[], None]) -> float:
    began = time.perf_counter()
    do()
    return time.perf_counter() - began


def _faults(activities: int) -> list[str]:
    from django.db.models import Count

    from rewards.models import BalanceOperation
    from rewards.queries import list_broken_chains, list_mismatches

    adjusted = BalanceOperation.objects.filter(type="Adjustment")
    twice = adjusted.values("source_id").annotate(times=Count("pk")).filter(times__gt=1)
    faults = [f"{each['source_id']} adjusted {each['times']} times" for each in twice]
    if (count := adjusted.count()) != activities:
        faults.append(f"{count:,} adjustments")
    return [*faults, *map(str, list_mismatches()), *map(str, list_broken_chains())]


def _peak_megabytes() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


if __name__ == "__main__":
    main()
