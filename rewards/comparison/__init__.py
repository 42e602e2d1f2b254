"""Compares what rewards activities get by the live formulas with what they would get by a draft."""

from rewards.comparison.contenders import Contenders, freeze, thaw
from rewards.comparison.outcomes import Outcome, Verdict, outcome_by
from rewards.comparison.tally import Tally

__all__ = ["Contenders", "Outcome", "Tally", "Verdict", "freeze", "outcome_by", "thaw"]
