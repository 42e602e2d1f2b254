"""Pages on which staff check a formula before it is made active."""

from rewards.admin.checks.page import Checks

__all__ = ["Checks"]
