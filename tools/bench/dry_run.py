"""A dry run of a formula over a month of stored activities: its time, its memory, its end.

    python -m tools.bench.dry_run [--activities 100000] [--cancels 5]

Two live formulas, and a draft of one of them, over activities of a fifth as many participants.
Prints seconds, processor seconds, the process's peak memory after a tenth and at the end, and how
long a run goes on after it was cancelled; exits with 1 if a bar is missed. Runs in a new database
on the server of DATABASE_URL, or on the embedded one, and drops it afterwards.
"""

import argparse
import resource
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any
from uuid import UUID, uuid4

from tools.bench.new_database import django_with, run
from tools.bench.verdicts import Verdict, conclude, show_figures

if TYPE_CHECKING:
    from rewards.models import FormulaDryRun

DATABASE = "finishline_bench_dry_run"
TOO_SLOW = 30.0  # s, for 100,000 activities
TOO_LATE = 1.0  # s
MOST_GROWTH = 5.0  # MB from a tenth to the end
SINCE, BEFORE = datetime(2026, 5, 1, tzinfo=UTC), datetime(2026, 6, 1, tzinfo=UTC)
LIVE = "round(distance * coeff('rate') * piecewise(coeff('bonus'), distance))"
DRAFT = "clamp(round(distance * coeff('rate') + after_linear(distance, 10, 2, 40)), 0, 250)"
COEFFICIENTS = {"rate": "1.5", "bonus": "[[0, 1], [5, 1.2], [10, 1.5], [21, 2]]"}

