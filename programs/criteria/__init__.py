"""Criteria of tasks: what an activity must meet to be applied to a task.

A criterion becomes spans of numbers in the task's row, and what an activity has becomes numbers: a
task suits if each span contains its number. So an index finds the suitable tasks of any type, and
a new type needs no new column. A text counts by the number that `number_of` gives it.

A criterion that a task does not set is a span without bounds, which contains everything. What an
activity does not have is in no span but that one.
"""

from programs.criteria.kinds import Between, Check, Criterion, Same
from programs.criteria.near import Near
from programs.criteria.of_tasks import CriteriaInvalid, TaskCriteria
from programs.criteria.spans import SPANS, exactly, number_of

__all__ = [
    "SPANS",
    "Between",
    "Check",
    "CriteriaInvalid",
    "Criterion",
    "Near",
    "Same",
    "TaskCriteria",
    "exactly",
    "number_of",
]
