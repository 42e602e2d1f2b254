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
    used = {name: user + kernel for name, (user, kernel) in _used(system).items()}
    return {**used, CLIENT: sum(os.times()[:2])}


def kernel_seconds(system: Rehearsal) -> dict[str, float]:
    """Return those of them that each service and server spent in system calls."""
    return {name: kernel for name, (_, kernel) in _used(system).items()}


def spent(before: Mapping[str, float], after: Mapping[str, float]) -> dict[str, float]:
    """Return the seconds of each part between two moments."""
    return {name: after[name] - before.get(name, 0.0) for name in after}


def _used(system: Rehearsal) -> dict[str, tuple[float, float]]:
    roots = {"postgres": system.servers.postgres.process(), "redis": system.servers.redis.process()}
    for service in system.supervisor.services:
        if service.child is not None:
            roots[service.name] = psutil.Process(service.child.pid)
    return {name: _of_family(root) for name, root in roots.items() if root is not None}


def _of_family(root: psutil.Process) -> tuple[float, float]:
    """Return the seconds outside and inside the kernel."""
    user = kernel = 0.0
    for process in (root, *root.children(recursive=True)):
        try:
            times = process.cpu_times()
        except psutil.NoSuchProcess:  # counted with its parent's ended children
            continue
        user += times.user + times.children_user
        kernel += times.system + times.children_system
    return user, kernel
