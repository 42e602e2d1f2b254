"""The house with several of each process, each bounded to a share of a processor.

So several machines are played on one: what is a single file (a lane, a lock, a sweep) shows where
two of each are not twice as fast. PostgreSQL, Redis, the sandbox and beat are not bounded, and of
beat there is one.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from honcho.environ import parse_procfile

from bench.ingest.photos import BESIDE, open_house, own_procfile
from bench.ingest.shares import shares
from bench.rehearsal import Rehearsal

ONCE = (*BESIDE, "beat")
# What a program needs to run twice on one machine: web servers share a port, workers have names.
OPTIONS = {"gunicorn": "--reuse-port", "celery -A config worker": "--hostname {name}@%h"}


@contextmanager
def open_bounded(times: int, share: float) -> Iterator[Rehearsal]:
    """Run the house with so many of each process, each bounded to a share of one processor.

    :raises bench.ingest.shares.NoControlGroups: processes cannot be bounded here.
    """
    procfile = multiplied(own_procfile(), times)
    bounded = [name for name in parse_procfile(procfile).processes if name not in ONCE]
    with shares() as groups, open_house(procfile) as house:
        groups.bind(house, bounded, share)
        yield house


def multiplied(procfile: str, times: int) -> str:
    """Return a Procfile with so many of each process that is not the only one of its kind."""
    return "\n".join(_lines(parse_procfile(procfile).processes, times)) + "\n"


def _lines(processes: Mapping[str, str], times: int) -> Iterator[str]:
    for kind, command in processes.items():
        for number in range(1, 1 + (1 if kind in ONCE else times)):
            name = kind if number == 1 else f"{kind}{number}"
            yield " ".join((f"{name}: {command}", *_options(name, command)))


def _options(name: str, command: str) -> Iterator[str]:
    for program, options in OPTIONS.items():
        if program in command:
            yield options.format(name=name)
