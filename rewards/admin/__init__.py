"""Staff's pages of rewards."""

from rewards.admin import balances, formulas

__all__ = ["balances", "formulas"]
