"""Staff's view of balances: to read only, commands alone move them."""

from django.contrib import admin
from django.http import HttpRequest
from unfold.admin import ModelAdmin

from rewards.models import Balance, BalanceOperation


class ReadOnlyAdmin(ModelAdmin):  # type: ignore[misc]  # unfold has no types
    show_full_result_count = False

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False


@admin.register(Balance)
class BalanceAdmin(ReadOnlyAdmin):
    list_display = ("participant_id", "amount", "updated_on")
    search_fields = ("participant__id",)


@admin.register(BalanceOperation)
class BalanceOperationAdmin(ReadOnlyAdmin):
    list_display = ("id", "balance_id", "type", "state", "amount", "source", "created_on")
    list_filter = ("source", "type", "state")
    search_fields = ("id", "source_id", "balance__participant__id")
    date_hierarchy = "created_on"
