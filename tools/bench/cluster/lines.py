"""Slow lines: every frame that leaves a host is late, and some never arrive.

Where the kernel has netem, that does it. Else a process of ours stands in each line: it reads the
frames of the host from one end and writes them to the other when their time has come.

    python -m tools.bench.cluster.lines MILLISECONDS LOSS HOST_END:BRIDGE_END …
"""

import heapq
import random
import select
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import count

from tools.bench.cluster.hosts import BRIDGE, Host, run
from tools.local.folders import PROJECT
from tools.local.processes import until

EVERY_PROTOCOL = 3  # ETH_P_ALL
OUTGOING = 4  # PACKET_OUTGOING: what this end itself has sent
LARGEST_FRAME = 65_536
START_SECONDS = 30.0
# Frames as they are on a wire: no checksum or segmentation is left to hardware that does not exist.
PLAIN = ("tx", "off", "tso", "off", "gso", "off", "gro", "off")


@contextmanager
def slow_lines(hosts: Sequence[Host], *, milliseconds: int, loss: float) -> Iterator[str]:
    """Delay and lose what leaves each host until the block ends; yields by what."""
    if _netem(hosts, milliseconds, loss):
        try:
            yield "netem"
        finally:
            for host in hosts:
                run("tc", "-n", host.namespace, "qdisc", "del", "dev", "eth0", "root")
        return
    with _relay(hosts, milliseconds, loss):
        yield "a process of ours (this kernel has no netem)"


def _netem(hosts: Sequence[Host], milliseconds: int, loss: float) -> bool:
    how = ("netem", "delay", f"{milliseconds}ms", "loss", f"{loss}%", "limit", "20000")
    try:
        for host in hosts:
            run("tc", "-n", host.namespace, "qdisc", "replace", "dev", "eth0", "root", *how)
    except RuntimeError:
        return False
    return True


@contextmanager
def _relay(hosts: Sequence[Host], milliseconds: int, loss: float) -> Iterator[None]:
    with suppress(RuntimeError):
        run("ethtool", "-K", BRIDGE, *PLAIN)
    pairs = []
    for host in hosts:
        run(*("ip", "netns", "exec", host.namespace, "ethtool", "-K", "eth0", *PLAIN))
        far, near = f"flb-{host.name}", f"flr-{host.name}"
        run("ip", "link", "add", far, "type", "veth", "peer", "name", near)
        run("ip", "link", "set", far, "master", BRIDGE, "up")
        run("ip", "link", "set", near, "up")
        pairs.append(f"{host.line}:{near}")
    command = [
        sys.executable,
        "-m",
        "tools.bench.cluster.lines",
        str(milliseconds),
        str(loss),
        *pairs,
    ]
    relay = subprocess.Popen(command, cwd=PROJECT, stdout=subprocess.PIPE)
    try:
        if not until(lambda: bool(relay.stdout and relay.stdout.readline()), seconds=START_SECONDS):
            raise RuntimeError("the slow lines do not start")
        for host in hosts:
            run("ip", "link", "set", host.line, "nomaster")
        yield
    finally:
        for host in hosts:
            run("ip", "link", "set", host.line, "master", BRIDGE)
            run("ip", "link", "del", f"flb-{host.name}")
        relay.kill()
        relay.wait()


def _opened(name: str) -> socket.socket:
    opened = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(EVERY_PROTOCOL))
    opened.bind((name, 0))
    opened.setblocking(False)
    return opened


def _carry(delay: float, loss: float, pairs: Sequence[str]) -> None:
    """Carry frames for ever: late and not all of them from a host, at once to it."""
    to, is_slow = {}, {}
    for pair in pairs:
        host, bridge = map(_opened, pair.split(":"))
        to[host], to[bridge] = bridge, host
        is_slow[host], is_slow[bridge] = True, False
    late: list[tuple[float, int, socket.socket, bytes]] = []
    order = count()
    print("carrying", flush=True)
    while True:
        wait = max(0.0, late[0][0] - time.monotonic()) if late else None
        for end in select.select(list(to), [], [], wait)[0]:
            for frame in _frames(end):
                if not is_slow[end]:
                    _send(to[end], frame)
                elif random.random() >= loss:
                    heapq.heappush(late, (time.monotonic() + delay, next(order), to[end], frame))
        while late and late[0][0] <= time.monotonic():
            _, _, end, frame = heapq.heappop(late)
            _send(end, frame)


def _frames(end: socket.socket) -> Iterator[bytes]:
    with suppress(BlockingIOError, OSError):
        for _ in range(64):
            frame, address = end.recvfrom(LARGEST_FRAME)
            if address[2] != OUTGOING:
                yield frame


def _send(end: socket.socket, frame: bytes) -> None:
    with suppress(OSError):
        end.send(frame)


if __name__ == "__main__":
    _carry(float(sys.argv[1]) / 1000, float(sys.argv[2]) / 100, sys.argv[3:])
