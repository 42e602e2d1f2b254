"""`manage.py import_former FOLDER`: checks a folder of files, and imports it; docs/moving-in.md."""

import time
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from foundation.messaging import jobs
from foundation.messaging.jobs import shown_progress
from foundation.messaging.models import LongJobState
from foundation.moving.checking import check_folder
from foundation.moving.importing import (
    LEFT_OUT,
    FilesChanged,
    FolderReport,
    ImportFolderCommand,
    as_checked,
    start_import,
    unfinished_import,
)
from foundation.moving.kinds import KINDS
from foundation.moving.models import FolderImport
from foundation.records.audit import operator
from foundation.records.garbage import freeze_loaded
from foundation.records.refusals import Refusal

STOPPED = 130


class Command(BaseCommand):
    help = "Checks a folder of files, one a kind of record, and imports what is not here yet."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", type=Path, help="with files as docs/moving-in.md has them")
        parser.add_argument("--check", action="store_true", help="only check; nothing is stored")
        parser.add_argument("--kinds", nargs="+", default=[], metavar="KIND", help="only these")
        parser.add_argument("--report", type=Path, metavar="FILE", help="also write it as JSON")
        parser.add_argument("--update", action="store_true", help="change records that differ")
        parser.add_argument("--cancel", action="store_true", help="end the unfinished import")

    def handle(self, *_: Any, **options: Any) -> None:
        folder, kinds = options["folder"], options["kinds"]
        freeze_loaded()
        self._refuse_arguments(folder, kinds)
        if options["cancel"]:
            self._cancel()
            return
        job = None if options["check"] else unfinished_import()
        total = job.total or 0 if job else self._checked(folder, kinds, options["report"])
        if options["check"]:
            self.stdout.write("Checked: nothing was stored, and nothing stands in the way.")
            return
        command = ImportFolderCommand(
            folder=folder,
            kinds=kinds,
            is_update=options["update"],
            total=total,
            by=operator("import_former"),
        )
        try:
            job = start_import(command)
        except Refusal as refusal:
            raise CommandError(f"{refusal.detail} See --cancel.") from None
        self._work(job)

    def _refuse_arguments(self, folder: Path, kinds: list[str]) -> None:
        if not folder.is_dir():
            raise CommandError(f"{folder} is no folder.")
        if unknown := sorted(set(kinds) - KINDS.keys()):
            known = ", ".join(sorted(KINDS))
            raise CommandError(f"There is no kind {unknown[0]!r}; there are {known}.")

    def _checked(self, folder: Path, kinds: list[str], file: Path | None) -> int:
        """Check the folder and print the report; return how many rows it has."""
        before = as_checked(folder, kinds)
        report = check_folder(folder, kinds, self._show_check)
        if file is not None:
            file.touch(mode=0o600)  # it names rows by what is wrong in them
            file.write_text(report.as_json())
        for line in report.lines():
            self.stdout.write(line)
        self._refuse_faults(report)
        if as_checked(folder, kinds) != before:
            raise CommandError("Nothing was imported: files changed while they were checked.")
        return report.row_count

    def _show_check(self, kind: str, rows: int) -> None:
        self.stderr.write(f"Checking {kind}: {rows:,} rows", ending="\r", style_func=str)

    def _refuse_faults(self, report: FolderReport) -> None:
        if not report.kinds:
            raise CommandError(f"The folder has no file of a kind: {', '.join(sorted(KINDS))}.")
        if report.fault_count:
            raise CommandError(f"Nothing was imported: {report.fault_count:,} faults.")

    def _work(self, job: FolderImport) -> None:
        claim_id = uuid4()
        try:
            self._wait_for_claim(job, claim_id)
            with shown_progress(self.stderr, "rows") as show:
                for part in jobs.portions(FolderImport, job.pk, claim_id):
                    show(part)
        except KeyboardInterrupt:
            held = jobs.held(jobs.kind_of(FolderImport), job.pk, claim_id)
            held.update(**job.leased.values(None))
            self.stderr.write("Stopped; the same command goes on.")
        except FilesChanged as changed:
            raise CommandError(f"{changed.detail} See --cancel.") from None
        except jobs.ClaimLost:
            self.stderr.write("The import was cancelled, or another process goes on with it.")
        job.refresh_from_db()
        for line in lines_of(job):
            self.stdout.write(line)
        if left_out := sum(counts.get(LEFT_OUT, 0) for counts in job.counts.values()):
            raise CommandError(f"{left_out:,} rows were left out; “Rows left out” says why.")
        if job.state != LongJobState.FINISHED:
            raise CommandError(f"{job.state}. {job.reason}".strip(), returncode=STOPPED)

    def _wait_for_claim(self, job: FolderImport, claim_id: UUID) -> None:
        """Claim the job; wait until the claim of a process that was killed has ended.

        :raises ClaimLost: the job has ended, or a process that lives works on it.
        """
        for _ in range(2):
            try:
                jobs.claim(FolderImport, job.pk, claim_id)
            except jobs.ClaimLost:
                job.refresh_from_db()
                if job.is_over or job.next_attempt_on is None:
                    raise
                left = (job.next_attempt_on - timezone.now()).total_seconds()
                self.stderr.write(f"Another process had it; waiting {max(left, 0):.0f} s.")
                time.sleep(max(left, 0) + 0.1)
            else:
                return
        raise jobs.ClaimLost

    def _cancel(self) -> None:
        job = unfinished_import()
        by = operator("import_former").name
        if job is None or not jobs.cancel(FolderImport, job.pk, by, timezone.now()):
            raise CommandError("No import is unfinished.")
        self.stdout.write(f"Cancelled the import of {job}; what it has imported stays.")


def lines_of(job: FolderImport) -> Iterator[str]:
    """Yield what an import did, as lines."""
    for kind, counts in job.counts.items():
        yield f"{kind}: {', '.join(f'{count:,} {what}' for what, count in counts.items() if count)}"
        yield from (f"  {each}" for each in job.differences.get(kind, ()))
    yield f"{job.done:,} rows of {job.total or 0:,}: {job.state}."
