"""Clients of the API."""

from rest.tests.conftest import anybody, caller

__all__ = ["anybody", "caller"]
