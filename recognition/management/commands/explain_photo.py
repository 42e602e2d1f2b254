"""`manage.py explain_photo PHOTO`: everything that happened to a photo, in order."""

from argparse import ArgumentParser
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError

from recognition.models.photos import PhotoNotFound
from recognition.queries.photos.history.entries import PhotoHistory, explain_photo


class Command(BaseCommand):
    help = "Shows the state of a photo, why, and everything that happened to it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("photo", type=UUID, help="the id of the photo")

    def handle(self, *_: Any, photo: UUID, **options: Any) -> None:
        try:
            history = explain_photo(photo)
        except PhotoNotFound as refusal:
            raise CommandError(str(refusal)) from refusal
        self.stdout.write("\n".join(_lines(history)))


def _lines(history: PhotoHistory) -> list[str]:
    photo = history.photo
    album = f"album {photo.album_id} ({photo.album}), strategy {photo.album.strategy}"
    faces, numbers = (
        "recognised" if flag else "not recognised"
        for flag in (photo.face_recognized, photo.number_recognized)
    )
    return [
        f"photo {photo.pk}, {album}",
        *(
            f"{entry.occurred_on:%Y-%m-%d %H:%M:%S.%f} {entry.kind:<18} {entry.text}"
            for entry in history.entries
        ),
        f"now {photo.state}: faces {faces}, numbers {numbers}. {photo.reason_description}".rstrip(),
    ]
