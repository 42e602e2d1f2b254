"""How long to wait before the next attempt."""

import random
from datetime import timedelta


def backoff(attempts: int, *, base: float, cap: float, at_least: float = 0.0) -> timedelta:
    """Return the wait after `attempts` failures: exponential, with jitter, at most `cap` seconds.

    Half of the wait is random, so that tasks that failed together are not retried together.
    `at_least`, in seconds, is what the other side asked for (Retry-After); it is also capped.
    """
    full = min(cap, base * 2.0 ** min(attempts - 1, 30))
    drawn = full / 2 + random.uniform(0, full / 2)
    return timedelta(seconds=max(drawn, min(at_least, cap)))
