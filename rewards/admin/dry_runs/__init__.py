"""Staff's pages of dry runs: started from a formula, then a page that follows the run."""

from rewards.admin.dry_runs.page import FormulaDryRunAdmin
from rewards.admin.dry_runs.starting import DryRunActions

__all__ = ["DryRunActions", "FormulaDryRunAdmin"]
