"""Formulas that may decide on a reward, read and ready to calculate."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from functools import lru_cache
from typing import Any, Self
from uuid import UUID

from django.utils.dateparse import parse_datetime

from rewards.formula import FormulaRunError, ReadyFormula, Value, Where, parse
from rewards.formula.sentences import TraceStep
from rewards.formula.values import beginning, written
from rewards.formulas.checking import EXPRESSION, WHERE
from rewards.formulas.models import FormulaRevision, RewardFormula
from rewards.formulas.outcomes import Outcome, does_not_suit, failed, outcome_of
from rewards.past_activities import ActivityPeriod

SHOWN = 200  # characters of a text or table in a trace; numbers are never cut
NOT_MET = "its condition is not met"  # the reason of a formula that does not suit by its `__where`
NOT_SAVED = UUID(int=0)  # in place of a formula's or revision's id
AS_IF_VALID = "as_if_valid"  # from when a draft will be valid, which counts as valid already

Variables = Mapping[str, Value]


@dataclass(frozen=True, slots=True, kw_only=True)
class Revision:
    """A revision, read and ready to calculate."""

    revision_id: UUID = NOT_SAVED
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

    def trace(self, variables: Variables) -> list[TraceStep]:
        """Return the parts of the value, innermost first, as they are stored with a reward."""
        found = self.formula.evaluation(variables).trace
        return [
            TraceStep(each.source, *each.position, each.level, _shown(each.value)) for each in found
        ]


@dataclass(frozen=True, slots=True, kw_only=True)
class TriedFormula:
    """A formula by a revision, as it is stored with a reward.

    `reason`: why it does not suit; empty: it decided.
    """

    formula_id: UUID
    name: str
    revision: int
    reason: str = ""

    @classmethod
    def of(cls, stored: Mapping[str, Any], reason: str = "") -> Self:
        """Return what `as_json` has written, without its reason."""
        return cls(
            formula_id=UUID(stored["formulaId"]),
            name=stored["formulaName"],
            revision=stored["revision"],
            reason=reason,
        )

    def as_json(self) -> dict[str, Any]:
        """Return it as it is stored with a reward."""
        return {
            "formulaId": str(self.formula_id),
            "formulaName": self.name,
            "revision": self.revision,
            **({"reason": self.reason} if self.reason else {}),
        }

    def __str__(self) -> str:
        return f"Formula {self.name!r}, revision {self.revision},"


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

    def tried(self, reason: str = "") -> TriedFormula:
        """Return which formula and revision it is, for what is stored or said of it."""
        number = self.revision.number
        return TriedFormula(
            formula_id=self.formula_id, name=self.name, revision=number, reason=reason
        )


def list_candidates(
    program_id: UUID, activity_type: str, drafts: Sequence[FormulaRevision] = ()
) -> list[Candidate]:
    """Return the active formulas of a program and type, in the order in which they are tried.

    :param drafts: stand in their formulas' places, as if they were active.
    """
    return [
        Candidate(
            formula_id=formula.pk,
            name=formula.name,
            revision=prepared(revision_id),
            valid_from=formula.valid_from,
            valid_until=formula.valid_until,
        )
        for formula, revision_id in RewardFormula.objects.deciding(
            program_id, activity_type, drafts
        )
    ]


Frozen = list[dict[str, Any]]


def freeze(
    candidates: Sequence[Candidate],
    drafts: Sequence[FormulaRevision] = (),
    now: datetime | None = None,
) -> Frozen:
    """Return candidates as JSON, so that what staff change later has no effect.

    :param drafts: of them a formula that will be valid only after `now` counts as valid already.
    """
    drafted = {each.formula_id for each in drafts}
    frozen = []
    for each in candidates:
        begin = each.valid_from and each.valid_from.isoformat()
        is_early = each.formula_id in drafted and now and each.valid_from and each.valid_from > now
        frozen.append(
            {
                "formula_id": str(each.formula_id),
                "name": each.name,
                "revision_id": str(each.revision.revision_id),
                "valid_from": None if is_early else begin,
                "valid_until": each.valid_until and each.valid_until.isoformat(),
                **({AS_IF_VALID: begin} if is_early else {}),
            }
        )
    return frozen


def thaw(frozen: Sequence[Mapping[str, Any]]) -> list[Candidate]:
    """Return frozen candidates, ready to calculate."""
    return [
        Candidate(
            formula_id=UUID(each["formula_id"]),
            name=each["name"],
            revision=prepared(UUID(each["revision_id"])),
            valid_from=parse_datetime(each["valid_from"] or ""),
            valid_until=parse_datetime(each["valid_until"] or ""),
        )
        for each in frozen
    ]


@lru_cache(maxsize=2048)
def prepared(revision_id: UUID) -> Revision:
    """Return a revision, read once: a revision never changes."""
    saved = FormulaRevision.objects.get(pk=revision_id)
    texts = saved.expression, saved.settings, saved.coefficients
    return prepare(saved.number, *texts, revision_id)


def prepare(
    number: int,
    expression: str,
    settings: Mapping[str, Any],
    coefficients: Mapping[str, str],
    revision_id: UUID = NOT_SAVED,
) -> Revision:
    """Return a revision that is ready to calculate."""
    return Revision(
        revision_id=revision_id,
        number=number,
        expression=expression,
        settings=settings,
        coefficients=coefficients,
        formula=ReadyFormula(parse(expression, variables=None), coefficients),
        where=Where(settings.get(WHERE), coefficients),
    )


def _shown(value: Value) -> str:
    if isinstance(value, Decimal):
        return written(value)
    text = beginning(value, SHOWN + 1)
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"


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
