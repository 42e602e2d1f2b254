"""`manage.py compare_former FILE`: what a former service delivered, beside what is here."""

import json
from argparse import ArgumentParser
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.urls import reverse

from recognition.photos.former import (
    DifferingPhoto,
    FormerComparison,
    compare_with_former,
    former_results,
)


class Command(BaseCommand):
    help = "Compares what a former service delivered of photos with what is recognised here."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="JSON Lines: photoId, numbers, persons")

    def handle(self, *_: Any, file: Path, **__: Any) -> None:
        try:
            found = compare_with_former(former_results(_rows(file)))
        except UnicodeDecodeError as error:
            raise CommandError(f"{file} is not UTF-8: byte {error.start + 1}.") from error
        except OSError as error:
            raise CommandError(f"{file} cannot be read: {error.strerror}.") from error
        for line in lines_of(found):
            self.stdout.write(line)


def _rows(file: Path) -> Iterator[Mapping[str, Any]]:
    with file.open(encoding="utf-8-sig") as lines:
        for number, line in enumerate(lines, 1):
            try:
                row = json.loads(line)
                list(former_results([row]))
            except (ValueError, AttributeError) as error:
                what = "Write one object a line, with photoId, numbers and persons"
                raise CommandError(f"{file.name}, line {number}: {error}. {what}.") from error
            yield row


def lines_of(found: FormerComparison) -> Iterator[str]:
    """Yield a comparison as people read it."""
    share = f", {found.agreeing / found.compared:.1%}" if found.compared else ""
    yield f"{found.compared:,} photos compared, {found.agreeing:,} agree{share}"
    yield f"{found.unknown:,} are not here, {found.unfinished:,} are not processed yet"
    for what in found.both:
        yield (
            f"{what}: {found.both[what]:,} in both, {found.only_former[what]:,} only there, "
            f"{found.only_here[what]:,} only here"
        )
    yield from map(_differing, found.differing)


def _differing(each: DifferingPhoto) -> str:
    page = reverse("admin:recognition_photo_change", args=[each.photo_id])
    only = (("there", each.former), ("here", each.here))
    sides = "; ".join(f"only {side} {', '.join(values)}" for side, values in only if values)
    return f"{settings.PUBLIC_URL}{page} {each.what}: {sides}"
