"""Issue an access token for a service's user, and print it."""

from argparse import ArgumentParser
from datetime import timedelta
from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from foundation.records.audit import operator, record_deed
from foundation.rest.roles import ROLES, grant_role
from foundation.rest.tokens import issue

LONGEST_DAYS = 3650


class Command(BaseCommand):
    """`manage.py issue_token USER --days N [--role app.codename]`."""

    help = "Issues an access token for a user and prints it on standard output."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("username")
        parser.add_argument("--days", type=int, default=365)
        parser.add_argument(
            "--role",
            action="append",
            default=[],
            choices=sorted(ROLES),
            help="Give the user this role first. A missing user is created, without a password.",
        )

    def handle(self, *args: Any, username: str, days: int, role: list[str], **options: Any) -> None:
        if not 1 <= days <= LONGEST_DAYS:
            raise CommandError(f"--days must be from 1 to {LONGEST_DAYS}.")
        with transaction.atomic():
            user = _user(username, may_make=bool(role))
            for name in role:
                grant_role(user, name)
            issued = {"days": (None, days), "roles": (None, role)}
            record_deed(operator("issue_token"), "Issued a token", user, issued)
        self.stdout.write(str(issue(user, timedelta(days=days))))


def _user(username: str, *, may_make: bool) -> User:
    user = User.objects.filter(username=username).first()
    if user is None and may_make:
        return User.objects.create_user(username)
    if user is None:
        raise CommandError(f"There is no user {username}.")
    if not user.is_active:
        raise CommandError(f"The user {username} is inactive: the token would be refused.")
    return user
