"""A year of a program, made by one seed, beside a plain-Python model.

    python -m tools.bench.year [--seeds 20] [--first 1] [--people 1000] [--happenings 40]
    python -m tools.bench.year --seed 17 [--story]

The program has 1,000 participants, each with a rewarded activity, before the year begins; that is
stored once for all seeds. A seed drives clock, arrivals, races, repeats, other data, rejections,
formulas, approvals, limits, tasks of segments, adjustments, claims, blocked participants,
corrections with their batches, and kills in the middle of the work. After each run of the steps the
database is compared with the model, and past answers about balances are asked again. A seed that
finds something finds it again; `--story` prints what happened. Exits with 1 if one finds something.
"""

import argparse
import os
import time
from contextlib import nullcontext
from typing import TYPE_CHECKING

from tools.bench.new_database import database
from tools.bench.verdicts import conclude, show_figures, verdict_of
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
    parser.add_argument("--here", action="store_true", help="in the database of DATABASE_URL")
    asked = parser.parse_args()
    servers = prepare()
    os.environ |= {"DJANGO_SETTINGS_MODULE": "config.settings", "LOG_LEVEL": "CRITICAL"}
    with nullcontext() if asked.here else database("finishline_year") as url:
        os.environ["DATABASE_URL"] = url or os.environ["DATABASE_URL"]
        _set_up(is_new=url is not None)
        _run(asked)
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
    began, faults = time.process_time(), []
    for seed in range(first, first + count):
        in_it, story = year_of(seed, founding, asked.happenings)
        if asked.story:
            print(*(f"seed {seed}: {line}" for line in story), sep="\n")
        faults += [f"seed {seed}, {each}" for each in in_it]
    connection.close()
    seconds = time.process_time() - began
    figures = {"Seeds": f"{count} from {first}", "Processor seconds": f"{seconds:.1f}"}
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


if __name__ == "__main__":
    main()
