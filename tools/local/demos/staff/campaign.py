"""A program that marketing runs, with participants about whom support is asked."""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from uuid import uuid4

from foundation.records.audit import Actor
from programs.participants.models import Participant
from programs.programs.models import Exercise, MarketingProgram
from rewards.activation.activating import ActivateFormulaCommand, activate_formula
from rewards.formulas.commands import (
    ChangeFormulaCommand,
    CreateFormulaCommand,
    change_formula,
    create_formula,
)
from rewards.limits.commands import PutLimitCommand, put_limit
from tools.local.demos.staff.explained import give_run

AUTHOR = Actor("maria")
LEAST, MOST = 3, 53  # kilometres that give points, and points of all together


@dataclass(frozen=True, slots=True, kw_only=True)
class Campaign:
    """What the tasks begin with: names that staff know, and the ids for their files."""

    new_program: str
    program: str
    exercise: str
    formula: str
    runner: str
    short_runner: str
    ids: tuple[str, ...]


def give_campaign(again: str, now: datetime) -> Campaign:
    """Make a program with a formula, a limit, and a budget that cut two of five runs.

    The formula was changed after all of them.
    """
    program = MarketingProgram.objects.create(name=f"Autumn of the harbour{again}")
    exercise = Exercise.objects.create(
        program=program, name=f"Run far{again}", activity_type="SportActivity"
    )
    formula_id, formula = uuid4(), f"Autumn runs{again}"
    create_formula(
        CreateFormulaCommand(
            formula_id=formula_id,
            program_id=program.pk,
            activity_type="SportActivity",
            name=formula,
            expression="distance * coeff('points')",
            settings={"__where": f"distance >= {LEAST}"},
            coefficients={"points": "2"},
            by=AUTHOR,
            now=now,
        )
    )
    activate_formula(ActivateFormulaCommand(formula_id=formula_id, by=AUTHOR, now=now))
    for scope, period, most in (("All", "Program", MOST), ("Participant", "Week", 1000)):
        put_limit(
            PutLimitCommand(
                limit_id=uuid4(),
                program_id=program.pk,
                scope=scope,
                period=period,
                unit="Points",
                most=Decimal(most),
                by=AUTHOR,
                now=now,
            )
        )
    labels = [f"{name}{again}" for name in ("Nora Lind", "Olga Short", "Ivan Berg", "Emil Far")]
    nora, olga, ivan, emil = (
        Participant.objects.create(program=program, label=each) for each in labels
    )
    runs = ((emil, "9"), (nora, "10.5"), (nora, "10"), (olga, "2"), (ivan, "8"))
    for participant, distance in runs:
        give_run(participant, distance, now)
    change_formula(
        ChangeFormulaCommand(
            formula_id=formula_id, coefficients={"points": "3"}, by=AUTHOR, now=now
        )
    )
    activate_formula(ActivateFormulaCommand(formula_id=formula_id, by=AUTHOR, now=now))
    return Campaign(
        new_program=f"Winter of the harbour{again}",
        program=program.name,
        exercise=exercise.name,
        formula=formula,
        runner=labels[0],
        short_runner=labels[1],
        ids=tuple(str(each.pk) for each in (nora, ivan)),
    )
