"""`manage.py explain_photo PHOTO`: everything that happened to a photo, in order."""

from argparse import ArgumentParser
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError

from recognition.photos.history import explain_photo
from recognition.records.photos import Photo, PhotoNotFound


class Command(BaseCommand):
    help = "Shows the state of a photo, why, and everything that happened to it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("photo", type=UUID, help="the id of the photo")

    def handle(self, *_: Any, photo: UUID, **options: Any) -> None:
        try:
            history = explain_photo(photo)
        except PhotoNotFound as refusal:
            raise CommandError(str(refusal)) from refusal
        photo, album = history.photo.pk, history.photo.album
        self.stdout.write(f"photo {photo}, album {album.pk} ({album}), strategy {album.strategy}")
        for entry in history.entries:
            moment = f"{entry.occurred_on:%Y-%m-%d %H:%M:%S.%f}"
            self.stdout.write(f"{moment} {entry.kind:<18} {entry.text}")
        self.stdout.write(_present_state(history.photo))


def _present_state(photo: Photo) -> str:
    faces = "recognised" if photo.face_recognized else "not recognised"
    numbers = "recognised" if photo.number_recognized else "not recognised"
    state = f"now {photo.state}: faces {faces}, numbers {numbers}."
    return f"{state} {photo.reason_description}".rstrip()
