"""Prepare the database for this version."""

import secrets
from dataclasses import dataclass

import django
from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.db import OperationalError, connection, connections

from local.refusals import CannotRun

STAFF_NAME = "admin"


@dataclass(frozen=True, slots=True, kw_only=True)
class StaffSignIn:
    """The staff account; `password` only if it was made just now: it cannot be read later."""

    name: str
    password: str | None


def prepare_house() -> StaffSignIn:
    """Migrate, and make a staff account unless there is one.

    :raises CannotRun: the database does not answer.
    """
    django.setup()
    try:
        call_command("migrate", interactive=False, verbosity=0)
    except OperationalError as error:
        raise CannotRun(f"the database of DATABASE_URL does not answer: {error}") from error
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
