"""Computing time that runs out. One slow formula is calculated thousands of times on some pages."""

import time

MAX_SECONDS = 3.0


class Patience:
    """It is over after `MAX_SECONDS` of computing by this thread; waiting does not count."""

    def __init__(self) -> None:
        self._until = time.thread_time() + MAX_SECONDS

    @property
    def is_over(self) -> bool:
        """Whether the time has run out."""
        return time.thread_time() > self._until
