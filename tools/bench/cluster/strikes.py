"""What is broken, for how long, and how it comes back."""

import signal
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial

import redis

from tools.bench.cluster.cluster import Cluster
from tools.bench.cluster.hosts import ADDRESSES, part, rejoin
from tools.bench.cluster.lines import slow_lines

AWAY_SECONDS = 40.0
AWAY = 1e9  # until it is called back
# Longer than every claim and lease of the rehearsal.
FROZEN_SECONDS = 45.0
SLOW_MILLISECONDS, SLOW_LOSS, SLOW_SECONDS = 300, 5.0, 60.0
FAKETIME = "/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1"
APPLICATION = ("web", "worker", "deliveries", "recognition", "consumer", "beat")
BOTH = ("one", "two")


@dataclass(frozen=True, slots=True, kw_only=True)
class Strike:
    """One thing that breaks, and how it is mended."""

    strike: Callable[[], None]
    mend: Callable[[], None]
    away: float = AWAY_SECONDS


def _kill(cluster: Cluster, host: str, services: Sequence[str]) -> Strike:
    """Kill services, and let none of them start again meanwhile."""

    def strike() -> None:
        for name in services:
            cluster.parts[host].hold(name, AWAY_SECONDS)

    return Strike(strike=strike, mend=cluster.tend)


def _lose(cluster: Cluster, host: str) -> Strike:
    """Lose a host as by a power cut; it comes back with its disks."""
    return Strike(strike=partial(cluster.kill_host, host), mend=partial(cluster.return_host, host))


def _cut_off(cluster: Cluster, host: str) -> Strike:
    """Cut a host off; its processes go on, with what they know."""
    return Strike(strike=cluster.hosts[host].cut_off, mend=cluster.hosts[host].join)


def _freeze(cluster: Cluster, host: str) -> Strike:
    """Stop a host's application where it stands; it wakes up with claims of the past."""
    parts = cluster.parts[host]
    return Strike(
        strike=partial(parts.signal, signal.SIGSTOP, *APPLICATION),
        mend=partial(parts.signal, signal.SIGCONT, *APPLICATION),
        away=FROZEN_SECONDS,
    )


def _put_clock(cluster: Cluster, host: str, apart: str) -> Strike:
    """Start a host's application again with a wrong clock, and at the end with the right one."""
    parts = cluster.parts[host]
    wrong = {"LD_PRELOAD": FAKETIME, "FAKETIME": apart, "FAKETIME_DONT_FAKE_MONOTONIC": "1"}
    return Strike(
        strike=partial(parts.restart_with, wrong, *APPLICATION),
        mend=partial(parts.restart_with, {}, *APPLICATION),
    )


def _slow_down(cluster: Cluster) -> Strike:
    """Let every line be slow, and lose one frame of twenty."""
    stack = ExitStack()
    hosts = list(cluster.hosts.values())
    slow = slow_lines(hosts, milliseconds=SLOW_MILLISECONDS, loss=SLOW_LOSS)
    return Strike(
        strike=lambda: print("slow by", stack.enter_context(slow), file=sys.stderr),
        mend=stack.close,
        away=SLOW_SECONDS,
    )


def _part(cluster: Cluster, host: str, other: str) -> Strike:
    """Part two hosts; both reach the third and the callers."""
    both = (cluster.hosts[host], cluster.hosts[other])
    return Strike(strike=partial(part, *both), mend=partial(rejoin, *both))


def _other(host: str) -> str:
    return {"one": "two", "two": "one"}[host]


def _redis_master() -> str:
    """Return the host whose Redis takes writes.

    :raises RuntimeError: none does.
    """
    for name in BOTH:
        with redis.Redis(host=ADDRESSES[name], socket_timeout=2) as client:
            if client.info("replication")["role"] == "master":
                return name
    raise RuntimeError("no Redis is the master")


# By name; each is made when it begins: it may be about who is primary then.
STRIKES: Mapping[str, Callable[[Cluster], Strike]] = {
    "primary": lambda cluster: _kill(cluster, cluster.primary(), ["patroni"]),
    "standby": lambda cluster: _kill(cluster, _other(cluster.primary()), ["patroni"]),
    "redis": lambda cluster: _kill(cluster, _redis_master(), ["redis"]),
    **{f"host {name}": partial(_lose, host=name) for name in ADDRESSES},
    "primary's host cut off": lambda cluster: _cut_off(cluster, cluster.primary()),
    **{f"host {name} cut off": partial(_cut_off, host=name) for name in BOTH},
    **{f"broker {name}": partial(_kill, host=name, services=["rabbitmq"]) for name in ADDRESSES},
    **{f"pgbouncer {name}": partial(_kill, host=name, services=["pgbouncer"]) for name in BOTH},
    "application one": partial(_kill, host="one", services=APPLICATION),
    "application two frozen": partial(_freeze, host="two"),
    **{
        f"clock of two {apart}": partial(_put_clock, host="two", apart=apart)
        for apart in ("+5m", "-5m")
    },
    "slow lines": _slow_down,
    "hosts parted": lambda cluster: _part(cluster, _other(cluster.primary()), cluster.primary()),
}
