"""All that is known of a revision before it is made active, as if it were. Nothing is written."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from programs.activity_types import variables_of
from rewards.candidates import list_candidates, prepared
from rewards.examining.counter_examples import Searched, search
from rewards.examining.reach import Reached, reach_of
from rewards.examples import TriedExample, try_examples
from rewards.models import FormulaRevision, RewardFormula
from rewards.past_activities import past_activities
from rewards.untaken import Untaken, count_untaken

MAX_PAST = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Examination:
    """What is known of a revision before it is made active."""

    formula: RewardFormula
    revision: FormulaRevision
    examples: Sequence[TriedExample]
    searched: Searched
    reach: Sequence[Reached]
    untaken: Untaken


def examine(
    formula_id: UUID,
    now: datetime,
    number: int | None = None,
    *,
    cap: int | None = None,
    growing: str | None = None,
) -> Examination:
    """Examine a revision of a formula, beside the active ones; `number` None: the last one.

    :param cap: as `growing`: see `search`.
    """
    formula = RewardFormula.objects.get_or_refuse(formula_id)
    revision = formula.revision_numbered(number)
    ready, variables = prepared(revision.pk), variables_of(formula.activity_type)
    newest = past_activities().newest(formula.program_id, formula.activity_type, MAX_PAST)
    past = [each.variables for each in newest if not each.why_not_calculated]
    candidates = list_candidates(formula.program_id, formula.activity_type, draft=revision)
    return Examination(
        formula=formula,
        revision=revision,
        examples=try_examples(ready, formula.examples.order_by("name")),
        searched=search(ready, variables, past, cap=cap, growing=growing),
        reach=reach_of(candidates, variables, past, now),
        untaken=count_untaken(candidates, formula, now),
    )
