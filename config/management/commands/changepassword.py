"""Django's command, written to the audit."""

import getpass
from typing import Any

from django.contrib.auth.management.commands import changepassword
from django.contrib.auth.models import User
from django.db import transaction

from foundation.records.audit import SECRET, operator, record_deed


class Command(changepassword.Command):
    """`manage.py changepassword USER`."""

    @transaction.atomic
    def handle(self, *args: Any, **options: Any) -> str | None:
        said: str | None = super().handle(*args, **options)
        user = User.objects.get(username=options["username"] or getpass.getuser())
        by = operator("changepassword")
        record_deed(by, "Set the password", user, {"password": SECRET})
        return said
