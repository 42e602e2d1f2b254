"""Why an activity has its reward, or none: in words and numbers, from what was stored."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from decimal import Decimal
from enum import StrEnum
from functools import cached_property
from typing import Any
from uuid import UUID

from activities.explaining.progress import credits_of, step_in_words, steps_of
from activities.records.changes import REFILL_BALANCE, get_activity_by_id, source_in_words
from activities.records.models import Activity, ActivityChange, ActivityHistory
from foundation.records.texts import in_utc
from programs.activity_types import units_of
from rewards.formula.conditions import where_in_words
from rewards.formula.sentences import PlainStep, TraceStep, in_words, plain_steps
from rewards.formulas.candidates import NOT_MET, TriedFormula
from rewards.formulas.checking import WHERE
from rewards.formulas.outcomes import Failure
from rewards.limits.cutting import LimitCut, before_limits, cuts_of, sentences_of
from rewards.models import BalanceOperation, FormulaRevision, OperationSource

CALCULATIONS = (ActivityChange.REWARD_SET, ActivityChange.NO_REWARD, ActivityChange.REWARD_FAILED)


class RewardOutcome(StrEnum):
    """What became of an activity's reward."""

    CREDITED = "Credited"
    NOT_CREDITED = "NotCredited"
    NO_REWARD = "NoReward"
    FAILED = "Failed"
    NOT_CALCULATED = "NotCalculated"


PARTS = {"expression": "expression", "__where": "condition"}
_WORDS = {
    RewardOutcome.CREDITED: "credited",
    RewardOutcome.NOT_CREDITED: "not credited",
    RewardOutcome.NO_REWARD: "no reward",
    RewardOutcome.FAILED: "the calculation failed",
    RewardOutcome.NOT_CALCULATED: "not calculated",
}


