"""What staff did, in the site's own log: each record's history shows it."""

from collections.abc import Sequence
from typing import cast

from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.auth.models import User
from django.db.models import Model
from django.http import HttpRequest


def note_action(request: HttpRequest, records: Sequence[Model], text: str) -> None:
    """Note on each record that this user did something with it."""
    if records:
        LogEntry.objects.log_actions(
            user_id=cast(User, request.user).pk,
            queryset=records,
            action_flag=CHANGE,
            change_message=text,
        )
