"""Records that staff only look at; `foundation.staff.command_admin` has those that they change."""

from django.http import HttpRequest
from unfold.admin import ModelAdmin, TabularInline

from foundation.staff.actions import WithActions
from foundation.staff.labels import PlainHelp
from foundation.staff.long_lists import LongList
from foundation.staff.rights import OpenedByRoles


class ReadOnly:
    """Records that cannot be added, changed or deleted by hand."""

    def has_add_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False


class ReadOnlyAdmin(ReadOnly, LongList, PlainHelp, WithActions, ModelAdmin):  # type: ignore[misc]  # untyped
    """A record that only commands write."""


class ReadOnlyInline(ReadOnly, OpenedByRoles, TabularInline):  # type: ignore[misc]  # unfold has no types
    """Records of another record, read-only."""

    extra = 0
    tab = True
