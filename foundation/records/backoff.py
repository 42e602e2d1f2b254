"""How long to wait before the next attempt."""

import random
from datetime import timedelta


def backoff(attempts: int, *, base: float, cap: float, at_least: float = 0.0) -> timedelta:
    """Return the wait after `attempts` failures: exponential, half of it random, at most `cap` s.

    `at_least`, in seconds, is what the other side asked for (Retry-After).
    """
    full = min(cap, base * 2.0 ** min(attempts - 1, 30))
    drawn = full / 2 + random.uniform(0, full / 2)
    return timedelta(seconds=max(drawn, min(at_least, cap)))
