"""Processor time by part of the system."""

import os
from collections.abc import Mapping

import psutil

from tools.bench.rehearsal import Rehearsal

CLIENT = "client"


def processor_seconds(system: Rehearsal) -> dict[str, float]:
    """Return the seconds of a processor that each part has used, with those of ended children.

    The parts are the services that run, `postgres`, `redis`, and as `client` this process.
    """
    roots = {"postgres": system.servers.postgres.process(), "redis": system.servers.redis.process()}
    for service in system.supervisor.services:
        if service.child is not None:
            roots[service.name] = psutil.Process(service.child.pid)
    used = {name: seconds_of(root) for name, root in roots.items() if root is not None}
    return {**used, CLIENT: sum(os.times()[:2])}


def spent(before: Mapping[str, float], after: Mapping[str, float]) -> dict[str, float]:
    """Return the seconds of each part between two moments."""
    return {name: after[name] - before.get(name, 0.0) for name in after}


def seconds_of(root: psutil.Process) -> float:
    """Return what a process has used, with its children, those that have ended too."""
    seconds = 0.0
    for process in (root, *root.children(recursive=True)):
        try:
            seconds += sum(process.cpu_times()[:4])
        except psutil.NoSuchProcess:  # counted with its parent's ended children
            continue
    return seconds
