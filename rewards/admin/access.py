"""Who may see formulas in the admin."""

from django.http import HttpRequest

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
