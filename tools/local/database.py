"""Prepare the database for this version."""

import secrets
from datetime import UTC, datetime
from decimal import Decimal
from uuid import uuid4

import django
from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.db import OperationalError

from tools.local.addresses import TAGGER_EMAIL
from tools.local.refusals import CannotRun
from tools.local.sign_ins import SignIn, SignIns

STAFF_NAME = "admin"


def prepare_installation() -> SignIns:
    """Migrate, and make a staff account and a tagger unless there are such.

    :raises CannotRun: the database does not answer.
    """
    django.setup()
    try:
        call_command("migrate", interactive=False, verbosity=0)
    except OperationalError as error:
        raise CannotRun(f"the database of DATABASE_URL does not answer: {error}") from error
    return SignIns(staff=_ensure_staff(), tagger=_ensure_tagger())


def _ensure_staff() -> SignIn:
    users = get_user_model()._default_manager
    if users.filter(is_superuser=True).exists():
        return SignIn(kind="staff account", name=STAFF_NAME, password=None)
    password = secrets.token_urlsafe(12)
    get_user_model().objects.create_superuser(
        username=STAFF_NAME, email="admin@localhost", password=password
    )
    return SignIn(kind="staff account", name=STAFF_NAME, password=password)


def _ensure_tagger() -> SignIn:
    from tagging.tagators.commands import CreateTagatorCommand, create_tagator  # needs models

    if get_user_model()._default_manager.filter(username=TAGGER_EMAIL).exists():
        return SignIn(kind="tagger", name=TAGGER_EMAIL, password=None)
    password = secrets.token_urlsafe(12)
    create_tagator(
        CreateTagatorCommand(
            tagator_id=uuid4(),
            email=TAGGER_EMAIL,
            name="Tagger",
            password=password,
            rate_per_task=Decimal("0.10"),
            now=datetime.now(UTC),
        )
    )
    return SignIn(kind="tagger", name=TAGGER_EMAIL, password=password)
