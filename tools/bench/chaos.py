"""Breaks each part in the middle of many photos or activities, and says what became of them.

    python -m tools.bench.chaos [--photos 500] [--break consumer worker web …]
    python -m tools.bench.chaos --activities [--count 10000]

Of photos, each scenario runs in a separate process and rehearsal (`tools.bench.breaking`), and is
compared with an undisturbed run. Of activities, one run breaks every part in turn, and the end is
proved. Exits with 1 if anything is lost, doubled or different.
"""

import argparse
import json
import subprocess
import sys
from collections.abc import Sequence

from rich.console import Console
from rich.table import Table

from tools.bench import rabbitmq
from tools.bench.activities.breaking import run_and_break
from tools.bench.breaking import NOTHING, SCENARIOS, Outcome
from tools.bench.verdicts import conclude, show_figures
from tools.local.folders import PROJECT

SHOWN_DIFFERENCES = 20


class NoOutcome(Exception):
    """A scenario stopped early; the text is the end of its output."""


def main() -> None:
    """Run the scenarios one by one and print the table."""
    parser = argparse.ArgumentParser(prog="python -m tools.bench.chaos", description=__doc__)
    parser.add_argument("--photos", type=int, default=500)
    parser.add_argument("--break", dest="broken", nargs="+", choices=SCENARIOS, default=SCENARIOS)
    parser.add_argument("--activities", action="store_true")
    parser.add_argument("--count", type=int, default=10_000)
    asked = parser.parse_args()
    if asked.activities:
        broken = run_and_break(asked.count)
        show_figures("Activities while everything is broken", broken.figures)
        conclude(broken.verdicts)
        return
    outcomes, skipped, broken_off = [], [], []
    for broken in asked.broken:
        if reason := why_skipped(broken):
            skipped.append(f"{broken} is left out: {reason}")
            continue
        try:
            outcomes.append(run_scenario([broken], asked.photos))
        except NoOutcome as error:
            broken_off.append(str(error))
    _show(outcomes, [*skipped, *broken_off])
    sys.exit(1 if broken_off or any(outcome.differences for outcome in outcomes) else 0)


def why_skipped(broken: str) -> str:
    """Return why a scenario cannot run on this machine; empty if it can."""
    return rabbitmq.why_not() if broken == "rabbitmq" else ""


def run_scenario(broken: Sequence[str], photos: int) -> Outcome:
    """Break these parts one after the other in a separate process.

    :raises NoOutcome: it did not finish.
    """
    done = subprocess.run(
        [sys.executable, "-m", "tools.bench.breaking", *broken, "--photos", str(photos)],
        cwd=PROJECT,
        capture_output=True,
        text=True,
        check=False,
    )
    lines = done.stdout.splitlines()
    if not lines or not lines[-1].startswith("{"):
        raise NoOutcome(f"{', '.join(broken)}: {done.stderr[-2000:]}")
    return Outcome(**json.loads(lines[-1]))


def _show(outcomes: Sequence[Outcome], remarks: Sequence[str]) -> None:
    # If the output is a file, do not cut it to eighty columns.
    console = Console(width=None if sys.stdout.isatty() else 120)
    console.print(_table(outcomes))
    for outcome in outcomes:
        for difference in outcome.differences[:SHOWN_DIFFERENCES]:
            console.print(f"{outcome.broken}: {difference}")
    for remark in remarks:
        console.print(remark)


def _table(outcomes: Sequence[Outcome]) -> Table:
    table = Table(
        title="Killed or stopped at once in the middle of the photos",
        caption=f"After the break: until everything is finished; '{NOTHING}' has the same moment"
        ". Sent again: equal repeats, recognised by their version.",
    )
    for heading in ("Broken", "Photos", "Seconds", "After the break", "Lost", "Doubled"):
        table.add_column(heading, justify="left" if heading == "Broken" else "right")
    table.add_column("Sent again", justify="right")
    table.add_column("Differences", justify="right")
    for outcome in outcomes:
        table.add_row(
            outcome.broken,
            str(outcome.photos),
            f"{outcome.seconds:.0f}",
            f"{outcome.recovery:.0f}",
            str(outcome.lost),
            str(outcome.doubled),
            str(outcome.repeated),
            str(len(outcome.differences)),
        )
    return table


if __name__ == "__main__":
    main()