@dataclass(frozen=True, kw_only=True)  # without slots: the steps in words are made once
class ExplainedReward:
    """An activity's reward, and everything that it came from.

    - `reason`: why there is none, or why the calculation failed.
    - `unrounded`: the formula's result; `before_limits`: rounded; `reward`: what limits left of it.
    - `limits`: the limits that cut it, the strictest first.
    - `operations`: the credit, and then its adjustments.
    - `crediting`: what the step that credits waits for, or why it fails.
    - `is_technical`: whether the sentences name each part of the formula.
    - `total`: what the activity added to the balance, with its adjustments.
    """

    activity: Activity
    outcome: RewardOutcome
    calculated_on: datetime | None
    calculated_by: str
    reason: str = ""
    formula: TriedFormula | None = None
    passed_over: Sequence[TriedFormula] = ()
    expression: str = ""
    coefficients: Mapping[str, str] = field(default_factory=dict)
    inputs: Mapping[str, str] = field(default_factory=dict)
    steps: Sequence[TraceStep] = ()
    failure: Failure | None = None
    unrounded: str = ""
    before_limits: str = ""
    limits: Sequence[LimitCut] = ()
    reward: Decimal | None = None
    operations: Sequence[BalanceOperation] = ()
    crediting: Sequence[str] = ()
    is_technical: bool = False

    @property
    def credit(self) -> BalanceOperation | None:
        return next((each for each in self.operations if each.pk == self.activity.pk), None)

    @property
    def adjustments(self) -> Sequence[BalanceOperation]:
        return [each for each in self.operations if each.pk != self.activity.pk]

    @property
    def total(self) -> Decimal:
        return sum((each.amount for each in self.operations), Decimal(0))

    def with_conditions(self) -> "ExplainedReward":
        """Return it with the conditions that were not met in words: one read, if there are any."""
        unmet = [each for each in self.passed_over if each.reason == NOT_MET]
        if not unmet:
            return self
        rows = FormulaRevision.objects.filter(formula__in=[each.formula_id for each in unmet])
        settings = rows.values_list("formula_id", "number", "settings")
        found = {(pk, number): each.get(WHERE) for pk, number, each in settings}

        def said(tried: TriedFormula) -> TriedFormula:
            where = found.get((tried.formula_id, tried.revision))
            if tried.reason != NOT_MET or where is None:
                return tried
            return replace(tried, reason=f"{NOT_MET}: {where_in_words(where, self.units)}")

        return replace(self, passed_over=[said(each) for each in self.passed_over])

    @property
    def units(self) -> Mapping[str, str]:
        """Return the units of the variables that have one, by name."""
        return units_of(self.activity.type)

    @cached_property
    def plain_steps(self) -> Sequence[PlainStep]:
        """Return the steps of the calculation in words; none where it was not computed."""
        return plain_steps(self.expression, self.steps, self.units) if self.steps else []

    @property
    def outcome_in_words(self) -> str:
        return _WORDS[self.outcome]

    @property
    def computed(self) -> Sequence[str]:
        """Return how the reward was computed: `10.5 km × 2.5 (rate) = 26.25, rounded 26.`"""
        said = [f"{step.text[:1].upper()}{step.text[1:]}" for step in self.plain_steps]
        if said and self.reward is not None and self.before_limits != self.unrounded:
            said[-1] += f", rounded {in_words(self.before_limits)}"
        return [f"{each}." for each in said]

    @property
    def sentences(self) -> Sequence[str]:
        """Return all of it in words, in the order in which it happened."""
        return self.technical if self.is_technical else self.plain

    @property
    def plain(self) -> Sequence[str]:
        """Return all of it with units and rounded numbers."""
        numbers = (*_inputs_in_words(self), *self.computed, *self.limited)
        return [*_outcome(self), *_formulas(self), *numbers, *_operations(self)]

    @property
    def technical(self) -> Sequence[str]:
        """Return all of it with each part of the formula, and every digit."""
        steps = (f"{' '.join(step.source.split())} is {step.value}." for step in self.steps)
        numbers = (*_inputs(self), *steps, *_rounding(self), *self.limited)
        return [*_outcome(self), *_formulas(self), *numbers, *_operations(self)]

    @property
    def summary(self) -> Sequence[str]:
        """Return it without what the activity had."""
        numbers = (*self.computed, *self.limited)
        return [*_outcome(self), *_formulas(self), *numbers, *_operations(self)]

    @property
    def limited(self) -> Sequence[str]:
        """Return what limits did to the reward, in words."""
        return list(sentences_of(f"{self.reward or 0:f}", self.before_limits, self.limits))


def explain_reward(activity_id: UUID) -> ExplainedReward:
    """Return why an activity has its reward, or none."""
    activity = get_activity_by_id(activity_id)
    row = last_calculation(activity)
    adjustments = BalanceOperation.objects.filter(
        source=OperationSource.ADJUSTMENT, source_id=activity.pk
    )
    credit = list(credits_of([activity.pk]))
    steps = steps_of([activity.pk]).get(activity.pk, ())
    return ExplainedReward(
        activity=activity,
        outcome=_outcome_of(activity, row, is_credited=bool(credit)),
        calculated_on=row.occurred_on if row else None,
        calculated_by=row.source if row else "",
        reward=activity.reward,
        operations=[*credit, *adjustments.order_by("created_on", "pk")],
        crediting=[step_in_words(each) for each in steps if each.destination == REFILL_BALANCE],
        **_stored(row.details if row else {}),
    ).with_conditions()


def last_calculation(activity: Activity) -> ActivityHistory | None:
    """Return what was stored when the reward was calculated last, with the data as they are."""
    changes = (*CALCULATIONS, ActivityChange.DATA_UPDATED)
    rows = activity.history.filter(change__in=changes)
    if activity.reward is not None:
        rows = rows.filter(change=ActivityChange.REWARD_SET)
    last = rows.order_by("-pk").first()
    return last if last is not None and last.change in CALCULATIONS else None


