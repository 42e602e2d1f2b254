"""Commands that write golden examples, and what they refuse when a formula is made active.

Each of them locks the formula first, as making it active does: an example is stored before a
revision is made active, and is then tried, or after.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any
from uuid import UUID

import structlog
from django.db import transaction

from foundation.records.audit import Actor, name_of, old_and_new, record_change, record_deed
from foundation.records.models import Creation, IdTaken, insert_new
from foundation.records.refusals import Conflict, Invalid, VersionConflict
from programs.activity_types import variables_of
from rewards.balances.models import MAX_AMOUNT
from rewards.formulas.candidates import Revision, prepared
from rewards.formulas.checking import faults_of_inputs, read_inputs
from rewards.formulas.models import FormulaRevision, RewardFormula
from rewards.formulas.outcomes import Outcome, Result
from rewards.trials.models import Expectation, GoldenExample
from rewards.trials.outcomes import MAX_FAULTS, ActivityUnfit, find_activity

log = structlog.get_logger(__name__)

# Which golden examples a revision holds.


@dataclass(frozen=True, slots=True, kw_only=True)
class TriedExample:
    """An example, and what a revision gave for it."""

    example: GoldenExample
    revision: int
    outcome: Outcome

    @property
    def wanted(self) -> str:
        return self.example.wanted

    @property
    def got(self) -> str:
        return str(self.outcome)

    @property
    def holds(self) -> bool:
        """Whether the revision gave what is expected."""
        if self.outcome.result.value != self.example.expectation:
            return False
        return self.outcome.result is not Result.REWARD or (
            self.outcome.reward == self.example.reward
        )


def list_examples(formula_id: UUID, number: int | None = None) -> Sequence[TriedExample]:
    """Return the golden examples of a formula by name, tried by a revision; None: the last one."""
    formula = RewardFormula.objects.get_or_refuse(formula_id)
    revision = formula.revision_numbered(number)
    return try_examples(prepared(revision.pk), formula.examples.order_by("name"))


def try_examples(revision: Revision, examples: Iterable[GoldenExample]) -> Sequence[TriedExample]:
    """Calculate each example by a revision."""
    return [
        TriedExample(
            example=example,
            revision=revision.number,
            outcome=revision.outcome(read_inputs(example.inputs)),
        )
        for example in examples
    ]


MAX_EXAMPLES = 100
MAX_NAMED = 5


class ExampleInvalid(Invalid):
    """An example has variables of the formula's type, and a whole reward where one is expected."""

    code = "golden-example-invalid"


class ExampleNameTaken(Conflict):
    """The formula has another example of this name."""

    code = "golden-example-name-taken"


class TooManyExamples(Conflict):
    """A formula has at most 100 golden examples."""

    code = "too-many-golden-examples"


class GoldenExamplesBroken(Conflict):
    """Golden examples do not hold for the revision. `broken` are those, with what they gave."""

    def __init__(self, number: int, broken: Sequence[TriedExample], count: int) -> None:
        named = [f"{each.example.name!r} wants {each.wanted}, got {each.got}" for each in broken]
        more = f"; and {len(broken) - MAX_NAMED} more" if len(broken) > MAX_NAMED else ""
        super().__init__(
            f"{len(broken)} of {count} golden examples do not hold for revision {number}: "
            f"{'; '.join(named[:MAX_NAMED])}{more}."
        )
        self.broken = tuple(broken)


@dataclass(frozen=True, slots=True, kw_only=True)
class PutExampleCommand:
    """Add an example to a formula, or replace it.

    The inputs are texts of the language by variable, or those of a past activity. Without an
    expectation, the activity's own reward is expected.
    """

    formula_id: UUID
    example_id: UUID
    name: str
    inputs: Mapping[str, str] | None = None
    activity_id: UUID | None = None
    expectation: Expectation | None = None
    reward: int | None = None
    by: Actor
    expected_version: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DeleteExampleCommand:
    """Remove an example from a formula."""

    formula_id: UUID
    example_id: UUID
    by: Actor
    expected_version: int | None = None


@transaction.atomic
def put_example(command: PutExampleCommand) -> Creation[GoldenExample]:
    """Add a golden example or replace it; with the same data again nothing changes.

    It may fail for the current revision: it says what the formula should give when it is corrected.

    :raises RewardFormulaNotFound: no such formula.
    :raises Refusal: no such activity.
    :raises ExampleInvalid: an input or the reward cannot be read, or no reward is named.
    :raises ExampleNameTaken: another example of the formula has this name.
    :raises IdTaken: the id is that of another formula's example.
    :raises TooManyExamples: the formula has as many as it may have.
    :raises VersionConflict: the example changed since `expected_version`.
    """
    formula = RewardFormula.objects.locked(command.formula_id)
    wanted = _wanted(formula, command)
    others = formula.examples.exclude(pk=command.example_id)
    if others.filter(name=command.name).exists():
        raise ExampleNameTaken
    known = GoldenExample.objects.filter(pk=command.example_id).first()
    if known is not None:
        return Creation(record=_replaced(known, formula, command, wanted), is_new=False)
    if command.expected_version is not None:
        raise VersionConflict("There is no such golden example yet.")
    if others.count() >= MAX_EXAMPLES:
        raise TooManyExamples
    example = GoldenExample(
        pk=command.example_id, formula=formula, changed_by=name_of(command.by), **wanted
    )
    if not insert_new(example):  # at this moment, for another formula
        raise IdTaken
    added = {name: (None, value) for name, value in wanted.items() if value is not None}
    record_deed(command.by, "Added a golden example", formula, added)
    return Creation(record=example, is_new=True)


