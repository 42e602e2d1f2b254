"""Formulas that may decide on a reward, read and ready to calculate."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Any
from uuid import UUID

from rewards.checking import WHERE
from rewards.formula import CompiledFormula, Value, Where, parse
from rewards.models import FormulaRevision, RewardFormula

Variables = Mapping[str, Value]


@dataclass(frozen=True, slots=True, kw_only=True)
class Revision:
    """A revision, read and ready to calculate."""

    number: int
    expression: str
    settings: Mapping[str, Any]
    coefficients: Mapping[str, str]
    formula: CompiledFormula
    where: Where


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A formula that may decide, by one of its revisions."""

    formula_id: UUID
    name: str
    revision: Revision
    valid_from: datetime | None = None
    valid_until: datetime | None = None

    def why_not(self, variables: Variables, on: datetime) -> str:
        """Say why the formula does not suit the activity; nothing where it does.

        :raises FormulaRunError: its `__where` fails.
        """
        if self.valid_from is not None and on < self.valid_from:
            return f"is valid only from {self.valid_from:%Y-%m-%d %H:%M} UTC"
        if self.valid_until is not None and on >= self.valid_until:
            return f"is valid only until {self.valid_until:%Y-%m-%d %H:%M} UTC"
        return "" if self.revision.where.suits(variables) else f"its {WHERE} is not true"


def list_candidates(program_id: UUID, activity_type: str) -> list[Candidate]:
    """Return the active formulas of a program and type, in the order in which they are tried."""
    active = RewardFormula.objects.of(program_id, activity_type).active()
    return [_candidate(formula, formula.active_revision_id) for formula in active]


def draft_of(formula: RewardFormula) -> Candidate:
    """Return a formula as it was saved last, active or not."""
    return _candidate(formula, formula.revision_id)


@lru_cache(maxsize=2048)
def prepared(revision_id: UUID) -> Revision:
    """Return a revision, read once: a revision never changes."""
    saved = FormulaRevision.objects.get(pk=revision_id)
    return prepare(saved.number, saved.expression, saved.settings, saved.coefficients)


def prepare(
    number: int, expression: str, settings: Mapping[str, Any], coefficients: Mapping[str, str]
) -> Revision:
    """Return a revision that is ready to calculate.

    :raises FormulaSyntaxError: the expression cannot be read.
    """
    return Revision(
        number=number,
        expression=expression,
        settings=settings,
        coefficients=coefficients,
        formula=CompiledFormula(parse(expression, variables=None), coefficients),
        where=Where(settings.get(WHERE), coefficients),
    )


def _candidate(formula: RewardFormula, revision_id: UUID | None) -> Candidate:
    if revision_id is None:
        raise RewardFormula.DoesNotExist(f"{formula} has no such revision")
    return Candidate(
        formula_id=formula.pk,
        name=formula.name,
        revision=prepared(revision_id),
        valid_from=formula.valid_from,
        valid_until=formula.valid_until,
    )
