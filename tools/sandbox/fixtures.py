"""Fixtures for pytest: name this module in `pytest_plugins`, or import `sandbox` from it."""

from collections.abc import Iterator

import pytest

from tools.sandbox.testing import SandboxClient, run_sandbox


@pytest.fixture(scope="session")
def sandbox_server() -> Iterator[SandboxClient]:
    """Run one sandbox for the whole session."""
    with run_sandbox() as client:
        yield client


@pytest.fixture
def sandbox(sandbox_server: SandboxClient) -> SandboxClient:
    """Return the session's sandbox after a full reset."""
    sandbox_server.reset()
    return sandbox_server
