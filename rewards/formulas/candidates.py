"""Formulas that may decide on a reward, read and ready to calculate."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Any
from uuid import UUID

from rewards.formula import FormulaRunError, ReadyFormula, Value, Where, parse
from rewards.formulas.checking import EXPRESSION, WHERE
from rewards.formulas.models import FormulaRevision, RewardFormula
from rewards.formulas.outcomes import Outcome, does_not_suit, failed, outcome_of
from rewards.past_activities import ActivityPeriod

# What a formula gives for an activity: a reward, none, that it does not suit, or a failure.


NOT_MET = "its condition is not met"  # the reason of a formula that does not suit by its `__where`


Variables = Mapping[str, Value]


@dataclass(frozen=True, slots=True, kw_only=True)
class Revision:
    """A revision, read and ready to calculate."""

    number: int
    expression: str
    settings: Mapping[str, Any]
    coefficients: Mapping[str, str]
    formula: ReadyFormula
    where: Where

    def why_not(self, variables: Variables) -> Outcome | None:
        """Return that the formula does not suit, or that its `__where` fails; None: it suits."""
        try:
            return None if self.where.suits(variables) else _NOT_TRUE
        except FormulaRunError as error:
            return failed(WHERE, error)

    def calculated(self, variables: Variables) -> Outcome:
        """Return what the expression gives, whether the formula suits or not."""
        try:
            return outcome_of(self.formula.value(variables))
        except FormulaRunError as error:
            return failed(EXPRESSION, error)

    def outcome(self, variables: Variables) -> Outcome:
        """Return what the formula gives, on a date when it is valid."""
        return self.why_not(variables) or self.calculated(variables)


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A formula that may decide, by one of its revisions."""

    formula_id: UUID
    name: str
    revision: Revision
    valid_from: datetime | None = None
    valid_until: datetime | None = None

    def why_not(self, variables: Variables, on: datetime) -> Outcome | None:
        """Return that the formula does not suit, or that its `__where` fails; None: it suits."""
        if reason := self.why_not_valid(on):
            return does_not_suit(reason)
        return self.revision.why_not(variables)

    def why_not_valid(self, on: datetime) -> str:
        """Return why the formula takes no activity of this moment; empty: it is valid."""
        if self.valid_from is not None and on < self.valid_from:
            return f"it is valid only from {self.valid_from:%Y-%m-%d %H:%M} UTC"
        if self.valid_until is not None and on >= self.valid_until:
            return f"it is valid only until {self.valid_until:%Y-%m-%d %H:%M} UTC"
        return ""

    def outcome(self, variables: Variables, on: datetime) -> Outcome:
        """Return what the formula gives for an activity of this moment."""
        return self.why_not(variables, on) or self.revision.calculated(variables)


def list_candidates(
    program_id: UUID, activity_type: str, draft: FormulaRevision | None = None
) -> list[Candidate]:
    """Return the active formulas of a program and type, in the order in which they are tried.

    :param draft: stands in its formula's place, as if it were active.
    """
    return [
        Candidate(
            formula_id=formula.pk,
            name=formula.name,
            revision=prepared(revision_id),
            valid_from=formula.valid_from,
            valid_until=formula.valid_until,
        )
        for formula, revision_id in _deciding(program_id, activity_type, draft)
    ]


def _deciding(
    program_id: UUID, activity_type: str, draft: FormulaRevision | None
) -> list[tuple[RewardFormula, UUID]]:
    drafts = [draft] if draft else []
    return RewardFormula.objects.deciding(program_id, activity_type, drafts)


@lru_cache(maxsize=2048)
def prepared(revision_id: UUID) -> Revision:
    """Return a revision, read once: a revision never changes."""
    saved = FormulaRevision.objects.get(pk=revision_id)
    return prepare(saved.number, saved.expression, saved.settings, saved.coefficients)


def prepare(
    number: int, expression: str, settings: Mapping[str, Any], coefficients: Mapping[str, str]
) -> Revision:
    """Return a revision that is ready to calculate."""
    return Revision(
        number=number,
        expression=expression,
        settings=settings,
        coefficients=coefficients,
        formula=ReadyFormula(parse(expression, variables=None), coefficients),
        where=Where(settings.get(WHERE), coefficients),
    )


_NOT_TRUE = does_not_suit(NOT_MET)


def period_of(
    formula: RewardFormula, since: datetime, before: datetime, **whose: Any
) -> ActivityPeriod:
    """Return a period of the activities that a formula is for."""
    return ActivityPeriod(
        program_id=formula.program_id,
        activity_type=formula.activity_type,
        since=since,
        before=before,
        **whose,
    )
