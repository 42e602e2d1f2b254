"""Bring the database to where this version needs it."""

import secrets
from dataclasses import dataclass

import django
from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.db import connection, connections

STAFF_NAME = "admin"


@dataclass(frozen=True, slots=True, kw_only=True)
class StaffSignIn:
    """The staff account; `password` only when it was made just now, nobody can read it later."""

    name: str
    password: str | None


def prepare_house() -> StaffSignIn:
    """Migrate, and see that there is a staff account."""
    django.setup()
    call_command("migrate", interactive=False, verbosity=0)
    sign_in = _ensure_staff()
    connections.close_all()
    if hasattr(connection, "close_pool"):
        connection.close_pool()
    return sign_in


def _ensure_staff() -> StaffSignIn:
    users = get_user_model()._default_manager
    if users.filter(is_superuser=True).exists():
        return StaffSignIn(name=STAFF_NAME, password=None)
    password = secrets.token_urlsafe(12)
    get_user_model().objects.create_superuser(
        username=STAFF_NAME, email="admin@localhost", password=password
    )
    return StaffSignIn(name=STAFF_NAME, password=password)
