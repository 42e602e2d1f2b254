"""A month of stored activities, formulas, and dry runs over it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

from django.utils import timezone

from activities.models import Activity
from activities.tests.factories import sport_data
from foundation.messaging.tests.play.jobs import due_jobs, finish_jobs, work_on
from foundation.records.audit import Actor
from programs.participants.models import Participant
from programs.programs.models import MarketingProgram
from programs.tests.factories import MarketingProgramFactory
from rewards.models import FormulaDryRun, RewardFormula
from rewards.tests.factories import active_formula, change
from rewards.trials.dry_runs import StartDryRunCommand, start_dry_run

MAY = datetime(2026, 5, 1, tzinfo=UTC)
JUNE = datetime(2026, 6, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True, kw_only=True)
class Month:
    """A program with an active formula, 2 × distance, and its draft."""

    program: MarketingProgram
    formula: RewardFormula
    activities: Sequence[Activity]


def a_month(
    *distances: str, draft: str = "distance * 3", participants: int = 2, **live: Any
) -> Month:
    """Store a run of each distance in May, an hour apart, of one participant after the other."""
    program = MarketingProgramFactory.create()
    formula = active_formula(
        program_id=program.pk, **{"expression": "distance * 2", "coefficients": {}, **live}
    )
    formula = change(formula, expression=draft, now=JUNE)
    people = Participant.objects.bulk_create(
        Participant(program=program) for _ in range(participants)
    )
    activities = Activity.objects.bulk_create(
        Activity(
            participant=people[place % participants],
            marketing_program=program,
            type="SportActivity",
            data=sport_data(Distance=distance),
            created_on=MAY + timedelta(hours=place),
        )
        for place, distance in enumerate(distances)
    )
    return Month(program=program, formula=formula, activities=activities)


def started(formula: RewardFormula, **changes: Any) -> FormulaDryRun:
    """Start a dry run of the formula over May."""
    return start_dry_run(
        StartDryRunCommand(
            **{
                "dry_run_id": uuid4(),
                "formula_id": formula.pk,
                "since": MAY,
                "before": JUNE,
                "by": Actor("ann"),
                "now": timezone.now(),
                **changes,
            }
        )
    )


def finished(run: FormulaDryRun) -> FormulaDryRun:
    """Do what a worker does with a run."""
    return work_on(run)


def results_of(formula: RewardFormula, **changes: Any) -> dict[str, Any]:
    """Start a dry run, finish it, and return its results."""
    run = started(formula, **changes)
    finish_jobs(FormulaDryRun)  # on a busy machine it takes more than a slice of time
    run.refresh_from_db()
    assert (run.state, run.claim_id, run.next_attempt_on) == ("Finished", None, None)
    found: dict[str, Any] = run.results
    return found


def due(**after: float) -> list[UUID]:
    """Find what is due once this much time has passed."""
    return [run.pk for run in due_jobs(FormulaDryRun, **after)]
