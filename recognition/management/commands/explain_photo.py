"""`manage.py explain_photo PHOTO`: everything that happened to a photo, in order."""

from argparse import ArgumentParser
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError

from recognition.models.photos import PhotoNotFound
from recognition.queries.photos.history.explaining import PhotoHistory, explain_photo


class Command(BaseCommand):
    help = "Says where a photo stands, why, and everything that happened to it."

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
    recognised = f"faces {_said(photo.face_recognized)}, numbers {_said(photo.number_recognized)}"
    return [
        f"photo {photo.pk}, {album}",
        *(
            f"{happening.occurred_on:%Y-%m-%d %H:%M:%S.%f} {happening.kind:<18} {happening.text}"
            for happening in history.happenings
        ),
        f"now {photo.state}: {recognised}. {photo.reason_description}".rstrip(),
    ]


def _said(recognised: bool) -> str:
    return "recognised" if recognised else "not recognised"
