"""Staff's pages of rewards; those of formulas bring their checks and golden examples."""

from rewards.admin import approvals, balances
from rewards.admin.corrections import page as corrections
from rewards.admin.dry_runs import page
from rewards.admin.formulas import listing

__all__ = ["approvals", "balances", "corrections", "listing", "page"]
