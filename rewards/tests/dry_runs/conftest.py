"""Runs that are stored after every activity."""

import pytest


@pytest.fixture
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Store a run after each activity, in one slice."""
    monkeypatch.setattr("rewards.trials.dry_runs.PORTION_SECONDS", 0)
    monkeypatch.setattr("rewards.trials.dry_runs.DryRuns.slice_seconds", 600)
