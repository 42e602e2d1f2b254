"""`manage.py rotate_credentials`: encrypt every credential again with the newest key."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from foundation.records.audit import operator
from recognition.providers.credentials import rotate_credentials


class Command(BaseCommand):
    help = (
        "Encrypts every stored credential again with the first of CREDENTIALS_KEYS. "
        "Afterwards the other keys can be removed."
    )

    def handle(self, *_: Any, **options: Any) -> None:
        rotated = rotate_credentials(operator("rotate_credentials"))
        self.stdout.write(f"Encrypted again: {rotated.rewritten}.")
        if rotated.unreadable:
            raise CommandError(
                "None of CREDENTIALS_KEYS reads: "
                + ", ".join(rotated.unreadable)
                + ". Add the key that encrypted them, or enter them again."
            )
