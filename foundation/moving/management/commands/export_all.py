"""`manage.py export_all FOLDER`: writes all records as `import_former` reads them."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from foundation.moving.exporting import export_all, write_schemas


class Command(BaseCommand):
    help = "Writes the records of this system to a folder, as import_former reads them."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", type=Path, help="made if it is not there; else empty")
        parser.add_argument("--schemas", action="store_true", help="only the schemas of the kinds")

    def handle(self, *_: Any, **options: Any) -> None:
        folder = options["folder"]
        if options["schemas"]:
            write_schemas(folder)
            return
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise CommandError(f"{folder} is not an empty folder.")
        export_all(folder, lambda kind, rows: self.stdout.write(f"{kind}: {rows:,} rows"))
