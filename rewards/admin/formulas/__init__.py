"""Staff's pages of formulas: the listing registers them."""

from rewards.admin.formulas import listing

__all__ = ["listing"]