@transaction.atomic
def delete_example(command: DeleteExampleCommand) -> None:
    """Remove a golden example.

    :raises RewardFormulaNotFound: no such formula.
    :raises GoldenExampleNotFound: the formula has no such example.
    :raises VersionConflict: the example changed since `expected_version`.
    """
    formula = RewardFormula.objects.locked(command.formula_id)
    of_formula = GoldenExample.objects.filter(formula=formula)
    example = of_formula.locked(command.example_id, command.expected_version)
    log.info("golden_example_removed", formula_id=str(formula.pk), example_id=str(example.pk))
    record_deed(command.by, "Removed a golden example", formula, {"name": (example.name, None)})
    example.delete()


def refuse_broken_examples(revision: FormulaRevision) -> None:
    """Refuse a revision that a golden example does not hold for; the caller locked the formula.

    :raises GoldenExamplesBroken: which ones, what they want and what they got.
    """
    examples = GoldenExample.objects.filter(formula=revision.formula_id).order_by("name")
    tried = try_examples(prepared(revision.pk), examples)
    if broken := [each for each in tried if not each.holds]:
        raise GoldenExamplesBroken(revision.number, broken, len(tried))


def _wanted(formula: RewardFormula, command: PutExampleCommand) -> dict[str, Any]:
    inputs, expectation, reward = command.inputs, command.expectation, command.reward
    if command.activity_id is not None:
        inputs, its_reward = _of_activity(formula, command.activity_id)
        if expectation is None and its_reward is not None:
            expectation, reward = Expectation.REWARD, its_reward
    if faults := _faults(formula, command, expectation, reward):
        raise ExampleInvalid(errors=faults)
    return {
        "name": command.name,
        "inputs": dict(inputs or {}),
        "expectation": expectation,
        "reward": reward,
    }


def _of_activity(formula: RewardFormula, activity_id: UUID) -> tuple[dict[str, str], int | None]:
    """Return the inputs that an activity has, and its reward."""
    try:
        past = find_activity(activity_id, formula.activity_type)
    except ActivityUnfit:
        wanted = f"is not an activity of the type {formula.activity_type}"
        raise ExampleInvalid(errors={"activityId": wanted}) from None
    return past.written_inputs, None if past.reward is None else int(past.reward)


def _faults(
    formula: RewardFormula,
    command: PutExampleCommand,
    expectation: Expectation | None,
    reward: int | None,
) -> dict[str, str]:
    faults = dict(_faults_of_inputs(formula, command))
    if command.example_id.int == 0:
        faults["exampleId"] = "the nil guid stands for no record"
    if expectation is None:
        faults["expectation"] = "is needed: the example has no reward of an activity"
    elif (expectation == Expectation.REWARD) is (reward is None):
        faults["reward"] = f"is given where {Expectation.REWARD.label} is expected, and only there"
    elif reward is not None and not (0 <= reward < MAX_AMOUNT):
        faults["reward"] = "is from 0 and less than 10^15"
    return faults


def _faults_of_inputs(formula: RewardFormula, command: PutExampleCommand) -> list[tuple[str, str]]:
    if (command.inputs is None) is (command.activity_id is None):
        return [("inputs", "are given, or else the id of an activity")]
    variables = variables_of(formula.activity_type)
    found = islice(faults_of_inputs(command.inputs or {}, variables), MAX_FAULTS)
    return [(f"inputs.{name}", fault) for name, fault in found]


def _replaced(
    known: GoldenExample,
    formula: RewardFormula,
    command: PutExampleCommand,
    wanted: Mapping[str, Any],
) -> GoldenExample:
    if known.formula_id != formula.pk:
        raise IdTaken
    if command.expected_version not in (None, known.version):
        raise VersionConflict(f"The golden example is at version {known.version}.")
    changes = {name: value for name, value in wanted.items() if getattr(known, name) != value}
    audited = {f"{known}: {name}": pair for name, pair in old_and_new(known, **changes).items()}
    record_change(command.by, "Changed a golden example", formula, audited)
    return known.store(**changes, changed_by=name_of(command.by)) if changes else known
