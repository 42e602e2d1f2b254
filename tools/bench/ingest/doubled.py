"""The system with several of each process, each bounded to a share of a processor.

So several machines are played on one: what is a single file (a lane, a lock, a sweep) shows where
two of each are not twice as fast. PostgreSQL, Redis, the sandbox and beat are not bounded, and of
beat there is one. The web server has as many workers and as much of a processor as several would
have: kept connections would not spread evenly over several servers on one port.
"""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from tools.bench.ingest.photos import BESIDE, open_system, own_procfile
from tools.bench.ingest.shares import shares
from tools.bench.rehearsal import Rehearsal
from tools.local.supervisor import commands_of

ONCE = (*BESIDE, "beat")
WORKERS = re.compile(r"(gunicorn .*--workers )(\d+)")
NAMED = "celery -A config worker"  # two of them on one machine need names


@contextmanager
def open_bounded(times: int, share: float) -> Iterator[Rehearsal]:
    """Run the system with so many of each process, each bounded to a share of one processor.

    :raises tools.bench.ingest.shares.NoControlGroups: processes cannot be bounded here.
    """
    procfile = multiplied(own_procfile(), times)
    bounded = {
        name: share * times if WORKERS.search(command) else share
        for name, command in commands_of(procfile).items()
        if name not in ONCE
    }
    with shares() as groups, open_system(procfile) as system:
        groups.bind(system, bounded)
        yield system


def multiplied(procfile: str, times: int) -> str:
    """Return a Procfile with so many of each process that is not the only one of its kind."""
    return "\n".join(_lines(commands_of(procfile), times)) + "\n"


def _lines(processes: Mapping[str, str], times: int) -> Iterator[str]:
    for kind, command in processes.items():
        more = WORKERS.sub(lambda found: f"{found[1]}{int(found[2]) * times}", command)
        once = kind in ONCE or more != command
        for number in range(1, 1 + (1 if once else times)):
            name = kind if number == 1 else f"{kind}{number}"
            hostname = f" --hostname {name}@%h" if NAMED in command else ""
            yield f"{name}: {more}{hostname}"
