"""Which golden examples a revision holds."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from uuid import UUID

from rewards.candidates import Revision, prepared
from rewards.inputs import read_inputs
from rewards.models import Expectation, GoldenExample, RewardFormula
from rewards.outcomes import Outcome, Result


@dataclass(frozen=True, slots=True, kw_only=True)
class TriedExample:
    """An example, and what a revision gave for it."""

    example: GoldenExample
    revision: int
    outcome: Outcome

    @property
    def wanted(self) -> str:
        if self.example.reward is not None:
            return str(self.example.reward)
        return str(Expectation(self.example.expectation).label)

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
