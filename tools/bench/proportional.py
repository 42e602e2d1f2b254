"""Proportional memory (PSS) of all that a running `script/up` has started, and of itself.

    python -m tools.bench.proportional [--bar 1100]

A page that several processes share counts in equal parts for each. Run it while `up` is up (of the
same VAR_DIR), after the sample. Exits with 1 above the bar, in MB.
"""

import argparse
import sys
from collections import Counter, defaultdict
from pathlib import Path

import psutil

from tools.bench.verdicts import Verdict, conclude, show_figures
from tools.local.folders import var_folder

NAMES = {"gunicorn": "web", "celery": "worker", "consume_events": "consumer", "vision": "vision",
         "sandbox": "sandbox", "tools.local.up": "up"}  # fmt: skip


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m tools.bench.proportional", description=__doc__)
    parser.add_argument("--bar", type=int, default=1_100)
    asked = parser.parse_args()
    holder = (var_folder() / "up.lock").read_text().strip()
    if not holder or not psutil.pid_exists(int(holder)):
        sys.exit("no ./script/up runs on this folder of data")
    up = psutil.Process(int(holder))
    megabytes, processes = defaultdict[str, float](float), Counter[str]()
    for process in (up, *up.children(recursive=True)):
        megabytes[_name(process)] += process.memory_full_info().pss / 1e6
        processes[_name(process)] += 1
    figures = {f"{name} ({processes[name]})": f"{mb:.0f} MB" for name, mb in megabytes.items()}
    show_figures("Proportional memory (processes)", figures)
    total = sum(megabytes.values())
    measured = f"{total:.0f} MB in {processes.total()} processes"
    bar = f"proportional memory ≤ {asked.bar:,} MB"
    conclude([Verdict(bar=bar, measured=measured, passed=total <= asked.bar)])


def _name(process: psutil.Process) -> str:
    line = process.cmdline()
    for word in line:
        if word in NAMES:
            return NAMES[word]
    return Path(process.name()).name


if __name__ == "__main__":
    main()
