"""Formulas that may decide on a reward, read and ready to calculate."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from decimal import ROUND_HALF_UP, Decimal
from enum import StrEnum
from functools import lru_cache
from typing import Any
from uuid import UUID

from programs.readers import plain
from rewards.balances.models import MAX_AMOUNT
from rewards.formula import FormulaRunError, ReadyFormula, Value, Where, parse
from rewards.formula.tree import Position
from rewards.formula.values import kind
from rewards.formulas.checking import EXPRESSION, WHERE
from rewards.formulas.models import FormulaRevision, RewardFormula
from rewards.past_activities import ActivityPeriod

# What a formula gives for an activity: a reward, none, that it does not suit, or a failure.


NOT_MET = "its condition is not met"  # the reason of a formula that does not suit by its `__where`
_ZERO = Decimal(0)
_START = Position(line=1, column=1)


class Result(StrEnum):
    """How a calculation ended."""

    REWARD = "Reward"
    NO_REWARD = "NoReward"
    DOES_NOT_SUIT = "DoesNotSuit"
    FAILED = "Failed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """Where a formula fails, and why; `part` is `expression` or `__where`."""

    part: str
    detail: str
    position: Position = _START

    def __str__(self) -> str:
        line, column = self.position
        place = f"line {line}, column {column}: {self.detail}"
        return f"in its condition, {place}" if self.part == WHERE else place


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What a formula gives, or the first of several that suits.

    - `reward`: as it is credited, a whole number; None unless `result` is `REWARD`.
    - `value`: the formula's value before rounding, if it has one: also of no reward, and of a value
      that no reward can be, which is a failure.
    - `reason`: why there is no reward; of a failure its place and detail.
    - `details`: what the outcome came from, as JSON, if it is to be stored.
    """

    result: Result
    value: Value = None
    reward: Decimal | None = None
    reason: str = ""
    failure: Failure | None = None
    details: Mapping[str, Any] = field(default_factory=dict, compare=False)

    @property
    def amount(self) -> Decimal | None:
        """The value before rounding, if it is a number of less than 10^15, negative or not."""
        value = self.value
        fits = isinstance(value, Decimal) and value.copy_abs() < MAX_AMOUNT
        return value if fits else None  # type: ignore[return-value]  # a number, as `fits` says

    @property
    def is_negative(self) -> bool:
        """Whether it failed because the reward would be negative."""
        amount = self.amount
        return self.result is Result.FAILED and amount is not None and amount < 0

    def __str__(self) -> str:
        match self.result:
            case Result.REWARD:
                return plain(self.reward or _ZERO)
            case Result.NO_REWARD:
                return "no reward"
            case Result.DOES_NOT_SUIT:
                return "does not suit"
        if (amount := self.amount) is not None and amount < 0:
            return f"fails: the result is negative: {plain(rounded(amount))}"
        if self.failure is not None and self.value is not None:
            return f"fails: {self.failure.detail}"
        return f"fails: {self.reason}"


def rounded(amount: Decimal) -> Decimal:
    """Return an amount as a whole number, halves away from zero; a zero has no sign."""
    return amount.to_integral_value(ROUND_HALF_UP) or _ZERO


def outcome_of(value: Value) -> Outcome:
    """Return what a formula gives that has this value. The only place with the range of rewards."""
    if value is None:
        return Outcome(result=Result.NO_REWARD, reason="the formula gives none")
    if not isinstance(value, Decimal):
        return _unfit(value, f"the result is {kind(value)}, not a number")
    reward = rounded(value)
    if reward.copy_abs() >= MAX_AMOUNT:
        return _unfit(value, "the result is 10^15 or more")
    if reward < 0:
        return _unfit(value, "the result is negative")
    return Outcome(result=Result.REWARD, value=value, reward=reward)


def failed(part: str, error: FormulaRunError) -> Outcome:
    """Return the outcome of a formula of which this part, its expression or `__where`, fails."""
    failure = Failure(part=part, detail=error.detail, position=error.position)
    return Outcome(result=Result.FAILED, reason=str(failure), failure=failure)


def _unfit(value: Value, detail: str) -> Outcome:
    failure = Failure(part=EXPRESSION, detail=detail)
    return Outcome(result=Result.FAILED, value=value, reason=str(failure), failure=failure)


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
            return _does_not_suit(reason)
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


def _does_not_suit(reason: str) -> Outcome:
    return Outcome(result=Result.DOES_NOT_SUIT, reason=reason)


_NOT_TRUE = _does_not_suit(NOT_MET)


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
