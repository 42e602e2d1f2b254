"""Tenants: whether their photos are recognised, and where their start lists come from."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from recognition.commands.albums.tenants import (
    AddTenantCommand,
    ChangeTenantCompetitorInstanceCommand,
    ChangeTenantRecognitionStateCommand,
    add_tenant,
    change_tenant_competitor_instance,
    change_tenant_recognition_state,
)
from recognition.models import RecognitionState, Tenant
from staff.actions import action
from staff.command_admin import CommandAdmin


@admin.register(Tenant)
class TenantAdmin(CommandAdmin):
    list_display = ("id", "recognition_state", "competitor_instance", "updated_on")
    list_filter = ("recognition_state", "competitor_instance")
    list_select_related = ("competitor_instance",)
    search_fields = ("id",)
    fields = ("id", "recognition_state", "competitor_instance")
    readonly_fields = ("recognition_state",)
    actions = ("switch_on", "switch_off")

    def get_readonly_fields(
        self, request: HttpRequest, obj: Tenant | None = None
    ) -> tuple[str, ...]:
        return (*self.readonly_fields, "id") if obj else self.readonly_fields

    def save_model(self, request: HttpRequest, obj: Tenant, form: Any, change: bool) -> None:
        """Have the commands do what the form asks for, on the record as it is in the database."""
        chosen = form.cleaned_data["competitor_instance"]
        instance_id = chosen.pk if chosen else None
        if change:
            change_tenant_competitor_instance(
                ChangeTenantCompetitorInstanceCommand(
                    tenant_id=obj.pk, competitor_instance_id=instance_id
                )
            )
        else:
            add_tenant(AddTenantCommand(tenant_id=obj.pk, competitor_instance_id=instance_id))

    @action("Switch recognition on")
    def switch_on(self, request: HttpRequest, queryset: QuerySet[Tenant]) -> None:
        self.act(request, queryset, lambda tenant: _switch(tenant, RecognitionState.ON))

    @action("Switch recognition off")
    def switch_off(self, request: HttpRequest, queryset: QuerySet[Tenant]) -> None:
        self.act(request, queryset, lambda tenant: _switch(tenant, RecognitionState.OFF))


def _switch(tenant: Tenant, state: RecognitionState) -> None:
    change_tenant_recognition_state(
        ChangeTenantRecognitionStateCommand(tenant_id=tenant.pk, state=state)
    )
