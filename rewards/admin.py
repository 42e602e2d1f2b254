"""Staff's pages of rewards; those of formulas bring their checks and golden examples."""

from rewards.approvals import admin as approvals
from rewards.balances import admin as balances
from rewards.console import formulas_admin as listing
from rewards.corrections import admin as corrections
from rewards.trials import dry_runs_admin as page
