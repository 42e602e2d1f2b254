"""Staff's view of balances, read-only: only commands change them."""

from django.contrib import admin

from rewards.models import Balance, BalanceOperation
from staff.read_only import ReadOnlyAdmin


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
