"""Keeps the process small."""

import ctypes
import sys
from collections.abc import Callable
from functools import cache


@cache
def _trim() -> Callable[[int], int] | None:
    if not sys.platform.startswith("linux"):
        return None
    return getattr(ctypes.CDLL(None), "malloc_trim", None)


def give_back() -> None:
    """Return a photo's freed memory to the system, if the allocator is glibc's."""
    trim = _trim()
    if trim is not None:
        trim(0)
