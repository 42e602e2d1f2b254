"""Queries about formulas, their revisions and activations."""

import json
from dataclasses import dataclass
from difflib import unified_diff
from uuid import UUID

from django.db.models import QuerySet

from rewards.formulas.models import (
    FormulaActivation,
    FormulaRevision,
    RewardFormula,
    RewardFormulaQuerySet,
)

MAX_REVISIONS = 500  # of a list, the newest


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadRevision:
    """A revision, whether it calculates rewards, and how it differs from the one before.

    `difference` is a unified diff.
    """

    revision: FormulaRevision
    is_active: bool
    difference: str


def list_formulas() -> RewardFormulaQuerySet:
    return RewardFormula.objects.select_related("revision", "active_revision")


def list_revisions(formula_id: UUID) -> list[ReadRevision]:
    """Return a formula's newest revisions, the newest first."""
    formula, read = RewardFormula.objects.get_or_refuse(formula_id), []
    before: list[str] = []
    for revision in formula.revisions.order_by("number"):
        lines = _lines_of(revision)
        difference = _difference(revision.number, before, lines)
        is_active = revision.pk == formula.active_revision_id
        read.append(ReadRevision(revision=revision, is_active=is_active, difference=difference))
        before = lines
    return read[::-1][:MAX_REVISIONS]


def list_activations(formula_id: UUID) -> QuerySet[FormulaActivation]:
    """Return a formula's activations, and those that were requested, the newest first."""
    return RewardFormula.objects.get_or_refuse(formula_id).activations.newest()


def _difference(number: int, before: list[str], lines: list[str]) -> str:
    if number == 1:
        return ""
    return "\n".join(unified_diff(before, lines, str(number - 1), str(number), lineterm=""))


def _lines_of(revision: FormulaRevision) -> list[str]:
    texts = [revision.settings, revision.coefficients]
    pages = (json.dumps(text, indent=2, sort_keys=True, ensure_ascii=False) for text in texts)
    return [*revision.expression.split("\n"), *"\n".join(pages).split("\n")]
