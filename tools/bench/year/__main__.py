"""A year of a program, made by one seed, beside a plain-Python model.

    python -m tools.bench.year [--seeds 20] [--first 1] [--people 1000] [--happenings 40]
    python -m tools.bench.year --seed 17 [--story]
    python -m tools.bench.year --plant --people 20 --happenings 60 --seeds 150

The program has 1,000 participants, each with a rewarded activity, before the year begins; that is
stored once for all seeds. A seed drives clock, arrivals, races, repeats, other data, rejections,
formulas, approvals, limits, tasks of segments, adjustments, claims, blocked participants,
corrections with their batches, and kills in the middle of the work. After each run of the steps the
database is compared with the model, and past answers about balances are asked again. A seed that
finds something finds it again; `--story` prints what happened. `--plant` breaks a line of the
product, one fault after the other, and prints which seed finds each. Exits with 1 if a seed finds
something, or a planted fault is not found.
"""

import argparse
import os
import subprocess
import sys
import time
from contextlib import nullcontext
from typing import TYPE_CHECKING

from tools.bench.new_database import database
from tools.bench.verdicts import conclude, show_figures, verdict_of
from tools.bench.year.planting import FAULTS, plant
from tools.local.environment import prepare

if TYPE_CHECKING:
    from tools.bench.year.founding import Founding


def main() -> None:
    """Run the years that are asked for."""
    parser = argparse.ArgumentParser(prog="python -m tools.bench.year", description=__doc__)
    parser.add_argument("--seed", type=int, help="this one only")
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--people", type=int, default=1000)
    parser.add_argument("--happenings", type=int, default=40)
    parser.add_argument("--story", action="store_true", help="print what happens")
    parser.add_argument("--plant", action="store_true", help="find faults that are planted")
    parser.add_argument("--planted", choices=FAULTS, help="break this one, until a seed finds it")
    parser.add_argument("--here", action="store_true", help="in the database of DATABASE_URL")
    asked = parser.parse_args()
    servers = prepare()
    os.environ |= {"DJANGO_SETTINGS_MODULE": "config.settings", "LOG_LEVEL": "CRITICAL"}
    with nullcontext() if asked.here else database("finishline_year") as url:
        os.environ["DATABASE_URL"] = url or os.environ["DATABASE_URL"]
        if asked.planted:
            plant(asked.planted)
        _set_up(is_new=url is not None)
        (_find_planted if asked.plant else _run)(asked)
    del servers


def _set_up(*, is_new: bool) -> None:
    import django
    from django.core.management import call_command

    django.setup()
    if is_new:
        call_command("migrate", verbosity=0)


def _run(asked: argparse.Namespace) -> None:
    from django.db import connection

    from tools.bench.year.founding import Founding, found

    founding = Founding.of(asked.people)
    found(founding)
    first, count = (asked.seed, 1) if asked.seed is not None else (asked.first, asked.seeds)
    began, faults, done = time.process_time(), [], 0
    for seed in range(first, first + count):
        in_it, story = year_of(seed, founding, asked.happenings)
        if asked.story:
            print(*(f"seed {seed}: {line}" for line in story), sep="\n")
        faults += [f"seed {seed}, {each}" for each in in_it]
        done += 1
        if asked.planted and in_it:
            break
    connection.close()
    seconds = time.process_time() - began
    figures = {"Seeds": f"{done} from {first}", "Processor seconds": f"{seconds:.1f}"}
    show_figures("A year", figures)
    conclude([verdict_of("every year is as the model says", faults)])


def year_of(seed: int, founding: "Founding", happenings: int) -> tuple[list[str], list[str]]:
    """Run the year of a seed, and roll it back; return the faults, and the story."""
    from django.db import transaction

    from tools.bench.year.year import Year

    with transaction.atomic():
        year = Year(seed, founding, happenings)
        faults = year.run()
        transaction.set_rollback(True)
    return faults, year.story


def _find_planted(asked: argparse.Namespace) -> None:
    """Run the years without a fault, then each fault in a process that breaks what it loads."""
    sound, missed = _said(asked), []
    for name in FAULTS:
        said = _said(asked, f"--planted={name}")
        is_found = said.startswith("FAIL")
        print(f"{name}: {said if is_found else 'not found'}", flush=True)
        if not is_found:
            missed.append(name)
    conclude(
        [
            verdict_of("without a fault nothing is found", [] if sound[:4] == "PASS" else [sound]),
            verdict_of(f"each of {len(FAULTS)} planted faults is found", missed),
        ]
    )


def _said(asked: argparse.Namespace, *more: str) -> str:
    """Return the verdict of another process about the same years, or why it died."""
    years = ("seeds", "first", "people", "happenings")
    options = [f"--{name}={getattr(asked, name)}" for name in years]
    done = subprocess.run(
        [sys.executable, "-m", "tools.bench.year", "--here", *options, *more],
        capture_output=True,
        text=True,
        check=False,
    )
    verdicts = [line for line in done.stdout.splitlines() if line[:4] in ("PASS", "FAIL")]
    return verdicts[0] if verdicts else done.stderr[-300:]


if __name__ == "__main__":
    main()
