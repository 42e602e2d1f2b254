"""Bounds each service of a system to a share of a processor, by control groups of Linux.

Needs root. With version 1 or 2; the groups are made below the root of the hierarchy and removed.
"""

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import psutil

from tools.bench.rehearsal import Rehearsal
from tools.local.processes import until

# Short, so that a process that has used its share waits 40 ms at 20 % and not 80.
PERIOD_MICROSECONDS = 50_000
REMOVE_SECONDS = 10.0
MOUNTS = Path("/proc/mounts")


class NoControlGroups(Exception):
    """This machine has no control groups for processors, or does not let us make one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Shares:
    """The groups that were made below `root`; `unified` says that it is version 2."""

    root: Path
    unified: bool
    made: list[Path] = field(default_factory=list)

    def bind(self, system: Rehearsal, wanted: Mapping[str, float]) -> None:
        """Bound services, each with all its processes, to their shares of one processor."""
        for service in system.supervisor.services:
            if service.name in wanted and service.child is not None:
                group = self._make(service.name, wanted[service.name])
                _move(service.child.pid, group)

    def remove(self) -> None:
        """Remove the groups; their processes have ended."""
        for group in self.made:
            until(lambda group=group: _is_removed(group), seconds=REMOVE_SECONDS)  # type: ignore[misc]

    def _make(self, name: str, share: float) -> Path:
        group = self.root / f"finishline-{os.getpid()}-{name}"
        group.mkdir(exist_ok=True)
        self.made.append(group)
        quota = int(share * PERIOD_MICROSECONDS)
        if self.unified:
            (group / "cpu.max").write_text(f"{quota} {PERIOD_MICROSECONDS}")
        else:
            (group / "cpu.cfs_period_us").write_text(str(PERIOD_MICROSECONDS))
            (group / "cpu.cfs_quota_us").write_text(str(quota))
        return group


@contextmanager
def shares() -> Iterator[Shares]:
    """Make groups within; the processes in them must have ended before the block does.

    :raises NoControlGroups: there are none, or they may not be written to.
    """
    made = _find()
    try:
        yield made
    finally:
        made.remove()


def _find() -> Shares:
    for line in MOUNTS.read_text().splitlines():
        _, folder, kind, options, *_ = line.split()
        root = Path(folder)
        if kind == "cgroup" and "cpu" in options.split(",") and os.access(root, os.W_OK):
            return Shares(root=root, unified=False)
        if kind == "cgroup2" and _has_processors(root) and os.access(root, os.W_OK):
            (root / "cgroup.subtree_control").write_text("+cpu")
            return Shares(root=root, unified=True)
    raise NoControlGroups("bounded processes need control groups for processors, and root")


def _has_processors(root: Path) -> bool:
    return "cpu" in (root / "cgroup.controllers").read_text().split()


def _move(pid: int, group: Path) -> None:
    parent = psutil.Process(pid)
    # Twice: a process that is forked meanwhile may be missed once.
    for _ in range(2):
        for process in (parent, *parent.children(recursive=True)):
            with suppress(ProcessLookupError):
                (group / "cgroup.procs").write_text(str(process.pid))


def _is_removed(group: Path) -> bool:
    with suppress(OSError):
        group.rmdir()
    return not group.exists()
