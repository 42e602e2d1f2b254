"""Clients of the API, and runs that are stored after every activity."""

import pytest

from foundation.rest.tests.conftest import anybody, caller

__all__ = ["anybody", "caller"]


@pytest.fixture
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Store a run after each activity, in one slice."""
    monkeypatch.setattr("rewards.commands.dry_runs.PORTION_SECONDS", 0)
    monkeypatch.setattr("rewards.commands.dry_runs.DryRuns.slice_seconds", 600)
