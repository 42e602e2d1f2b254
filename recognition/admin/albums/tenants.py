"""Tenants: recognition on or off, and the competitor service with their start lists."""

from functools import partial
from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.utils import timezone

from recognition.commands.albums.tenants import (
    AddTenantCommand,
    ChangeTenantCompetitorInstanceCommand,
    ChangeTenantRecognitionStateCommand,
    add_tenant,
    change_tenant_competitor_instance,
    change_tenant_recognition_state,
)
from recognition.models import RecognitionState, Tenant
from records.audit import Actor, actor_of
from staff.command_admin import CommandAdmin, record_action

SWITCHED = (
    "This holds for the photos of all albums. Switched on: photos that are not recognised yet are "
    "processed. Switched off: none is processed, and failed photos stay failed. Each album's page "
    "shows the progress."
)


def _switch(state: RecognitionState, tenant: Tenant, by: Actor) -> None:
    change_tenant_recognition_state(
        ChangeTenantRecognitionStateCommand(
            tenant_id=tenant.pk, state=state, now=timezone.now(), by=by
        )
    )


@admin.register(Tenant)
class TenantAdmin(CommandAdmin):
    filled_by = "Tenants come with their first album."
    list_display = ("id", "recognition_state", "competitor_instance", "updated_on")
    list_filter = ("recognition_state", "competitor_instance")
    list_select_related = ("competitor_instance",)
    search_fields = ("id",)
    fields = ("id", "recognition_state", "competitor_instance")
    readonly_fields = ("recognition_state",)
    fixed_once_added = ("id",)
    actions = ("switch_on", "switch_off")
    switch_on = record_action(
        "Switch recognition on", partial(_switch, RecognitionState.ON), SWITCHED
    )
    switch_off = record_action(
        "Switch recognition off", partial(_switch, RecognitionState.OFF), SWITCHED
    )

    def save_model(self, request: HttpRequest, obj: Tenant, form: Any, change: bool) -> None:
        chosen = form.cleaned_data["competitor_instance"]
        instance_id = chosen.pk if chosen else None
        wanted: dict[str, Any] = {"competitor_instance_id": instance_id, "by": actor_of(request)}
        if change:
            change_tenant_competitor_instance(
                ChangeTenantCompetitorInstanceCommand(tenant_id=obj.pk, **wanted)
            )
        else:
            add_tenant(AddTenantCommand(tenant_id=obj.pk, **wanted))
