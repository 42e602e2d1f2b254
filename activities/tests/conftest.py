"""Callers of the API."""

from config.tests.frames import frame, without_frame
from foundation.rest.tests.conftest import anybody, caller

__all__ = ["anybody", "caller", "frame", "without_frame"]
