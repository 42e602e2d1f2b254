"""Settings of rewards and of tagging."""

from datetime import timedelta
from decimal import Decimal

from config.environment import Environment

env = Environment()

# Whether a revision of a formula is made active only by another person than its author.
ACTIVATION_NEEDS_ANOTHER = env.bool("ACTIVATION_NEEDS_ANOTHER", default=False)
# There, an adjustment of more points than this needs a second person too.
ADJUSTMENT_NEEDS_ANOTHER_ABOVE = Decimal(env.str("ADJUSTMENT_NEEDS_ANOTHER_ABOVE", default="1000"))
# How long one process has a dry run to itself without storing a part of it.
DRY_RUN_LEASE = timedelta(seconds=30)
DRY_RUN_MAX_ATTEMPTS = 5  # starts without a stored part
DRY_RUNS_KEEP = timedelta(days=90)

TAGGING_CURRENCY = env.str("TAGGING_CURRENCY", default="EUR")
# Months of pay begin at its midnights.
TAGGING_TIME_ZONE = env.str("TAGGING_TIME_ZONE", default="UTC")
# Where the workbench may load photos from: sources of a Content Security Policy.
WORKBENCH_IMAGE_SOURCES = env.list("WORKBENCH_IMAGE_SOURCES", default=["https:"])
