"""A budget of CPU time. One slow formula is calculated thousands of times for some pages."""

import time

MAX_SECONDS = 3.0


class CpuBudget:
    """It is spent after `MAX_SECONDS` of CPU time of this thread; waiting does not count."""

    def __init__(self) -> None:
        self._until = time.thread_time() + MAX_SECONDS

    @property
    def is_spent(self) -> bool:
        """Whether the time is over."""
        return time.thread_time() > self._until
