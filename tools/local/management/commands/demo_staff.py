"""`manage.py demo_staff`: what staff do most, in a browser, beside a running `script/up`."""

import secrets
from argparse import ArgumentParser
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from django.conf import settings
from django.contrib.auth.models import User
from django.core.management.base import CommandError
from django.utils import timezone

from tools.local.demos.screen import DemoCommand
from tools.local.demos.staff.cases import prepare

if TYPE_CHECKING:
    from rich.console import Console


class Command(DemoCommand):
    help = "Do what staff do most in a browser, count the clicks, take the guide's pictures."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--pictures", type=Path, help="the folder for the guide's pictures")
        parser.add_argument("--site", default=settings.PUBLIC_URL, help="where the site is")

    def show(self, console: "Console", options: dict[str, Any]) -> None:
        if find_spec("playwright") is None:
            raise CommandError("A browser is needed: requirements/dev.txt, and Chromium.")
        from rich.table import Table

        from tools.local.demos.staff.run import run_tasks

        password = secrets.token_urlsafe()
        user = User.objects.create_superuser(f"guide-{secrets.token_hex(3)}", password=password)
        albums = settings.VAR_DIR / "albums"
        names = sorted(str(file.relative_to(albums)) for file in albums.glob("*/*"))
        addresses = [f"{settings.SANDBOX_URL}/album/{quote(name)}" for name in names]
        cases = prepare(addresses, albums / names[0], timezone.now())
        done = run_tasks(options["site"], user.username, password, cases, options["pictures"])
        table = Table("Task", "Clicks")
        for task, clicks in done:
            table.add_row(task, str(clicks))
        console.print(table)
