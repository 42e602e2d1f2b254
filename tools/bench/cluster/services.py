"""A service of a host, started again when it dies, as systemd does it."""

import signal
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field

import psutil

from tools.bench.cluster.hosts import Host
from tools.local.folders import PROJECT
from tools.local.supervisor import Service

DAEMONS = {"patroni": "postgres"}  # what a service leaves to the host's first process


@dataclass(slots=True, kw_only=True)
class HostedService(Service):
    """A service whose process runs inside a host."""

    host: Host
    user: str
    environment: Mapping[str, str]
    also: Mapping[str, str] = field(default_factory=dict)

    def start(self) -> None:
        """Start it where its host is up."""
        if not self.host.is_up:
            return
        with self.log.open("ab") as log:
            self.child = subprocess.Popen(
                self.host.inside("/bin/sh", "-c", self.command, user=self.user),
                cwd=PROJECT,
                env={**self.environment, **self.also},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        self.started_at = time.monotonic()

    def kill_inside(self) -> None:
        """Kill all its processes, also those that left its group, as PostgreSQL's do."""
        self.signal_inside(signal.SIGKILL)

    def signal_inside(self, number: int) -> None:
        """Send a signal to all its processes."""
        for process in self.processes():
            with suppress(psutil.NoSuchProcess):
                process.send_signal(number)

    def processes(self) -> Iterator[psutil.Process]:
        """Yield its processes inside the host."""
        if self.child is not None:
            with suppress(psutil.NoSuchProcess):
                yield from psutil.Process(self.child.pid).children(recursive=True)
        if daemon := DAEMONS.get(self.name):
            yield from self.host.programs(daemon)
