"""A program whose formula and budget marketing looks after."""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from uuid import uuid4

from foundation.records.audit import Actor
from programs.programs.models import MarketingProgram
from rewards.activation.activating import ActivateFormulaCommand, activate_formula
from rewards.activation.requests import RequestActivationCommand, request_activation
from rewards.formulas.commands import (
    ChangeFormulaCommand,
    CreateFormulaCommand,
    change_formula,
    create_formula,
)
from rewards.limits.commands import PutLimitCommand, put_limit
from rewards.models import Expectation
from rewards.trials.examples import PutExampleCommand, put_example

AUTHOR = Actor("maria")
MOST = 5_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Rewarded:
    """What the tasks of marketing begin with: a formula of which revision 2 is requested."""

    program: str
    formula: str
    new_formula: str


def give_rewards(program: MarketingProgram, now: datetime) -> Rewarded:
    """Make a formula with two revisions, the first active and the second requested; a budget."""
    formula_id, again = uuid4(), f" {program.pk.hex[:4]}"
    name = f"Points of the harbour{again}"
    create_formula(
        CreateFormulaCommand(
            formula_id=formula_id,
            program_id=program.pk,
            activity_type="SportActivity",
            name=name,
            expression="distance * coeff('rate')",
            coefficients={"rate": "1.5"},
            by=AUTHOR,
            now=now,
        )
    )
    put_example(
        PutExampleCommand(
            formula_id=formula_id,
            example_id=uuid4(),
            name="No distance, no points",
            inputs={"distance": "0"},
            expectation=Expectation.REWARD,
            reward=0,
            by=AUTHOR,
        )
    )
    activate_formula(ActivateFormulaCommand(formula_id=formula_id, by=AUTHOR, now=now))
    more = {"rate": "2.5"}
    change_formula(
        ChangeFormulaCommand(formula_id=formula_id, coefficients=more, by=AUTHOR, now=now)
    )
    request_activation(RequestActivationCommand(formula_id=formula_id, by=AUTHOR, now=now))
    put_limit(
        PutLimitCommand(
            limit_id=uuid4(),
            program_id=program.pk,
            scope="All",
            period="Month",
            unit="Points",
            most=Decimal(MOST),
            by=AUTHOR,
            now=now,
        )
    )
    return Rewarded(program=program.name, formula=name, new_formula=f"Points for hills{again}")
