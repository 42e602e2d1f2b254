"""Face providers' accounts and spaces, competitor services; stored secrets are never shown."""

from functools import partial
from typing import Any

from django import forms
from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from unfold.admin import ModelAdmin
from unfold.widgets import (
    UnfoldAdminPasswordWidget,
    UnfoldAdminTextareaWidget,
    UnfoldBooleanSwitchWidget,
)

from recognition.commands.accounts.competitors import (
    AddCompetitorInstanceCommand,
    ChangeCompetitorInstanceCommand,
    RemoveCompetitorInstanceCommand,
    add_competitor_instance,
    change_competitor_instance,
    remove_competitor_instance,
)
from recognition.commands.accounts.face_accounts import (
    ChangeAccountActiveStateCommand,
    ChangeAccountCommand,
    CreateAccountCommand,
    change_account,
    change_account_active_state,
    create_account,
    unmet_requirements,
)
from recognition.commands.accounts.spaces import (
    AddAccountSpaceCommand,
    ChangeAccountSpaceActiveStateCommand,
    ChangeAccountSpaceCommand,
    add_account_space,
    change_account_space,
    change_account_space_active_state,
)
from recognition.models import Account, AccountSpace, CompetitorInstance
from records.versioned import VersionedModel
from staff.command_admin import CommandAdmin, record_action


class AccountForm(forms.ModelForm):  # type: ignore[type-arg]  # not subscriptable at run time
    """An account; an empty credentials field leaves them as they are."""

    new_credentials = forms.JSONField(
        required=False,
        widget=UnfoldAdminTextareaWidget(
            attrs={"rows": 3, "autocomplete": "off", "spellcheck": "false"}
        ),
        help_text='JSON, for example {"key": "…"}; docs/recognition.md has the keys of each. '
        "Stored encrypted and never shown again.",
    )

    class Meta:
        model = Account
        fields = ("name", "provider", "base_url", "requests_per_second")

    def clean(self) -> dict[str, Any]:
        """Check what the adapter requires, with the stored credentials if there are no new ones."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if {"provider", "base_url", "new_credentials"} <= cleaned.keys():
            wanted = {name: cleaned[name] for name in ("provider", "base_url")}
            changes = self.instance.differing(**wanted, credentials=cleaned["new_credentials"])
            for field, error in unmet_requirements(self.instance, changes).items():
                self.add_error("new_credentials" if field == "credentials" else field, error)
        return cleaned

    def clean_new_credentials(self) -> dict[str, Any] | None:
        given = self.cleaned_data["new_credentials"]
        if given is not None and not isinstance(given, dict):
            raise forms.ValidationError("Credentials are a JSON object.")
        return given


def _switch(is_active: bool, account: Account) -> None:
    change_account_active_state(
        ChangeAccountActiveStateCommand(account_id=account.pk, is_active=is_active)
    )


@admin.register(Account)
class AccountAdmin(CommandAdmin):
    form = AccountForm
    list_display = ("name", "provider", "base_url", "is_active", "requests_per_second",
                    "updated_on")  # fmt: skip
    list_filter = ("provider", "is_active")
    search_fields = ("id", "name")
    readonly_fields = ("is_active",)
    fields = (*AccountForm.Meta.fields, "new_credentials", "is_active")
    actions = ("switch_on", "switch_off")
    switch_on = record_action("Switch on", partial(_switch, True))
    switch_off = record_action("Switch off", partial(_switch, False))

    def save_model(
        self, request: HttpRequest, obj: Account, form: AccountForm, change: bool
    ) -> None:
        wanted = {name: form.cleaned_data[name] for name in AccountForm.Meta.fields}
        wanted |= {"account_id": obj.pk, "credentials": form.cleaned_data["new_credentials"]}
        if change:
            change_account(ChangeAccountCommand(**wanted))
        else:
            wanted["credentials"] = wanted["credentials"] or {}
            create_account(CreateAccountCommand(**wanted))


class AccountSpaceForm(forms.ModelForm):  # type: ignore[type-arg]  # not subscriptable at run time
    """A space. `default` is not the model's field: its constraint would refuse a second default."""

    default = forms.BooleanField(
        required=False,
        widget=UnfoldBooleanSwitchWidget,
        help_text="The account's default space, in place of the present one.",
    )

    class Meta:
        model = AccountSpace
        fields = ("account", "name", "external_id")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial["default"] = self.instance.is_default


def _switch_space(is_active: bool, space: AccountSpace) -> None:
    change_account_space_active_state(
        ChangeAccountSpaceActiveStateCommand(
            account_id=space.account_id, account_space_id=space.pk, is_active=is_active
        )
    )


@admin.register(AccountSpace)
class AccountSpaceAdmin(CommandAdmin):
    form = AccountSpaceForm
    list_display = ("name", "account", "external_id", "is_default", "is_active")
    list_filter = ("account", "is_active")
    list_select_related = ("account",)
    search_fields = ("id", "name", "external_id")
    readonly_fields = ("is_active",)
    fixed_once_added = ("account",)
    fields = ("account", "name", "external_id", "default", "is_active")
    actions = ("switch_on", "switch_off")
    switch_on = record_action("Switch on", partial(_switch_space, True))
    switch_off = record_action("Switch off", partial(_switch_space, False))

    def locked(self, record: AccountSpace) -> VersionedModel:
        """Lock the account first, as every command does that changes one of its spaces."""
        Account.objects.locked(record.account_id)
        return super().locked(record)

    def save_model(self, request: HttpRequest, obj: AccountSpace, form: Any, change: bool) -> None:
        wanted = {name: form.cleaned_data[name] for name in ("name", "external_id")}
        wanted |= {"account_id": obj.account_id, "account_space_id": obj.pk}
        wanted["is_default"] = form.cleaned_data["default"]
        if change:
            change_account_space(ChangeAccountSpaceCommand(**wanted))
        else:
            add_account_space(AddAccountSpaceCommand(**wanted))


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
        token = form.token()
        wanted = {name: form.cleaned_data[name] for name in CompetitorInstanceForm.Meta.fields}
        wanted["competitor_instance_id"] = obj.pk
        if change:
            change_competitor_instance(ChangeCompetitorInstanceCommand(token=token, **wanted))
        else:
            add_competitor_instance(AddCompetitorInstanceCommand(token=token or "", **wanted))
