"""Commands on formulas, as Bob gives them."""

from typing import Any

from foundation.records.audit import Actor
from rewards.activation.activating import ActivateFormulaCommand, activate_formula
from rewards.formulas.commands import ChangeFormulaCommand, change_formula
from rewards.models import RewardFormula
from rewards.tests.factories import NOW


def change(formula: RewardFormula, **changes: Any) -> RewardFormula:
    """Change a formula that Ann created."""
    return change_formula(
        ChangeFormulaCommand(
            **{"formula_id": formula.pk, "by": Actor("bob"), "now": NOW, **changes}
        )
    )


def activate(formula: RewardFormula, **changes: Any) -> RewardFormula:
    """Activate the last revision, or the one with `number`."""
    return activate_formula(
        ActivateFormulaCommand(
            **{"formula_id": formula.pk, "by": Actor("bob"), "now": NOW, **changes}
        )
    )
