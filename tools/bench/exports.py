"""Exports the staff's list of a million photos as CSV and as XLSX: time, memory, the longest step.

    python -m tools.bench.exports [--photos 1000000]

Each runs in a process of its own, without the slices in which a worker does it. Memory is the
process's peak after a tenth of the rows and at the end; the longest step is how long the page of
the export stands still, and a worker is held. Exits with 1 if a bar is missed. Runs in a new
database, which is dropped afterwards.
"""

import argparse
import multiprocessing
import resource
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from tempfile import TemporaryDirectory
from uuid import uuid4

import django
from rich.console import Console
from rich.table import Table

from tools.bench.new_database import django_with
from tools.bench.verdicts import Verdict, conclude

DATABASE = "finishline_bench_exports"
MOST_GROWTH = 32.0  # MB
LONGEST = 30.0  # s


@dataclass(frozen=True, slots=True, kw_only=True)
class Exported:
    """An export, in rows, seconds and megabytes."""

    form: str
    rows: int
    seconds: float
    longest_step: float
    peak_at_a_tenth: float
    peak_at_the_end: float
    size: float


def main() -> None:
    """Fill the database, export, print the figures, and fail if a bar is missed."""
    parser = argparse.ArgumentParser(prog="python -m tools.bench.exports", description=__doc__)
    parser.add_argument("--photos", type=int, default=1_000_000)
    asked = parser.parse_args()
    with TemporaryDirectory() as folder, django_with(DATABASE, EXPORT_FOLDER=folder):
        _fill(asked.photos)
        exported = [_apart(form, asked.photos) for form in ("csv", "xlsx")]
    Console(width=120).print(table(exported))
    conclude([verdict for each in exported for verdict in judge(each)])


def judge(exported: Exported) -> list[Verdict]:
    """Judge an export."""
    growth = exported.peak_at_the_end - exported.peak_at_a_tenth
    return [
        Verdict(
            bar=f"{exported.form}: after a tenth the memory grows by at most {MOST_GROWTH:g} MB",
            measured=f"{growth:.1f} MB",
            passed=growth <= MOST_GROWTH,
        ),
        Verdict(
            bar=f"{exported.form}: no step takes longer than {LONGEST:g} s",
            measured=f"{exported.longest_step:.1f} s",
            passed=exported.longest_step <= LONGEST,
        ),
    ]


def table(exported: Sequence[Exported]) -> Table:
    headings = ("Form", "Rows", "Seconds", "Longest step, s", "Memory at a tenth, MB", "at the end",
                "File, MB")  # fmt: skip
    shown = Table(*headings, title="exports of the list of photos")
    for each in exported:
        shown.add_row(
            each.form,
            f"{each.rows:,}",
            f"{each.seconds:.0f}",
            f"{each.longest_step:.1f}",
            f"{each.peak_at_a_tenth:.0f}",
            f"{each.peak_at_the_end:.0f}",
            f"{each.size:.0f}",
        )
    return shown


def export_photos(form: str, photos: int, filters: str = "") -> Exported:
    """Export the list of photos, one portion after the other."""
    django.setup()

    from django.contrib.auth.models import User
    from django.utils import timezone

    from foundation.exports import files
    from foundation.exports.commands import StartExportCommand, start_export
    from foundation.exports.models import Export, ExportFormat
    from foundation.messaging.jobs import running

    user, _ = User.objects.get_or_create(username="bench", is_superuser=True, is_staff=True)
    export = start_export(
        StartExportCommand(
            export_id=uuid4(),
            model_label="recognition.Photo",
            filters=filters,
            format=ExportFormat(form),
            user=user,
            now=timezone.now(),
        )
    )
    ends, at_a_tenth = [time.perf_counter()], 0.0
    for job in running.portions(Export, export.pk, uuid4()):
        ends.append(time.perf_counter())
        if not at_a_tenth and job.done >= photos / 10:
            at_a_tenth = _peak_megabytes()
    export.refresh_from_db()
    return Exported(
        form=form,
        rows=export.done,
        seconds=ends[-1] - ends[0],
        longest_step=max(end - before for before, end in pairwise(ends)),
        peak_at_a_tenth=at_a_tenth,
        peak_at_the_end=_peak_megabytes(),
        size=files.file_of(export).stat().st_size / 1e6,
    )


def _fill(photos: int) -> None:
    from django.core.management import call_command

    from tools.bench.months_of_photos import fill

    call_command("migrate", verbosity=0)
    fill(photos)


def _apart(form: str, photos: int) -> Exported:
    spawning = multiprocessing.get_context("spawn")  # a fork would share the connections
    with ProcessPoolExecutor(max_workers=1, mp_context=spawning) as pool:
        return pool.submit(partial(export_photos, form, photos)).result()


def _peak_megabytes() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


if __name__ == "__main__":
    main()
