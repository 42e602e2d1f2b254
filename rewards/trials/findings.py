"""What staff see of an examination: examples, findings, reach, activities that none takes."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django.utils.html import format_html
from unfold.utils import display_for_label

from foundation.staff.display import address_of_page, table
from programs.activity_types import variables_of
from rewards.formulas.editor import address_of_try
from rewards.formulas.models import RewardFormula
from rewards.trials.counter_examples import Finding, Searched
from rewards.trials.examination import Examination, Reach
from rewards.trials.examples import TriedExample

_WORDS = {
    Finding.FAILS: ("Fails", "danger"),
    Finding.NEGATIVE: ("Negative", "danger"),
    Finding.ABOVE_CAP: ("Above the cap", "warning"),
    Finding.FALLS: ("Falls", "warning"),
    Finding.JUMPS: ("Jumps", "info"),
    Reach.REACHED: ("Reached", "success"),
    Reach.NEVER: ("Never reached", "danger"),
    Reach.OVER: ("No longer valid", "warning"),
    Reach.CANNOT_TELL: ("Cannot tell", "info"),
}


def shown(found: Examination) -> dict[str, Any]:
    """Return the parts of the page."""
    order = list(variables_of(found.formula.activity_type))
    return {
        "examples": [
            (_holds(each), each, _inputs(each.example.inputs, order)) for each in found.examples
        ],
        "holding": _holding(found),
        "findings": [
            (_label(*_WORDS[each.finding]), each.sentence)
            for each in found.searched.counter_examples
        ],
        "searched": found.searched.sentence,
        "tried": _tried(found.searched),
        "reach": [
            (
                _label(*_WORDS[each.reach]),
                each,
                address_of_page(RewardFormula, each.candidate.formula_id),
            )
            for each in found.reach
        ],
        "untaken": found.untaken.sentence,
        "ids": [
            ("No formula takes, for example:", found.untaken.ids["untaken"]),
            ("A condition fails for:", found.untaken.ids["failed"]),
        ],
        "address": address_of_try(found.formula),
    }


def _address(formula_id: UUID) -> str:
    return address_of_page(RewardFormula, formula_id)


def _label(words: str, colour: str) -> str:
    label: str = display_for_label(words, "-", {words: colour})
    return format_html('<div class="whitespace-nowrap">{}</div>', label)


def _holding(found: Examination) -> str:
    broken = sum(not each.holds for each in found.examples)
    if not found.examples:
        return "There is none. With examples, no revision is made active that breaks one of them."
    if broken:
        number, count = found.revision.number, len(found.examples)
        which = f"revision {number}" if number else "this draft"
        are = "is" if broken == 1 else "are"
        return f"{broken} of {count} {are} broken: {which} cannot be made active."
    return f"All {len(found.examples)} hold."


def _holds(tried: TriedExample) -> str:
    return _label("Holds", "success") if tried.holds else _label("Broken", "danger")


def _inputs(inputs: Mapping[str, str], order: Sequence[str]) -> str:
    known = [f"{name} {inputs[name]}" for name in order if name in inputs]
    return ", ".join(known) or "everything null"


def _tried(searched: Searched) -> str:
    variables = searched.samples.tried_variables
    rows = [[each.name, each.count, each.least, each.most] for each in variables]
    return table(["Variable", "Values", "From", "To"], rows) if rows else ""
