"""Runs of a system in a process of their own: of another checkout, or with more processes.

This bench drives another checkout too: a folder with a link to its package comes first on the path
of modules and the checkout after it, so everything but `bench` is the checkout's own, also the
processes that are measured.
"""

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import asdict
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from tools.bench.ingest.compared import Compared, Runs, in_turn
from tools.bench.ingest.photos import Run
from tools.local.folders import PROJECT


class RunFailed(Exception):
    """A system could not be measured; the text has the end of what its process printed."""


def compare_checkouts(before: Path, options: Sequence[str], rounds: int) -> dict[int, Compared]:
    """Measure the other checkout and this one in turn; return the runs of both by latency.

    :param options: of `python -m tools.bench.ingest`.
    :raises RunFailed: one of them could not be measured.
    """
    checkouts = (before.resolve(), PROJECT)
    other, own = (partial(_run_apart, each, options) for each in checkouts)
    return in_turn(other, own, rounds)


def compare_doubled(options: Sequence[str], rounds: int, share: float) -> dict[int, Compared]:
    """Measure one and two of each process in turn, each bounded; return the runs by latency.

    :param share: of one processor, for each line of the Procfile with its children.
    :raises RunFailed: one of them could not be measured, perhaps because there are no groups.
    """
    single, double = (
        partial(_run_apart, PROJECT, [*options, "--times", str(times), "--share", str(share)])
        for times in (1, 2)
    )
    return in_turn(single, double, rounds)


def as_json(runs: Runs) -> str:
    """Return runs by latency as the line that is read here."""
    return json.dumps({str(latency): asdict(run) for latency, run in runs.items()})


def _run_apart(checkout: Path, options: Sequence[str]) -> Runs:
    own = checkout / ".venv" / "bin" / "python"
    python = str(own) if own.exists() else sys.executable
    with TemporaryDirectory() as folder:
        (Path(folder) / "bench").symlink_to(PROJECT / "bench")
        done = subprocess.run(
            [python, "-m", "tools.bench.ingest", *options, "--json"],
            cwd=folder,
            env={**os.environ, "PYTHONPATH": str(checkout)},
            capture_output=True,
            text=True,
            check=False,
        )
    if done.returncode:
        raise RunFailed(f"{checkout}: {done.stderr[-2000:]}")
    runs = json.loads(done.stdout.splitlines()[-1])
    return {int(latency): Run(**run) for latency, run in runs.items()}
