"""Searches any input for which a formula has a value: one that has none can only fail."""

from collections.abc import Iterable, Iterator, Mapping
from decimal import localcontext
from itertools import chain

from programs.activity_types import FormulaVariable
from rewards.candidates import Revision
from rewards.checking import WHERE
from rewards.examining.counter_examples import TriedInputs
from rewards.examining.samples import Row, Samples, parts_in
from rewards.formula.values import CONTEXT
from rewards.outcomes import Result

MOST_TRIED = 2_000


def find_only_failures(
    revision: Revision, variables: Mapping[str, FormulaVariable], known: Iterable[Row]
) -> TriedInputs | None:
    """Return inputs for which a revision fails, if it fails for all that were tried and suit.

    Tried are the usual values, the `known` inputs, and then samples; the first value ends it.
    """
    usual = {name: each.example for name, each in variables.items()}
    first = None
    with localcontext(CONTEXT):
        for row in chain([usual], known, _sampled(revision, variables)):
            tried = TriedInputs(row, revision.outcome(row))
            if tried.outcome.result in (Result.REWARD, Result.NO_REWARD):
                return None
            if tried.outcome.result is Result.FAILED:
                first = first or tried
    return first


def _sampled(revision: Revision, variables: Mapping[str, FormulaVariable]) -> Iterator[Row]:
    texts = (revision.expression, revision.settings.get(WHERE))
    parts = [part for text in texts for part in parts_in(text, revision.coefficients)]
    samples = Samples(parts, variables, ())
    for row in filter(samples.fits, samples.combined(MOST_TRIED)[0]):
        if samples.budget.is_spent:
            return
        yield row
