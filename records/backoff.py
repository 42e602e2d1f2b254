"""How long to wait before the next attempt."""

import random
from datetime import timedelta


def backoff(attempts: int, *, base: float, cap: float, at_least: float = 0.0) -> timedelta:
    """Return the wait after `attempts` failures: exponential, with jitter, at most `cap` seconds.

    Half of the wait is fixed and half is drawn, so that what failed together does not return
    together. `at_least` is what the far side asked for (Retry-After), seconds, and also capped.
    """
    full = min(cap, base * 2.0 ** min(attempts - 1, 30))
    drawn = full / 2 + random.uniform(0, full / 2)
    return timedelta(seconds=max(drawn, min(at_least, cap)))
