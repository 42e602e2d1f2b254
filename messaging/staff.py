"""Records that the staff's site shows and nobody changes there, in every app."""

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar, cast

from django.contrib import admin
from django.http import HttpRequest
from unfold.admin import ModelAdmin, TabularInline
from unfold.decorators import action as unfold_action

from messaging.long_lists import LongList

F = TypeVar("F", bound=Callable[..., Any])


class ReadOnly:
    """Nothing is added, changed or removed by hand."""

    def has_add_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False


class ReadOnlyAdmin(ReadOnly, LongList, ModelAdmin):  # type: ignore[misc]  # unfold has no types
    """A record that commands write and staff only look at; actions need `act_permission`."""

    def has_act_permission(self, request: HttpRequest, key: object = None) -> bool:
        """Say whether this member of staff may run actions: whoever may change the record."""
        return request.user.has_perm(f"{self.opts.app_label}.change_{self.opts.model_name}")


class ReadOnlyInline(ReadOnly, TabularInline):  # type: ignore[misc]  # unfold has no types
    """Records of another record, to look at."""

    extra = 0
    tab = True


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
