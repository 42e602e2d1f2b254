"""The sandbox, whose number provider the orders of staff ask."""

from typing import Any

import pytest

from tools.sandbox.client import SandboxClient
from tools.sandbox.fixtures import sandbox, sandbox_server

__all__ = ["sandbox", "sandbox_server"]


@pytest.fixture(autouse=True)
def _number_provider(sandbox: SandboxClient, settings: Any) -> None:
    settings.NUMBER_PROVIDER_URL = sandbox.url("number-provider")
