"""Settings of rewards."""

import environ

env = environ.Env()

# Whether a revision of a formula is made active only by another person than its author.
REWARD_ACTIVATOR_MUST_DIFFER = env.bool("REWARD_ACTIVATOR_MUST_DIFFER", default=False)
