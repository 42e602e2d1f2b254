"""Records that the staff's site shows and nobody changes there, in every app."""

from collections.abc import Callable
from typing import Any, TypeVar

from django.http import HttpRequest
from unfold.admin import ModelAdmin, TabularInline

from staff.long_lists import LongList

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
