"""The npm packages of the TypeScript client, as its lock file pins them."""

import fcntl
import shutil
import subprocess
from pathlib import Path

import pytest
from django.conf import settings

TYPESCRIPT: Path = settings.BASE_DIR / "clients/typescript"


def node_packages() -> Path:
    """Install them, once for all processes of the suite, and return the client's folder."""
    if shutil.which("npm") is None:
        pytest.skip("no npm")
    with (TYPESCRIPT / "package-lock.json").open() as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        run(settings.BASE_DIR / "script/npm_packages")
    return TYPESCRIPT


def run(*command: str | Path, cwd: Path = TYPESCRIPT) -> str:
    """Run a program, and return what it prints.

    :raises AssertionError: it failed; the text is what it printed.
    """
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{command[0]}: {done.stdout}{done.stderr}"
    return done.stdout
