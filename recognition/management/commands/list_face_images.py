"""`manage.py list_face_images [SPACE]`: where the pictures are that a space's faces came from."""

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from recognition.records.erased import list_face_images


class Command(BaseCommand):
    help = (
        "Prints a line of JSON for each photo that the number server may have a face of:"
        " its imageId there, and the imageUrl. For python -m vision.reembed SPACE --images -."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "space", nargs="?", help="the space's external id; without it: of number requests"
        )

    def handle(self, *_: Any, space: str | None, **options: Any) -> None:
        for image_id, url in list_face_images(space):
            self.stdout.write(json.dumps({"imageId": image_id, "imageUrl": url}))
