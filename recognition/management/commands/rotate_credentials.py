"""`manage.py rotate_credentials`: encrypt every credential anew with the newest key."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from recognition.commands.accounts.key_rotation import rotate_credentials


class Command(BaseCommand):
    help = (
        "Encrypts every stored credential anew with the first of CREDENTIALS_KEYS. "
        "Afterwards the other keys can be taken away."
    )

    def handle(self, *_: Any, **options: Any) -> None:
        rotated = rotate_credentials()
        self.stdout.write(f"Encrypted anew: {rotated.rewritten}.")
        if rotated.unreadable:
            raise CommandError(
                "None of CREDENTIALS_KEYS reads: "
                + ", ".join(rotated.unreadable)
                + ". Add the key that wrote them, or enter them again."
            )
