"""All that is examined of a revision, as if it were the active one."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from programs.activity_types import variables_of
from rewards.candidates import Candidate, candidate_of, prepared
from rewards.examining.counter_examples import Searched, SearchOptions, search
from rewards.examining.reach import Reached, reach_of
from rewards.examining.untaken import Untaken, count_untaken
from rewards.examples import TriedExample, try_examples
from rewards.models import FormulaRevision, RewardFormula
from rewards.past_activities import ActivityPeriod, past_activities

MONTH = timedelta(days=30)
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


NO_OPTIONS = SearchOptions()


def examine(
    formula_id: UUID, now: datetime, number: int | None = None, options: SearchOptions = NO_OPTIONS
) -> Examination:
    """Examine a revision of a formula; `number` None: the last one. Nothing is written.

    Of the program's other formulas of the type, those that are active stand beside it.

    :raises RewardFormulaNotFound: no such formula or revision.
    :raises SearchInvalid: there is no such number that could grow.
    """
    formula = RewardFormula.objects.get_or_refuse(formula_id)
    revision = formula.revision_numbered(number)
    variables = variables_of(formula.activity_type)
    newest = past_activities().newest(formula.program_id, formula.activity_type, MAX_PAST)
    past = [each.variables for each in newest if not each.why_not_calculated]
    candidates = _candidates(formula, revision)
    period = ActivityPeriod(
        program_id=formula.program_id,
        activity_type=formula.activity_type,
        since=now - MONTH,
        before=now,
    )
    return Examination(
        formula=formula,
        revision=revision,
        examples=try_examples(prepared(revision.pk), formula.examples.order_by("name")),
        searched=search(prepared(revision.pk), variables, past, options),
        reach=reach_of(candidates, variables, past, now),
        untaken=count_untaken(candidates, period),
    )


def _candidates(examined: RewardFormula, revision: FormulaRevision) -> list[Candidate]:
    """Return the active formulas, and the examined one with this revision in its place."""
    of_type = RewardFormula.objects.of(examined.program_id, examined.activity_type)
    chosen = {
        formula: revision.pk if formula.pk == examined.pk else formula.active_revision_id
        for formula in of_type
    }
    return [
        candidate_of(formula, revision_id)
        for formula, revision_id in chosen.items()
        if revision_id is not None
    ]
