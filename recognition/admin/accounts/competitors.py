"""Competitor services, which have the start lists; stored tokens are never shown."""

from django import forms
from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from unfold.admin import ModelAdmin
from unfold.widgets import UnfoldAdminPasswordWidget, UnfoldBooleanSwitchWidget

from recognition.commands.accounts.competitors import (
    AddCompetitorInstanceCommand,
    ChangeCompetitorInstanceCommand,
    RemoveCompetitorInstanceCommand,
    add_competitor_instance,
    change_competitor_instance,
    remove_competitor_instance,
)
from recognition.models import CompetitorInstance
from staff.command_admin import CommandAdmin


class CompetitorInstanceForm(forms.ModelForm):  # type: ignore[type-arg]  # not subscriptable at run time
    """A competitor service; an empty token field leaves the token as it is."""

    new_token = forms.CharField(
        required=False,
        max_length=500,
        # A typed token stays if another field is wrong; the stored one is never sent.
        widget=UnfoldAdminPasswordWidget(attrs={"autocomplete": "off"}, render_value=True),
        help_text="Stored encrypted and never shown again. Empty: it stays as it is.",
    )
    remove_token = forms.BooleanField(required=False, widget=UnfoldBooleanSwitchWidget())

    class Meta:
        model = CompetitorInstance
        fields = ("name", "base_url")

    def token(self) -> str | None:
        """Return the new token, empty to remove it; None: it stays as it is."""
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
        """Allow deletion: the database protects services that a tenant uses."""
        return bool(ModelAdmin.has_delete_permission(self, request, obj))

    def delete_model(self, request: HttpRequest, obj: CompetitorInstance) -> None:
        remove_competitor_instance(
            RemoveCompetitorInstanceCommand(competitor_instance_id=obj.pk, now=timezone.now())
        )

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[CompetitorInstance]) -> None:
        for instance in queryset:
            self.delete_model(request, instance)

    def save_model(
        self,
        request: HttpRequest,
        obj: CompetitorInstance,
        form: CompetitorInstanceForm,
        change: bool,
    ) -> None:
        """Add or change the competitor service by its commands."""
        token = form.token()
        wanted = {name: form.cleaned_data[name] for name in CompetitorInstanceForm.Meta.fields}
        wanted["competitor_instance_id"] = obj.pk
        if change:
            change_competitor_instance(ChangeCompetitorInstanceCommand(token=token, **wanted))
        else:
            add_competitor_instance(AddCompetitorInstanceCommand(token=token or "", **wanted))
