"""Settings of rewards and of tagging."""

from datetime import timedelta
from decimal import Decimal

from config.environment import Environment

env = Environment()

# Whether a revision of a formula is made active only by another person than its author.
# Where it is not set, its older name counts: no site loses its second person by an update.
ACTIVATION_NEEDS_ANOTHER = env.bool(
    "ACTIVATION_NEEDS_ANOTHER", default=env.bool("REWARD_ACTIVATOR_MUST_DIFFER", default=False)
)
# There, an adjustment of more points than this needs a second person too.
ADJUSTMENT_NEEDS_ANOTHER_ABOVE = Decimal(env.str("ADJUSTMENT_NEEDS_ANOTHER_ABOVE", default="1000"))
# How long one process has a dry run to itself without storing a part of it.
DRY_RUN_LEASE = timedelta(seconds=env.int("DRY_RUN_LEASE_SECONDS", default=30))
DRY_RUN_MAX_ATTEMPTS = env.int("DRY_RUN_MAX_ATTEMPTS", default=5)
DRY_RUNS_KEEP = timedelta(days=env.int("DRY_RUNS_KEEP_DAYS", default=90))

TAGGING_CURRENCY = env.str("TAGGING_CURRENCY", default="EUR")
# Months of pay begin at its midnights.
TAGGING_TIME_ZONE = env.str("TAGGING_TIME_ZONE", default="UTC")
# Where the workbench may load photos from: sources of a Content Security Policy.
WORKBENCH_IMAGE_SOURCES = env.list("WORKBENCH_IMAGE_SOURCES", default=["https:"])
