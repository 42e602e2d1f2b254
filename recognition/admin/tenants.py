"""Tenants, and the competitor services that they get their start lists from."""

from typing import Any

from django import forms
from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from unfold.admin import ModelAdmin
from unfold.widgets import UnfoldAdminPasswordWidget, UnfoldBooleanSwitchWidget

from messaging.staff import action
from recognition.commands.competitors import (
    AddCompetitorInstanceCommand,
    ChangeCompetitorInstanceCommand,
    add_competitor_instance,
    change_competitor_instance,
)
from recognition.commands.tenants import (
    AddTenantCommand,
    ChangeTenantCompetitorInstanceCommand,
    ChangeTenantRecognitionStateCommand,
    add_tenant,
    change_tenant_competitor_instance,
    change_tenant_recognition_state,
)
from recognition.models import CompetitorInstance, RecognitionState, Tenant
from rest.staff import CommandAdmin


class CompetitorInstanceForm(forms.ModelForm):  # type: ignore[type-arg]  # not subscriptable at run time
    """A competitor service; its token goes in and never comes out."""

    new_token = forms.CharField(
        required=False,
        max_length=500,
        widget=UnfoldAdminPasswordWidget(),
        help_text="Stored encrypted and never shown again. Empty: it stays as it is.",
    )
    remove_token = forms.BooleanField(required=False, widget=UnfoldBooleanSwitchWidget())

    class Meta:
        model = CompetitorInstance
        fields = ("name", "base_url")

    def token(self) -> str | None:
        """Return the token that is asked for; None: the one that there is."""
        if self.cleaned_data["new_token"] or self.cleaned_data["remove_token"]:
            return str(self.cleaned_data["new_token"])
        return None


@admin.register(CompetitorInstance)
class CompetitorInstanceAdmin(CommandAdmin):
    form = CompetitorInstanceForm
    list_display = ("name", "base_url")
    search_fields = ("name",)
    fields = ("name", "base_url", "new_token", "remove_token")

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Let go of one that no tenant uses: nothing else rests on it."""
        return bool(ModelAdmin.has_delete_permission(self, request, obj))

    def save_model(
        self,
        request: HttpRequest,
        obj: CompetitorInstance,
        form: CompetitorInstanceForm,
        change: bool,
    ) -> None:
        """Have the commands do what the form asks for, on the record as it is in the database."""
        token = form.token()
        wanted = {name: form.cleaned_data[name] for name in CompetitorInstanceForm.Meta.fields}
        wanted["competitor_instance_id"] = obj.pk
        if change:
            change_competitor_instance(ChangeCompetitorInstanceCommand(token=token, **wanted))
        else:
            add_competitor_instance(AddCompetitorInstanceCommand(token=token or "", **wanted))


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
