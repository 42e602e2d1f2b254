"""Hosts in place of machines: each has a network, processes, a name, and files in /etc and /var.

A bridge joins them, with the address of the callers. A host is lost by killing its first process:
the kernel ends all others with it. It is cut off by taking its line down.
"""

import os
import shutil
import signal
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import psutil

from tools.local.folders import PROJECT
from tools.local.processes import until

NETWORK = "10.20.0"
CALLERS = f"{NETWORK}.1"
ADDRESSES = {"one": f"{NETWORK}.11", "two": f"{NETWORK}.12", "three": f"{NETWORK}.13"}
BRIDGE = "finishline0"
# What a host has of its own; the rest it shares with this machine, and only reads.
OWN_FOLDERS = (
    "etc/haproxy", "etc/patroni", "etc/pgbouncer", "etc/rabbitmq", "etc/redis", "run",
    "usr/local/sbin", "var/lib/etcd", "var/lib/postgresql", "var/lib/rabbitmq", "var/lib/redis",
    "var/log/pgbackrest", "var/log/rabbitmq", "var/spool/pgbackrest",
)  # fmt: skip
START_SECONDS = 20.0
NO_ONE = "02:00:00:00:00:01"
FIRST_PROCESS = 'hostname "$1"; {mounts}; echo > {ready}; exec /usr/bin/python3 -c "$2"'
# What no one waits for ends without a trace, as under an init: Patroni would wait for a zombie.
REAP = "import signal; signal.signal(signal.SIGCHLD, signal.SIG_IGN)\nwhile True: signal.pause()"


def run(*command: object) -> str:
    """Run a program.

    :raises RuntimeError: it failed.
    """
    words = list(map(str, command))
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"{' '.join(words)}: {done.stderr.strip()}")
    return done.stdout


@dataclass(slots=True, kw_only=True)
class Host:
    """One host; `folder` has its files."""

    name: str
    folder: Path
    init: "subprocess.Popen[bytes] | None" = field(default=None, init=False)

    @property
    def address(self) -> str:
        return ADDRESSES[self.name]

    @property
    def namespace(self) -> str:
        return f"finishline-{self.name}"

    @property
    def line(self) -> str:
        """Return the end of its line at the bridge."""
        return f"fl-{self.name}"

    @property
    def is_up(self) -> bool:
        return self.init is not None and self.init.poll() is None

    def connect(self) -> None:
        """Make its network and its line to the bridge."""
        run("ip", "netns", "add", self.namespace)
        ends = ("type", "veth", "peer", "name", "eth0", "netns", self.namespace)
        run("ip", "link", "add", self.line, *ends)
        run("ip", "link", "set", self.line, "master", BRIDGE, "up")
        inside = ("ip", "-n", self.namespace)
        run(*inside, "address", "add", f"{self.address}/24", "dev", "eth0")
        run(*inside, "link", "set", "eth0", "up")
        run(*inside, "link", "set", "lo", "up")

    def start(self) -> None:
        """Start its first process; its disks are as they were."""
        ready = self.folder / "ready"
        ready.unlink(missing_ok=True)
        for name in OWN_FOLDERS:
            (self.folder / name).mkdir(parents=True, exist_ok=True)
        shutil.rmtree(self.folder / "run")
        (self.folder / "run" / "postgresql").mkdir(parents=True, mode=0o777)
        (self.folder / "run" / "postgresql").chmod(0o777)
        mounts = "; ".join(f"mount --bind {self.folder / name} /{name}" for name in OWN_FOLDERS)
        script = FIRST_PROCESS.format(mounts=mounts, ready=ready)
        self.init = subprocess.Popen(
            ["ip", "netns", "exec", self.namespace,
             "unshare", "--uts", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc",
             "/bin/sh", "-ec", script, "init", self.name, REAP],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )  # fmt: skip
        if not until(ready.exists, seconds=START_SECONDS):
            raise RuntimeError(f"host {self.name} does not start")

    def inside(self, *command: object, user: str = "root") -> list[str]:
        """Return the command that runs a program in it.

        :raises RuntimeError: the host is down.
        """
        first = self._first()
        own = ("--net", "--uts", "--mount", "--pid", f"--wd={PROJECT}")
        enter = ["nsenter", "-t", str(first.pid), *own, "--"]
        become = ["setpriv", f"--reuid={user}", f"--regid={user}", "--init-groups", "--"]
        return [*enter, *(become if user != "root" else []), *map(str, command)]

    def programs(self, name: str) -> Iterator[psutil.Process]:
        """Yield those of its processes that run a program and belong to no service: daemons."""
        for process in self._first().children(recursive=True):
            with suppress(psutil.NoSuchProcess):
                if process.name() == name:
                    yield process

    def _first(self) -> psutil.Process:
        if self.init is None:
            raise RuntimeError(f"host {self.name} is down")
        [first] = psutil.Process(self.init.pid).children()
        return first

    def kill(self) -> None:
        """Lose it: every process ends at once, nothing is written any more."""
        if self.init is not None:
            for child in psutil.Process(self.init.pid).children():
                with suppress(psutil.NoSuchProcess):
                    child.kill()
            with suppress(ProcessLookupError):
                os.killpg(self.init.pid, signal.SIGKILL)
            self.init.wait(START_SECONDS)
            self.init = None

    def cut_off(self) -> None:
        """Take its line down: packets to and from it vanish, its processes go on."""
        run("ip", "link", "set", self.line, "down")

    def join(self) -> None:
        """Take its line up again."""
        run("ip", "link", "set", self.line, "up")


@contextmanager
def network(folder: Path, names: Sequence[str]) -> Iterator[dict[str, Host]]:
    """Make the bridge and the hosts, and leave nothing of them at the end of the block."""
    hosts = {name: Host(name=name, folder=folder / name) for name in names}
    _remove(hosts)
    try:
        run("ip", "link", "add", BRIDGE, "type", "bridge")
        run("ip", "address", "add", f"{CALLERS}/24", "dev", BRIDGE)
        run("ip", "link", "set", BRIDGE, "up")
        for host in hosts.values():
            host.connect()
            host.start()
        yield hosts
    finally:
        for host in hosts.values():
            host.kill()
        _remove(hosts)


def part(host: Host, *others: Host) -> None:
    """Let no packet pass between a host and others; all else stays.

    Packets go to a hardware address that no one has, so they vanish as in a broken switch.
    """
    for other in others:
        for one, far in ((host, other), (other, host)):
            to_nowhere = ("lladdr", NO_ONE, "nud", "permanent", "dev", "eth0")
            run("ip", "-n", one.namespace, "neighbour", "replace", far.address, *to_nowhere)


def rejoin(host: Host, *others: Host) -> None:
    """Take `part` back."""
    for other in others:
        for one, far in ((host, other), (other, host)):
            run("ip", "-n", one.namespace, "neighbour", "del", far.address, "dev", "eth0")


def _remove(hosts: dict[str, Host]) -> None:
    """Remove networks of before, which a killed bench leaves behind."""
    for host in hosts.values():
        with suppress(RuntimeError):
            run("ip", "netns", "del", host.namespace)
        for end in (host.line, f"flb-{host.name}"):
            with suppress(RuntimeError):
                run("ip", "link", "del", end)
    with suppress(RuntimeError):
        run("ip", "link", "del", BRIDGE)
