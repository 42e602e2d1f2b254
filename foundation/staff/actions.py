"""Parts of staff's pages: actions, buttons, and fields that are computed once a page."""

from collections.abc import Callable
from functools import partial, wraps
from typing import Any, TypeVar, cast

from django.contrib import admin
from django.http import HttpRequest
from unfold.decorators import action as unfold_action

F = TypeVar("F", bound=Callable[..., Any])
SELECTED = "_selected_action"  # the name of the checkboxes of a list of Django's admin


class WithActions:
    """Actions and buttons are for staff who may change the model's records."""

    opts: Any

    def has_act_permission(self, request: HttpRequest, key: object = None) -> bool:
        """Return whether this user may run the actions (`permissions=["act"]`)."""
        return request.user.has_perm(f"{self.opts.app_label}.change_{self.opts.model_name}")


def action(description: str) -> Callable[[F], F]:
    """Return Django's decorator for an action of a `WithActions` list."""
    return admin.action(description=description, permissions=["act"])


def button(title: str, path: str, permission: str = "act") -> Callable[[F], F]:
    """Return unfold's decorator for a page that a button of a record's page opens.

    The button sends a GET, so its page may only ask for confirmation.
    """
    found = unfold_action(description=title, url_path=path, permissions=[permission])
    return cast(Callable[[F], F], found)


view_button = partial(button, permission="view")  # its page only shows something


def computed_once(field: F) -> F:
    """Compute a field of a record's page once (the theme asks for it several times)."""

    @wraps(field)
    def computed(*admin_and_record: Any) -> Any:
        known, name = vars(admin_and_record[-1]), f"_field_{field.__name__}"
        if name not in known:
            known[name] = field(*admin_and_record)
        return known[name]

    return cast(F, computed)
