"""Trying formulas, saved or not: for one activity, and over a variable. Nothing is written."""

from rewards.trying.asked import TryAskedQuery, TryUnclear, try_asked
from rewards.trying.curves import MOST_POINTS, Curve, Gap, Jump, Point, Sweep, draw_curve
from rewards.trying.inputs import (
    ActivityUnfit,
    InputsInvalid,
    find_activity,
    list_newest,
    read_inputs,
    written_inputs,
)
from rewards.trying.steps import Step, tree_of
from rewards.trying.trials import (
    Considered,
    Draft,
    Trial,
    TryFormulaQuery,
    draft_of_texts,
    try_formula,
)

__all__ = [
    "MOST_POINTS",
    "ActivityUnfit",
    "Considered",
    "Curve",
    "Draft",
    "Gap",
    "InputsInvalid",
    "Jump",
    "Point",
    "Step",
    "Sweep",
    "Trial",
    "TryAskedQuery",
    "TryFormulaQuery",
    "TryUnclear",
    "draft_of_texts",
    "draw_curve",
    "find_activity",
    "list_newest",
    "read_inputs",
    "tree_of",
    "try_asked",
    "try_formula",
    "written_inputs",
]
