"""Accounts at face providers: credentials go in and never come out, commands make the changes."""

from typing import Any

from django import forms
from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from unfold.widgets import UnfoldAdminTextareaWidget, UnfoldBooleanSwitchWidget

from recognition.commands.accounts.accounts import (
    ChangeAccountActiveStateCommand,
    ChangeAccountCommand,
    CreateAccountCommand,
    change_account,
    change_account_active_state,
    create_account,
    faults_of_change,
)
from recognition.commands.accounts.spaces import (
    AddAccountSpaceCommand,
    ChangeAccountSpaceActiveStateCommand,
    ChangeAccountSpaceCommand,
    add_account_space,
    change_account_space,
    change_account_space_active_state,
)
from recognition.models import Account, AccountSpace
from records.versioned import VersionedModel
from staff.actions import action
from staff.command_admin import CommandAdmin


class SecretTextarea(UnfoldAdminTextareaWidget):  # type: ignore[misc]  # unfold has no types
    """A text that goes in and does not come back, not even beside what is wrong with it."""

    def format_value(self, value: Any) -> None:
        """Show nothing."""


class AccountForm(forms.ModelForm):  # type: ignore[type-arg]  # not subscriptable at run time
    """An account; an empty credentials field leaves them as they are."""

    new_credentials = forms.JSONField(
        required=False,
        widget=SecretTextarea(attrs={"rows": 3}),
        help_text='JSON, for example {"key": "…"}; docs/recognition.md has the keys of each. '
        "Stored encrypted and never shown again.",
    )

    class Meta:
        model = Account
        fields = ("name", "provider", "base_url", "requests_per_second")

    def clean(self) -> dict[str, Any]:
        """Have the account say what its adapter needs, the credentials kept from before too."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if {"provider", "base_url", "new_credentials"} <= cleaned.keys():
            for field, fault in self._faults(cleaned).items():
                self.add_error("new_credentials" if field == "credentials" else field, fault)
        return cleaned

    def _faults(self, cleaned: dict[str, Any]) -> dict[str, str]:
        changes = self.instance.differing(
            provider=cleaned["provider"],
            base_url=cleaned["base_url"],
            credentials=cleaned["new_credentials"],
        )
        return faults_of_change(self.instance, changes)

    def clean_new_credentials(self) -> dict[str, Any] | None:
        given = self.cleaned_data["new_credentials"]
        if given is not None and not isinstance(given, dict):
            raise forms.ValidationError("Credentials are a JSON object.")
        return given


@admin.register(Account)
class AccountAdmin(CommandAdmin):
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
    readonly_fields = ("is_active",)
    fields = (
        "name",
        "provider",
        "base_url",
        "requests_per_second",
        "new_credentials",
        "is_active",
    )
    actions = ("switch_on", "switch_off")

    def save_model(
        self, request: HttpRequest, obj: Account, form: AccountForm, change: bool
    ) -> None:
        """Have the commands do what the form asks for, on the record as it is in the database."""
        wanted = {name: form.cleaned_data[name] for name in AccountForm.Meta.fields}
        credentials = form.cleaned_data["new_credentials"]
        if change:
            known = ChangeAccountCommand(account_id=obj.pk, credentials=credentials, **wanted)
            change_account(known)
        else:
            create_account(
                CreateAccountCommand(account_id=obj.pk, credentials=credentials or {}, **wanted)
            )

    @action("Switch on")
    def switch_on(self, request: HttpRequest, queryset: QuerySet[Account]) -> None:
        self.act(request, queryset, lambda account: _switch_account(account, True))

    @action("Switch off")
    def switch_off(self, request: HttpRequest, queryset: QuerySet[Account]) -> None:
        self.act(request, queryset, lambda account: _switch_account(account, False))


class AccountSpaceForm(forms.ModelForm):  # type: ignore[type-arg]  # not subscriptable at run time
    """A space. The default one is a field of the form's own: moving it breaks no constraint."""

    default = forms.BooleanField(
        required=False,
        widget=UnfoldBooleanSwitchWidget,
        help_text="The account's default space; another one is so no longer.",
    )

    class Meta:
        model = AccountSpace
        fields = ("account", "name", "external_id")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial["default"] = self.instance.is_default


@admin.register(AccountSpace)
class AccountSpaceAdmin(CommandAdmin):
    form = AccountSpaceForm
    list_display = ("name", "account", "external_id", "is_default", "is_active")
    list_filter = ("account", "is_active")
    list_select_related = ("account",)
    search_fields = ("id", "name", "external_id")
    readonly_fields = ("is_active",)
    fields = ("account", "name", "external_id", "default", "is_active")
    actions = ("switch_on", "switch_off")

    def get_readonly_fields(
        self, request: HttpRequest, obj: AccountSpace | None = None
    ) -> tuple[str, ...]:
        return (*self.readonly_fields, "account") if obj else self.readonly_fields

    def locked(self, record: AccountSpace) -> VersionedModel:
        """Lock the account first: every change of its spaces does, also where it takes one away."""
        Account.objects.locked(record.account_id)
        return super().locked(record)

    def save_model(self, request: HttpRequest, obj: AccountSpace, form: Any, change: bool) -> None:
        """Have the commands do what the form asks for, on the record as it is in the database."""
        wanted = {
            "account_id": obj.account_id,
            "account_space_id": obj.pk,
            "name": form.cleaned_data["name"],
            "external_id": form.cleaned_data["external_id"],
            "is_default": form.cleaned_data["default"],
        }
        if change:
            change_account_space(ChangeAccountSpaceCommand(**wanted))
        else:
            add_account_space(AddAccountSpaceCommand(**wanted))

    @action("Switch on")
    def switch_on(self, request: HttpRequest, queryset: QuerySet[AccountSpace]) -> None:
        self.act(request, queryset, lambda space: _switch_space(space, True))

    @action("Switch off")
    def switch_off(self, request: HttpRequest, queryset: QuerySet[AccountSpace]) -> None:
        self.act(request, queryset, lambda space: _switch_space(space, False))


def _switch_account(account: Account, is_active: bool) -> None:
    command = ChangeAccountActiveStateCommand(account_id=account.pk, is_active=is_active)
    change_account_active_state(command)


def _switch_space(space: AccountSpace, is_active: bool) -> None:
    change_account_space_active_state(
        ChangeAccountSpaceActiveStateCommand(
            account_id=space.account_id, account_space_id=space.pk, is_active=is_active
        )
    )