PARTICIPANTS = """
INSERT INTO programs_participant (id, program_id, state, created_on, updated_on, version)
SELECT md5('participant' || n)::uuid, %(program)s, 'Active', now(), now(), 1
FROM generate_series(0, %(participants)s - 1) AS n
"""
_ACTIVITIES = """
INSERT INTO activities_activity (id, participant_id, marketing_program_id, type, state, data,
    reward_failure, created_on, updated_on, version)
SELECT md5('activity' || n)::uuid, md5('participant' || n %% %(participants)s)::uuid, %(program)s,
    'SportActivity', 'Skipped',
    jsonb_build_object(
        'TrackerId', '7d9f3f7e-2d7b-4c52-9b39-0d5a5b7f6c11', 'Provider', 'Tracker',
        'Discipline', (ARRAY['running', 'walking', 'cycling'])[1 + n %% 3],
        'StartDate', '2026-05-17T09:30:00Z', 'FinishDate', '2026-05-17T10:30:00Z',
        'Distance', (0.5 + (n * 7919 %% 420) / 10.0)::text, 'TimeInSeconds', '3600',
        'AveragePace', '331', 'AverageSpeed', '10.9', 'Pulse', '148', 'IsManual', 'false',
        'RefereeingSystemCheckState', CASE WHEN n %% 20 = 0 THEN 'Rejected' ELSE 'Accepted' END),
    '', %(since)s + n * (interval '31 days' / %(activities)s), now(), 1
FROM generate_series(0, %(activities)s - 1) AS n
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """A whole run, in seconds and megabytes, and the seconds from each cancel to the end."""

    activities: int
    seconds: float
    processor: float
    peak_at_a_tenth: float
    peak_at_the_end: float
    cancels: Sequence[float]


def main() -> None:
    """Fill the database, run, print the figures, and fail if a bar is missed."""
    parser = argparse.ArgumentParser(prog="python -m tools.bench.dry_run", description=__doc__)
    parser.add_argument("--activities", type=int, default=100_000)
    parser.add_argument("--cancels", type=int, default=5)
    asked = parser.parse_args()
    with django_with(DATABASE):
        measured = _measure(asked.activities, asked.cancels)
    show_figures("Dry run", figures(measured))
    conclude(judge(measured))


def figures(measured: Measured) -> Mapping[str, str]:
    """Return what is printed."""
    cancels = ", ".join(f"{seconds:.2f}" for seconds in measured.cancels)
    return {
        "Activities": f"{measured.activities:,}",
        "Seconds": f"{measured.seconds:.1f}",
        "Processor seconds, without PostgreSQL": f"{measured.processor:.1f}",
        "Peak memory after a tenth, MB": f"{measured.peak_at_a_tenth:.1f}",
        "Peak memory at the end, MB": f"{measured.peak_at_the_end:.1f}",
        "Seconds from cancel to stop": cancels,
    }


def judge(measured: Measured) -> list[Verdict]:
    """Judge the run; the time is that of 100,000 activities."""
    allowed = TOO_SLOW * measured.activities / 100_000
    growth = measured.peak_at_the_end - measured.peak_at_a_tenth
    latest = max(measured.cancels)
    return [
        Verdict(
            bar=f"{measured.activities:,} activities in at most {allowed:g} s",
            measured=f"{measured.seconds:.1f} s",
            passed=measured.seconds <= allowed,
        ),
        Verdict(
            bar=f"after a tenth the memory grows by at most {MOST_GROWTH:g} MB",
            measured=f"{growth:.1f} MB",
            passed=growth <= MOST_GROWTH,
        ),
        Verdict(
            bar=f"stopped at most {TOO_LATE:g} s after the cancel",
            measured=f"{latest:.2f} s",
            passed=latest <= TOO_LATE,
        ),
    ]


def _measure(activities: int, cancels: int) -> Measured:
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    formula_id = fill(activities)
    run("VACUUM ANALYZE activities_activity")
    began, processor = time.perf_counter(), time.process_time()
    at_a_tenth = None
    for stored in parts(formula_id):
        if at_a_tenth is None and stored.done * 10 >= activities:
            at_a_tenth = _peak_megabytes()
    seconds = time.perf_counter() - began
    if (stored.state, stored.done) != ("Finished", activities):
        raise RuntimeError(f"{stored.state} after {stored.done:,} activities")
    return Measured(
        activities=activities,
        seconds=seconds,
        processor=time.process_time() - processor,
        peak_at_a_tenth=at_a_tenth or _peak_megabytes(),
        peak_at_the_end=_peak_megabytes(),
        cancels=[_cancel(formula_id, after=0.3 + 0.37 * number) for number in range(cancels)],
    )


def fill(activities: int) -> UUID:
    """Store so many activities in a month; return the formula that has a draft."""
    from programs.models import MarketingProgram

    program = MarketingProgram.objects.create(name="Bench")
    given = {
        "program": program.pk,
        "participants": max(1, activities // 5),
        "activities": activities,
        "since": SINCE,
    }
    run(PARTICIPANTS, given)
    run(_ACTIVITIES, given)
    _formula(program.pk, "Runs", LIVE, "discipline == 'running'")
    return _formula(program.pk, "Others", LIVE, "distance > 1", DRAFT)


def _formula(program_id: UUID, name: str, live: str, where: str, draft: str = "") -> UUID:
    from foundation.records.audit import Actor
    from rewards.commands import activating, formulas

    who: dict[str, Any] = {"by": Actor("bench"), "now": BEFORE}
    formula_id = uuid4()
    formulas.create_formula(
        formulas.CreateFormulaCommand(
            formula_id=formula_id,
            program_id=program_id,
            activity_type="SportActivity",
            name=name,
            expression=live,
            settings={"__where": where},
            coefficients=COEFFICIENTS,
            **who,
        )
    )
    activating.activate_formula(
        activating.ActivateFormulaCommand(formula_id=formula_id, by=Actor("bench-2"), now=BEFORE)
    )
    if draft:
        formulas.change_formula(
            formulas.ChangeFormulaCommand(formula_id=formula_id, expression=draft, **who)
        )
    return formula_id


def _start(formula_id: UUID) -> "FormulaDryRun":
    from django.utils import timezone

    from foundation.records.audit import Actor
    from rewards.commands.dry_runs import StartDryRunCommand, start_dry_run

    return start_dry_run(
        StartDryRunCommand(
            dry_run_id=uuid4(),
            formula_id=formula_id,
            since=SINCE,
            before=BEFORE,
            by=Actor("bench"),
            now=timezone.now(),
        )
    )


def parts(formula_id: UUID) -> "Iterator[FormulaDryRun]":
    """Start a dry run of the month, and work on it."""
    from foundation.messaging.jobs import running
    from rewards.models import FormulaDryRun

    return running.portions(FormulaDryRun, _start(formula_id).pk, uuid4())


def _cancel(formula_id: UUID, after: float) -> float:
    """Cancel a run after so many seconds; return the seconds until its process stops."""
    from django.utils import timezone

    from foundation.records.audit import Actor
    from rewards.commands.dry_runs import CancelDryRunCommand, cancel_dry_run

    started = _start(formula_id)
    working = threading.Thread(target=_work, args=(started,))
    working.start()
    time.sleep(after)
    began = time.perf_counter()
    cancel_dry_run(
        CancelDryRunCommand(dry_run_id=started.pk, by=Actor("bench"), now=timezone.now())
    )
    working.join()
    return time.perf_counter() - began


def _work(started: "FormulaDryRun") -> None:
    from django.db import connection

    from foundation.messaging.jobs import running

    try:
        for _ in running.portions(type(started), started.pk, uuid4()):
            pass
    except running.ClaimLost:
        return
    finally:
        connection.close()
    raise RuntimeError("the run finished before it was cancelled")


def _peak_megabytes() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


if __name__ == "__main__":
    main()
