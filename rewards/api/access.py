"""Who may call the endpoints of formulas, and who calls."""

from typing import Any

from django.utils import timezone
from rest_framework.request import Request

from foundation.records.audit import actor_of
from foundation.rest.access import Role

READERS = Role("rewards.read", "rewards.edit", "rewards.activate")
EDITORS, ACTIVATORS = Role("rewards.edit"), Role("rewards.activate")
REQUESTERS = Role("rewards.edit", "rewards.activate")


def caller(request: Request) -> dict[str, Any]:
    """Return who calls and when, as commands take it."""
    return {"by": actor_of(request), "now": timezone.now()}
