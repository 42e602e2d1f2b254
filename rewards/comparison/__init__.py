"""Compares what rewards activities get by the live formulas with what they would get by a draft."""

from rewards.comparison.contenders import Contenders, freeze, outcome_for, thaw
from rewards.comparison.tally import ComparisonVerdict, Tally

__all__ = ["ComparisonVerdict", "Contenders", "Tally", "freeze", "outcome_for", "thaw"]
