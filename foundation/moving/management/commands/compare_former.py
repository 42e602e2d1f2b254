"""`manage.py compare_former FILE`: what a former service has, beside what is here."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from foundation.moving import files
from foundation.moving.comparing import (
    FormerLineUnreadable,
    compare_with_former,
    compared_kinds,
    in_words,
)
from foundation.staff.display import address_of_page


class Command(BaseCommand):
    help = "Compares photos or rewards of a former service with what is recognised or given here."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "file", type=Path, help="photoId, numbers and persons, or activityId and reward"
        )

    def handle(self, *_: Any, file: Path, **__: Any) -> None:
        try:
            lines = files.lines_of(file)
            found = compare_with_former(lines, compared_kinds(), is_cells=files.is_csv(file))
        except OSError as error:
            raise CommandError(f"{file} cannot be read: {error.strerror}.") from error
        except files.Broken as broken:
            raise CommandError(f"{file.name}, line {broken.line}: {broken}") from broken
        except FormerLineUnreadable as refusal:
            raise CommandError(f"{file.name}, {refusal.detail}") from refusal
        for line in in_words(found):
            self.stdout.write(line)
        for each in found.differing:
            page = address_of_page(found.kind.model, each.pk)
            self.stdout.write(f"{settings.PUBLIC_URL}{page} {each}")
