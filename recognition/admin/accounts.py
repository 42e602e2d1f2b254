"""Accounts at face providers: credentials go in and never come out."""

from typing import Any

from django import forms
from django.contrib import admin
from unfold.admin import ModelAdmin
from unfold.widgets import UnfoldAdminTextareaWidget

from recognition.models import Account, AccountSpace
from recognition.providers.faces.credentials import faults_of


class AccountForm(forms.ModelForm):  # type: ignore[type-arg]  # not subscriptable at run time
    """An account; an empty credentials field leaves them as they are."""

    new_credentials = forms.JSONField(
        required=False,
        widget=UnfoldAdminTextareaWidget(attrs={"rows": 3}),
        help_text='JSON, for example {"key": "…"}; docs/recognition.md has the keys of each. '
        "Stored encrypted and never shown again.",
    )

    class Meta:
        model = Account
        fields = ("name", "provider", "base_url", "requests_per_second", "is_active")

    def save(self, commit: bool = True) -> Account:
        if self.cleaned_data.get("new_credentials") is not None:
            self.instance.credentials = self.cleaned_data["new_credentials"]
        saved: Account = super().save(commit=commit)
        return saved

    def clean(self) -> dict[str, Any]:
        """Have the account say what its adapter needs, the credentials kept from before too."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        given = cleaned.get("new_credentials")
        credentials = self.instance.credentials if given is None else given
        if "provider" in cleaned and "base_url" in cleaned:
            faults = faults_of(cleaned["provider"], cleaned["base_url"], credentials)
            if faults:
                raise forms.ValidationError(faults)
        return cleaned

    def clean_new_credentials(self) -> dict[str, Any] | None:
        given = self.cleaned_data["new_credentials"]
        if given is not None and not isinstance(given, dict):
            raise forms.ValidationError("Credentials are a JSON object.")
        return given


@admin.register(Account)
class AccountAdmin(ModelAdmin):  # type: ignore[misc]  # unfold has no types
    form = AccountForm
    list_display = (
        "name",
        "provider",
        "base_url",
        "is_active",
        "requests_per_second",
        "updated_on",
    )
    list_filter = ("provider", "is_active")
    search_fields = ("id", "name")


@admin.register(AccountSpace)
class AccountSpaceAdmin(ModelAdmin):  # type: ignore[misc]  # unfold has no types
    list_display = ("name", "account", "external_id", "is_default", "is_active")
    list_filter = ("account", "is_active")
    list_select_related = ("account",)
    search_fields = ("id", "name", "external_id")
    fields = ("account", "name", "external_id", "is_default", "is_active")
