"""Keep the processes of a Procfile running, each with its own process group and log."""

import contextlib
import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

import psutil

from tools.local.folders import PROJECT
from tools.local.processes import last_line, until
from tools.local.refusals import CannotRun

# The variable that every process below the supervisor has, whatever its group or session.
MARK = "FINISHLINE_UP"
FIRST_PAUSE = 1.0
LONGEST_PAUSE = 30.0
STEADY_SECONDS = 60.0
SETTLED_SECONDS = 3.0
STOP_SECONDS = 30.0
HOPELESS = 3
LARGEST_LOG = 20_000_000


@dataclass(slots=True, kw_only=True)
class Service:
    """One line of the Procfile and the process that runs it."""

    name: str
    command: str
    log: Path
    child: subprocess.Popen[bytes] | None = None
    started_at: float = 0.0
    start_at: float = 0.0
    pause: float = FIRST_PAUSE
    early_deaths: int = 0

    @property
    def wanted(self) -> bool:
        """Whether it was ever started: from then on it is kept running."""
        return self.started_at > 0

    def age(self) -> float:
        """Return for how many seconds the process has run; 0 when there is none."""
        alive = self.child is not None and self.child.poll() is None
        return time.monotonic() - self.started_at if alive else 0.0

    def start(self) -> None:
        """Start the process in its own session; its output goes to the log."""
        with self.log.open("ab") as log:
            self.child = subprocess.Popen(
                ["/bin/sh", "-c", self.command],
                cwd=PROJECT,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        self.started_at = time.monotonic()

    def has_died(self) -> bool:
        """Return whether the process was started and has ended."""
        return self.child is not None and self.child.poll() is not None

    def ending(self) -> str:
        """Return how it ended."""
        code = self.child.returncode if self.child else 0
        return signal.Signals(-code).name if code < 0 else f"exit status {code}"

    def plan_restart(self) -> None:
        """Choose when to start again: soon, and later each time it dies early."""
        lived = time.monotonic() - self.started_at
        steady = lived > STEADY_SECONDS
        self.early_deaths = 0 if steady else self.early_deaths + 1
        self.pause = FIRST_PAUSE if steady else min(self.pause * 2, LONGEST_PAUSE)
        self.start_at = time.monotonic() + self.pause
        self.child = None


@dataclass(slots=True, kw_only=True)
class Supervisor:
    """Starts, restarts and stops services; `say` gets a line for each that dies."""

    services: list[Service]
    say: Callable[[str], None]

    def names(self) -> list[str]:
        """Return the services' names, in the order of the Procfile."""
        return [service.name for service in self.services]

    def start(self, *names: str) -> None:
        """Start those of these services that do not run."""
        for service in self.services:
            if service.name in names and not service.wanted:
                service.start()

    def require_steady(self) -> None:
        """Check, while everything starts, that no service dies again and again.

        :raises CannotRun: one does.
        """
        for service in self.services:
            if service.early_deaths >= HOPELESS:
                raise CannotRun(
                    f"{service.name} keeps dying: {last_line(service.log)} ({service.log})"
                )

    def lives(self, name: str) -> Callable[[], bool]:
        """Return a check: has this service run for some seconds?"""
        service = next(service for service in self.services if service.name == name)
        return lambda: service.age() > SETTLED_SECONDS

    def tend(self) -> None:
        """Start again what has died, after a pause that grows while it keeps dying."""
        for service in self.services:
            if service.has_died():
                ending = service.ending()
                self._end_group(service, signal.SIGKILL)
                service.plan_restart()
                self.say(
                    f"{service.name} died ({ending}); starting it again in "
                    f"{service.pause:.0f} s, its log is {service.log}"
                )
            elif service.wanted and service.child is None and time.monotonic() >= service.start_at:
                service.start()

    def stop(self) -> None:
        """End every service and all that they started; what does not end in time is killed."""
        for service in self.services:
            self._end_group(service, signal.SIGTERM)
        until(self._all_ended, seconds=STOP_SECONDS)
        for service in self.services:
            self._end_group(service, signal.SIGKILL)
        until(self._all_ended, seconds=STOP_SECONDS)
        end_marked(os.environ[MARK])

    def _all_ended(self) -> bool:
        return all(s.child is None or s.child.poll() is not None for s in self.services)

    @staticmethod
    def _end_group(service: Service, number: signal.Signals) -> None:
        if service.child is not None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(service.child.pid, number)


def commands_of(procfile: str) -> dict[str, str]:
    """Return the commands of a Procfile's lines (`name: command`) by their names."""
    lines = (line.partition(":") for line in procfile.splitlines() if line.strip())
    return {name.strip(): command.strip() for name, _, command in lines if name[:1] != "#"}


def services_of(procfile: str, logs: Path) -> list[Service]:
    """Read the lines of a Procfile into services that write to a folder of logs, made if needed."""
    logs.mkdir(exist_ok=True)
    lines = commands_of(procfile).items()
    services = [Service(name=name, command=cmd, log=logs / f"{name}.log") for name, cmd in lines]
    for service in services:
        _turn_over(service.log)
    return services


def end_marked(mark: str) -> int:
    """End every process that has this mark; return how many there were.

    They get SIGTERM, and are killed if they take too long.
    """
    left = list(_marked(mark))
    for process in left:
        with contextlib.suppress(psutil.NoSuchProcess):
            process.terminate()
    _, alive = psutil.wait_procs(left, timeout=STOP_SECONDS)
    for process in alive:
        with contextlib.suppress(psutil.NoSuchProcess):
            process.kill()
    psutil.wait_procs(alive, timeout=5)
    return len(left)


def _marked(mark: str) -> Iterable[psutil.Process]:
    for process in psutil.process_iter():
        with contextlib.suppress(psutil.Error):
            if process.pid != os.getpid() and process.environ().get(MARK) == mark:
                yield process


def _turn_over(log: Path) -> None:
    if log.exists() and log.stat().st_size > LARGEST_LOG:
        log.replace(log.with_suffix(".log.1"))
