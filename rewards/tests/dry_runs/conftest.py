"""Runs that are stored after every activity."""

import pytest


@pytest.fixture
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Store a run after each activity."""
    monkeypatch.setattr("rewards.trials.outcomes.PORTION_SECONDS", 0)
