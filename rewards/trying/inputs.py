"""What formulas are tried on: the variables of a stored activity, or values that staff type."""

from collections.abc import Mapping
from uuid import UUID

from foundation.records.refusals import Invalid, did_you_mean
from programs.activity_types import FormulaVariable, variables_of
from rewards.formula import Value
from rewards.formula.written import written
from rewards.inputs import read_input
from rewards.past_activities import PastActivity, past_activities

MAX_UNKNOWN = 20  # names: to look for what each might mean takes time


class InputsInvalid(Invalid):
    """A variable has no value that the language can write."""


class ActivityUnfit(Invalid):
    """The activity is of another type than the formula."""


def find_activity(activity_id: UUID, activity_type: str) -> PastActivity:
    """Return a stored activity of this type."""
    found = past_activities().find(activity_id)
    if found.variables.keys() != variables_of(activity_type).keys():
        raise ActivityUnfit
    return found


def read_inputs(activity_type: str, texts: Mapping[str, str]) -> dict[str, Value]:
    """Return the variables of a type, written as in the language; those left out are null."""
    known = variables_of(activity_type)
    faults = {
        name: f"unknown variable{did_you_mean(name, known)}"
        for name in sorted(texts.keys() - known.keys())[:MAX_UNKNOWN]
    }
    values: dict[str, Value] = dict.fromkeys(known)
    for name in known.keys() & texts.keys():
        try:
            values[name] = read_input(texts[name]) if texts[name].strip() else None
        except ValueError as fault:
            faults[name] = str(fault)
    if faults:
        raise InputsInvalid("", faults)
    return values


def written_inputs(variables: Mapping[str, Value | FormulaVariable]) -> dict[str, str]:
    """Return values, or the examples of variables, as texts that `read_inputs` reads."""
    return {
        name: written(value.example if isinstance(value, FormulaVariable) else value)
        for name, value in variables.items()
    }
