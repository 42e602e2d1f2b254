"""Other processes of this machine, by their number."""

import contextlib
import signal
import time
from collections.abc import Callable
from pathlib import Path

import psutil

POLL_SECONDS = 0.05


def until(ready: Callable[[], bool], *, seconds: float) -> bool:
    """Wait until `ready()` is true; return false if the time is over first."""
    deadline = time.monotonic() + seconds
    while not ready():
        if time.monotonic() > deadline:
            return False
        time.sleep(POLL_SECONDS)
    return True


def running(pid: int, *, name: str) -> psutil.Process | None:
    """Return the running process of a number if its program has that name: numbers are reused."""
    try:
        process = psutil.Process(pid)
        if process.status() == psutil.STATUS_ZOMBIE or process.name() != name:
            return None
    except psutil.Error:
        return None
    return process


def first_number(path: Path) -> int | None:
    """Return the number on the first line of a pid file; None when there is no such file."""
    try:
        return int(path.read_text().split("\n", 1)[0])
    except (FileNotFoundError, ValueError):
        return None


def end(process: psutil.Process, number: signal.Signals, *, seconds: float) -> None:
    """Send a process a signal and wait for its end; kill it if the time is over first."""
    with contextlib.suppress(psutil.NoSuchProcess):
        process.send_signal(number)
    if until(lambda: has_ended(process), seconds=seconds):
        return
    with contextlib.suppress(psutil.NoSuchProcess):
        process.kill()
    until(lambda: has_ended(process), seconds=5)


def has_ended(process: psutil.Process) -> bool:
    """Return whether a process has ended; a zombie has."""
    try:
        return not process.is_running() or process.status() == psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return True


def last_line(path: Path) -> str:
    """Return the last line of a log, for an error message."""
    lines = path.read_text(errors="replace").split("\n") if path.exists() else []
    return next((line.strip() for line in reversed(lines) if line.strip()), "its log is empty")


def say(line: str) -> None:
    """Print a line and flush it: the output may be a pipe."""
    print(line, flush=True)
