"""`manage.py compare_former FILE`: what a former service delivered, beside what is here."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.urls import reverse

from recognition.photos.former import (
    FormerLineUnreadable,
    compare_with_former,
    in_words,
    results_in,
)


class Command(BaseCommand):
    help = "Compares what a former service delivered of photos with what is recognised here."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="JSON Lines: photoId, numbers, persons")

    def handle(self, *_: Any, file: Path, **__: Any) -> None:
        try:
            with file.open(encoding="utf-8-sig") as lines:
                found = compare_with_former(results_in(lines))
        except OSError as error:
            raise CommandError(f"{file} cannot be read: {error.strerror}.") from error
        except UnicodeDecodeError as error:
            raise CommandError(f"{file.name} is not UTF-8 text.") from error
        except FormerLineUnreadable as refusal:
            raise CommandError(f"{file.name}, {refusal.detail}") from refusal
        for line in in_words(found):
            self.stdout.write(line)
        for each in found.differing:
            page = reverse("admin:recognition_photo_change", args=[each.photo_id])
            self.stdout.write(f"{settings.PUBLIC_URL}{page} {each}")
