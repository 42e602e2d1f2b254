"""Staff's pages of rewards."""

from rewards.admin import balances, dry_runs, formulas

__all__ = ["balances", "dry_runs", "formulas"]
