import subprocess
import sys

import pytest

from tools.sandbox.problems import Refused
from tools.sandbox.server import SandboxOptions
from tools.sandbox.testing import run_sandbox, run_sandbox_process


def test_starts_as_the_command_line_says():
    with run_sandbox_process("--behave", 'number-provider={"truth":"derive"}') as sandbox:
        sandbox.behave("number-provider", truth="empty")
        sandbox.reset()

        assert sandbox.behaviour("number-provider")["truth"] == "derive"


def test_says_in_one_line_that_the_port_is_taken():
    with run_sandbox() as sandbox:
        port = sandbox.base_url.rsplit(":", 1)[1]
        ended = subprocess.run(
            [sys.executable, "-m", "sandbox", "--port", port],
            capture_output=True,
            text=True,
            timeout=30,
            check=False,
        )

    assert ended.returncode == 1
    assert len(ended.stderr.splitlines()) == 1
    assert "address already in use" in ended.stderr


def test_does_not_start_with_a_wrong_behaviour():
    options = SandboxOptions(behaviours={"photo-service": {"latency": "long"}})

    with pytest.raises(Refused, match="latency must be a number"), run_sandbox(options):
        pass
