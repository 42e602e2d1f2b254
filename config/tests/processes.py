"""Processes that a test runs to their end."""

import os
import subprocess
import sys

from tools.local.folders import PROJECT


def python(*arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run Python in the project's folder, in the environment of the tests with these variables."""
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=PROJECT,
        env={**os.environ, **variables},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
