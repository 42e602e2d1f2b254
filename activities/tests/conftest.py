"""Callers of the API."""

from foundation.rest.tests.conftest import anybody, caller

__all__ = ["anybody", "caller"]
