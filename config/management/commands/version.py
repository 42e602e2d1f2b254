"""`manage.py version`."""

import tomllib
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from foundation.records.unapplied_migrations import list_unapplied


class Command(BaseCommand):
    """Print version, commit and migrations; status 1 if a migration is not applied."""

    help = "Print the version, the commit if known, and whether migrations wait."
    requires_system_checks = []

    def handle(self, *args: Any, **options: Any) -> None:
        project = tomllib.loads((settings.BASE_DIR / "pyproject.toml").read_text())["project"]
        self.stdout.write(f"version: {project['version']}")
        self.stdout.write(f"commit: {settings.COMMIT or 'unknown'}")
        waiting = [str(each) for each in list_unapplied()]
        if not waiting:
            self.stdout.write("migrations: all applied")
            return
        self.stdout.write(f"migrations: {len(waiting)} not applied ({', '.join(waiting)})")
        raise SystemExit(1)
