"""Formulas for tests of this app and of the apps above it, made by the commands."""

from datetime import UTC, datetime
from typing import Any
from uuid import UUID, uuid4

from foundation.records.audit import Actor
from programs.tests.factories import MarketingProgramFactory
from rewards.activation.activating import ActivateFormulaCommand, activate_formula
from rewards.activation.requests import RequestActivationCommand, request_activation
from rewards.formulas.commands import CreateFormulaCommand, create_formula
from rewards.models import Expectation, FormulaActivation, GoldenExample, RewardFormula
from rewards.trials.examples import PutExampleCommand, put_example

NOW = datetime(2026, 5, 17, 9, 30, tzinfo=UTC)


def creation(**changes: Any) -> CreateFormulaCommand:
    """Return a command that creates a formula for sport."""
    program_id = changes.pop("program_id", None) or MarketingProgramFactory.create().pk
    return CreateFormulaCommand(
        **{
            "formula_id": uuid4(),
            "program_id": program_id,
            "activity_type": "SportActivity",
            "name": "By distance",
            "expression": "distance * coeff('rate')",
            "coefficients": {"rate": "1.5"},
            "by": Actor("ann"),
            "now": NOW,
            **changes,
        }
    )


def draft_formula(**changes: Any) -> RewardFormula:
    """Save a formula that is not active."""
    return create_formula(creation(**changes)).record


def active_formula(program_id: UUID | None = None, **changes: Any) -> RewardFormula:
    """Save a formula and make it active."""
    formula = draft_formula(program_id=program_id, **changes)
    return activate_formula(ActivateFormulaCommand(formula_id=formula.pk, by=Actor("bob"), now=NOW))


def requested_activation(by: str = "ann", **changes: Any) -> FormulaActivation:
    """Request the activation of a new formula."""
    formula = draft_formula(**changes)
    command = RequestActivationCommand(formula_id=formula.pk, by=Actor(by), now=NOW)
    return request_activation(command).record


def golden_example(formula: RewardFormula | None = None, **changes: Any) -> GoldenExample:
    """Add an example that the formula of `creation` holds."""
    return put_example(
        PutExampleCommand(
            **{
                "formula_id": (formula or draft_formula()).pk,
                "example_id": uuid4(),
                "name": "Two",
                "inputs": {"distance": "2"},
                "expectation": None if "activity_id" in changes else Expectation.REWARD,
                "reward": None if {"expectation", "activity_id"} & changes.keys() else 3,
                "by": Actor("ann"),
                **changes,
            }
        )
    ).record
