"""Who may read, save and activate formulas: on the pages of staff, and over the API."""

from typing import Any

from django.http import HttpRequest
from django.utils import timezone
from rest_framework.request import Request

from foundation.records.audit import actor_of
from foundation.rest.access import Role

READERS = ("rewards.read", "rewards.edit", "rewards.activate")
EDIT, ACTIVATE = "rewards.edit", "rewards.activate"


def may_read(request: HttpRequest) -> bool:
    """Return whether this user may read formulas, and try them."""
    return any(request.user.has_perm(role) for role in READERS)


def may_edit(request: HttpRequest) -> bool:
    """Return whether this user may save formulas."""
    return request.user.has_perm(EDIT)


def may_activate(request: HttpRequest) -> bool:
    """Return whether this user may make formulas active, and order them."""
    return request.user.has_perm(ACTIVATE)


# Who may call the endpoints of formulas, and who calls.


READ = Role(*READERS)
EDITORS, ACTIVATORS = Role("rewards.edit"), Role("rewards.activate")
REQUESTERS = Role("rewards.edit", "rewards.activate")


def caller(request: Request) -> dict[str, Any]:
    """Return who calls and when, as commands take it."""
    return {"by": actor_of(request), "now": timezone.now()}
