"""Actions and buttons of staff's pages, and fields that are read once for a page."""

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar, cast

from django.contrib import admin
from unfold.decorators import action as unfold_action

F = TypeVar("F", bound=Callable[..., Any])


def action(description: str) -> Callable[[F], F]:
    """Return Django's decorator for an action that only those may run who may change the record."""
    return admin.action(description=description, permissions=["act"])


def button(title: str, path: str) -> Callable[[F], F]:
    """Return unfold's decorator for a page that a record's own page leads to by a button.

    It is asked for by GET, so it may only ask; only those see it who may change the record.
    """
    decorator: Callable[[F], F] = unfold_action(
        description=title, url_path=path, permissions=["act"]
    )
    return decorator


def once(field: F) -> F:
    """Have a field of a record's page worked out once: the theme asks for it several times."""

    @wraps(field)
    def worked_out(admin: Any, record: Any) -> Any:
        known, name = vars(record), f"_field_{field.__name__}"
        if name not in known:
            known[name] = field(admin, record)
        return known[name]

    return cast(F, worked_out)
