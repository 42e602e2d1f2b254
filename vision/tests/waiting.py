import time
from collections.abc import Callable


def until(condition: Callable[[], bool], what: str, *, seconds: float = 60.0) -> None:
    """Wait until a condition is true; fail after some seconds."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, f"not in {seconds} s: {what}"
        time.sleep(0.02)