def _outcome_of(
    activity: Activity, row: ActivityHistory | None, *, is_credited: bool
) -> RewardOutcome:
    if activity.reward is not None:
        return RewardOutcome.CREDITED if is_credited else RewardOutcome.NOT_CREDITED
    if activity.reward_failure:
        return RewardOutcome.FAILED
    return RewardOutcome.NO_REWARD if row else RewardOutcome.NOT_CALCULATED


def _stored(details: Mapping[str, Any]) -> dict[str, Any]:
    """Return what was stored with a calculation; what was not stored is left out."""
    failure = details.get("failure")
    return {
        "reason": details.get("reason", ""),
        "formula": TriedFormula.of(details) if "formulaId" in details else None,
        "passed_over": [
            TriedFormula.of(each, each["reason"]) for each in details.get("passedOver", ())
        ],
        "expression": details.get("expression", ""),
        "coefficients": details.get("coefficients", {}),
        "inputs": details.get("inputs", {}),
        "steps": [TraceStep(**step) for step in details.get("trace", ())],
        "failure": Failure(**failure) if failure else None,
        "unrounded": details.get("unrounded") or details.get("result", ""),
        "before_limits": before_limits(details),
        "limits": cuts_of(details),
    }


def _outcome(explained: ExplainedReward) -> Iterator[str]:
    match explained.outcome:
        case RewardOutcome.NOT_CALCULATED:
            yield "The reward was not calculated, or new data came since."
        case RewardOutcome.NO_REWARD:
            yield f"There is no reward: {explained.reason}"
        case RewardOutcome.FAILED:
            yield f"The reward failed: {explained.reason}"
        case _:
            yield f"The reward is {explained.reward:f}."
    if explained.calculated_on:
        by = f" by {source_in_words(explained.calculated_by)}" if explained.calculated_by else ""
        yield f"It was calculated on {in_utc(explained.calculated_on)}{by}."


def _formulas(explained: ExplainedReward) -> Iterator[str]:
    for tried in explained.passed_over:
        yield f"{tried} was passed over: {tried.reason}."
    failure = explained.failure
    if explained.formula and failure:
        place = f"line {failure.line}, column {failure.column} of its {PARTS[failure.part]}"
        yield f"{explained.formula} failed at {place}."
    elif explained.formula:
        yield f"{explained.formula} decided."


def _inputs_in_words(explained: ExplainedReward) -> Iterator[str]:
    given = {name: text for name, text in sorted(explained.inputs.items()) if text != "null"}
    if given:
        shown = (
            f"{name.replace('_', ' ')} {in_words(text, explained.units.get(name, ''))}"
            for name, text in given.items()
        )
        yield f"The activity had {', '.join(shown)}."


def _inputs(explained: ExplainedReward) -> Iterator[str]:
    inputs = sorted(explained.inputs.items())
    given = [f"{name} {value}" for name, value in inputs if value != "null"]
    if given:
        yield f"The activity had {', '.join(given)}."
    if lacking := [name for name, value in inputs if value == "null"]:
        yield f"It had no {', '.join(lacking)}."


def _rounding(explained: ExplainedReward) -> Iterator[str]:
    if explained.unrounded and explained.reward is not None:
        halves = "rounded to a whole number, halves away from zero"
        yield f"{explained.unrounded}, {halves}, is {explained.before_limits}."


def _operations(explained: ExplainedReward) -> Iterator[str]:
    credit = explained.credit
    if credit:
        what = f"{credit.amount:f} was credited on {in_utc(credit.created_on)}"
        yield f"{what} by operation {credit.pk}."
    elif explained.reward is not None:
        yield "It is not credited."
    yield from explained.crediting
    for each in explained.adjustments:
        when = in_utc(each.created_on)
        yield f"{each.created_by} adjusted it by {each.amount:f} on {when}: {each.reason}"
    if explained.adjustments:
        yield f"With adjustments it is {explained.total:f}."
