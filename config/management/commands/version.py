"""`manage.py version`."""

import tomllib
from collections.abc import Iterator
from io import StringIO
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand


class Command(BaseCommand):
    """Print version, commit and migrations; status 1 if a migration is not applied."""

    help = "Print the version, the commit if known, and whether migrations wait."
    requires_system_checks = []

    def handle(self, *args: Any, **options: Any) -> None:
        project = tomllib.loads((settings.BASE_DIR / "pyproject.toml").read_text())["project"]
        self.stdout.write(f"version: {project['version']}")
        self.stdout.write(f"commit: {settings.COMMIT or 'unknown'}")
        waiting = list(_waiting())
        if not waiting:
            self.stdout.write("migrations: all applied")
            return
        self.stdout.write(f"migrations: {len(waiting)} not applied ({', '.join(waiting)})")
        raise SystemExit(1)


def _waiting() -> Iterator[str]:
    """Yield the migrations that are not applied: the lines `[ ]  app.name` of the plan."""
    plan = StringIO()
    call_command("showmigrations", format="plan", stdout=plan, no_color=True)
    for line in plan.getvalue().splitlines():
        if line.startswith("[ ]"):
            yield line.removeprefix("[ ]").strip()
