"""A whole `up` in a folder of its own, on free ports."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tools.local.addresses import addresses_of_environment, neighbours_at
from tools.local.folders import PROJECT
from tools.local.ports import free_port

SECONDS = 900.0  # beside two other suites on two processors
PORTS = ("WEB_PORT", "SANDBOX_PORT", "VISION_PORT")
IS_UP = "Ctrl-C stops everything."
# Variables of the suite that would lead `up` to the suite's servers.
OF_THE_SUITE = (
    "DATABASE_URL",
    "REDIS_URL",
    "EVENT_BUS_URL",
    "SECRET_KEY",
    "DJANGO_SETTINGS_MODULE",
    *neighbours_at(addresses_of_environment()),
)


def variables_of_up(var: Path) -> dict[str, str]:
    """Return the environment of an `up` beside another one, in this folder."""
    numbers = set[int]()
    while len(numbers) < len(PORTS):
        numbers.add(free_port())
    ports = {name: str(port) for name, port in zip(PORTS, numbers, strict=True)}
    kept = {name: text for name, text in os.environ.items() if name not in OF_THE_SUITE}
    return {**kept, "VAR_DIR": str(var), **ports}


def printed_by(var: Path) -> str:
    """Return what the `up` of this folder has printed."""
    return (var / "printed").read_text()


@contextmanager
def running_up(var: Path, **others: str) -> Iterator[dict[str, str]]:
    """Run `up` until the block ends; yield its variables.

    :param others: variables beside them, with the usual port of the sandbox in addresses.
    :raises AssertionError: it ended or was not up in time, or did not stop as asked.
    """
    printed, variables = var / "printed", variables_of_up(var)
    port = variables["SANDBOX_PORT"]
    variables |= {name: text.replace(":8100", f":{port}") for name, text in others.items()}
    command = (sys.executable, "-m", "tools.local.up")
    with printed.open("w") as output:
        up = subprocess.Popen(command, cwd=PROJECT, env=variables, stdout=output, stderr=output)
    try:
        deadline = time.monotonic() + SECONDS
        while IS_UP not in printed.read_text():
            assert up.poll() is None, printed.read_text()
            assert time.monotonic() < deadline, printed.read_text()
            time.sleep(1)
        yield variables
    finally:
        up.send_signal(signal.SIGINT)
        try:
            status = up.wait(SECONDS)
        except subprocess.TimeoutExpired:
            up.kill()
            raise
    assert status == 0, printed.read_text()
