"""Django's command, written to the audit."""

from typing import Any

from django.contrib.auth.management.commands import createsuperuser
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Max

from foundation.records.audit import operator, record_creation


class Command(createsuperuser.Command):
    """`manage.py createsuperuser`."""

    @transaction.atomic
    def handle(self, *args: Any, **options: Any) -> str | None:
        last = User.objects.aggregate(last=Max("pk", default=0))["last"]
        said: str | None = super().handle(*args, **options)
        for user in User.objects.filter(pk__gt=last, is_superuser=True):  # none if it was skipped
            record_creation(operator("createsuperuser"), user)
        return said
