"""Queries about formulas, their revisions and activations."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from difflib import unified_diff
from uuid import UUID

from django.db.models import QuerySet

from programs.activity_types import units_of
from rewards.formula.conditions import settings_in_words
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


def list_revisions(
    formula_id: UUID, lines_of: Callable[[FormulaRevision], list[str]] | None = None
) -> list[ReadRevision]:
    """Return a formula's newest revisions, the newest first.

    :param lines_of: the lines that are compared; without it the texts as they are stored.
    """
    formula, read = RewardFormula.objects.get_or_refuse(formula_id), []
    before: list[str] = []
    for revision in formula.revisions.order_by("number"):
        lines = (lines_of or _lines_of)(revision)
        difference = _difference(revision.number, before, lines)
        is_active = revision.pk == formula.active_revision_id
        read.append(ReadRevision(revision=revision, is_active=is_active, difference=difference))
        before = lines
    return read[::-1][:MAX_REVISIONS]


def name_revisions(
    formula: RewardFormula, requested: FormulaRevision | None = None
) -> list[tuple[int, str]]:
    """Return a formula's revisions to choose from: `Revision 2 (saved last, active)`."""
    known = {"saved last": formula.revision, "requested": requested,
             "active": formula.active_revision}  # fmt: skip
    named = []
    for number in formula.revisions.order_by("-number").values_list("number", flat=True):
        words = [word for word, each in known.items() if each and each.number == number]
        of_it = f" ({', '.join(words)})" if words else ""
        named.append((number, f"Revision {number}{of_it}"))
    return named


def list_activations(formula_id: UUID) -> QuerySet[FormulaActivation]:
    """Return a formula's activations, and those that were requested, the newest first."""
    return RewardFormula.objects.get_or_refuse(formula_id).activations.newest()


def _difference(number: int, before: list[str], lines: list[str]) -> str:
    if number == 1:
        return ""
    return "\n".join(unified_diff(before, lines, str(number - 1), str(number), lineterm=""))


def lines_in_words(revision: FormulaRevision) -> list[str]:
    """Return a revision's texts as people read them: the condition in words."""
    units = units_of(revision.formula.activity_type)
    named = {**settings_in_words(revision.settings, units), **revision.coefficients}
    return [
        *revision.expression.split("\n"),
        *(f"{name}: {value}" for name, value in named.items()),
    ]


def _lines_of(revision: FormulaRevision) -> list[str]:
    texts = [revision.settings, revision.coefficients]
    pages = (json.dumps(text, indent=2, sort_keys=True, ensure_ascii=False) for text in texts)
    return [*revision.expression.split("\n"), *"\n".join(pages).split("\n")]
