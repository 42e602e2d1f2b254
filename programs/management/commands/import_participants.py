"""`manage.py import_participants FILE`: create and change participants from CSV."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from foundation.records.audit import operator
from programs.importing.commands import (
    ImportCommand,
    ImportRefused,
    ImportSubject,
    Report,
    apply_import,
    check_import,
)
from programs.participants.commands import ImportedParticipants


class ImportFile(BaseCommand):
    """Checks a file as a whole, prints what it would do, asks, and applies it."""

    subject: type[ImportSubject]

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="CSV in UTF-8, with a header")
        parser.add_argument("--dry-run", action="store_true", help="only check and print what")
        parser.add_argument("--yes", action="store_true", help="apply without asking")

    def handle(self, *_: Any, **options: Any) -> None:
        command = ImportCommand(
            subject=self.subject,
            content=_content(options["file"]),
            now=timezone.now(),
            by=operator(f"import_{self.subject.title}"),
        )
        report = check_import(command)
        self._refuse(report)
        for line in report.lines:
            self.stdout.write(f"line {line.line}: {line.id} {line.outcome}")
        self.stdout.write(f"{self.subject.title.capitalize()}: {report}.")
        if options["dry_run"]:
            return
        if not options["yes"] and input("Apply? [y/N] ").strip().lower() != "y":
            raise CommandError("Nothing was imported.")
        try:
            self.stdout.write(f"Imported: {apply_import(command)}.")
        except ImportRefused as refused:
            self._refuse(refused.report)

    def _refuse(self, report: Report) -> None:
        for fault in report.faults:
            self.stderr.write(str(fault), style_func=str)
        if report.fault_count:
            more = report.fault_count - len(report.faults)
            shown = f", {more:,} of them not shown" if more else ""
            raise CommandError(f"Nothing was imported: {report.fault_count:,} faults{shown}.")


def _content(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise CommandError(f"{file} cannot be read: {error.strerror}.") from error


class Command(ImportFile):
    help = "Create and change participants from CSV: all lines, or none."
    subject = ImportedParticipants
