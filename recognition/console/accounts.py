"""Face providers' accounts and spaces, competitor services; stored secrets are never shown."""

from functools import partial
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.html import format_html
from unfold.admin import ModelAdmin
from unfold.widgets import UnfoldAdminPasswordWidget, UnfoldBooleanSwitchWidget

from foundation.records.audit import Actor, actor_of
from foundation.records.models import VersionedModel
from foundation.staff.command_admin import CommandAdmin, record_action
from foundation.staff.confirming import Effect
from foundation.staff.display import address_of_list, link
from recognition.accounts.commands import (
    AddAccountSpaceCommand,
    ChangeAccountActiveStateCommand,
    ChangeAccountCommand,
    ChangeAccountSpaceActiveStateCommand,
    ChangeAccountSpaceCommand,
    CreateAccountCommand,
    add_account_space,
    change_account,
    change_account_active_state,
    change_account_space,
    change_account_space_active_state,
    create_account,
)
from recognition.console.account_actions import LABELS, PREFIX, AccountForm, Stopping
from recognition.console.providers import (
    STANDING,
    ConnectionTest,
    ProviderPages,
    try_account,
    try_competitor_service,
)
from recognition.numbers.competitor_services import (
    AddCompetitorInstanceCommand,
    ChangeCompetitorInstanceCommand,
    RemoveCompetitorInstanceCommand,
    add_competitor_instance,
    change_competitor_instance,
    competitor_service,
    remove_competitor_instance,
)
from recognition.providers.faces import provider_of
from recognition.providers.models import Account, AccountSpace, CompetitorInstance
from recognition.providers.pace import Provider
from recognition.records.albums import Album

CREDENTIALS = (*(PREFIX + name for name in LABELS), "remove_secrets")


SWITCHING_ON = "Albums can use them from now on."
SWITCHING_OFF = (
    "No album can use them until they are switched on again. One that albums use stays on: its own "
    "page moves the albums first."
)
_USED = Q(
    Exists(Album.objects.filter(Q(face_account=OuterRef("pk")) | Q(face_space=OuterRef("pk"))))
)


def _on(noun: str) -> tuple[Effect, ...]:
    return (
        Effect(Q(is_active=False), noun, "is switched on", "are switched on"),
        Effect(Q(is_active=True), noun, "is on already", "are on already"),
    )


def _off(noun: str) -> tuple[Effect, ...]:
    on = Q(is_active=True)
    return (
        Effect(on & ~_USED, noun, "is switched off", "are switched off"),
        Effect(
            on & _USED, noun, "is used by albums, and stays on", "are used by albums, and stay on"
        ),
        Effect(~on, noun, "is off already", "are off already"),
    )


def _switch(is_active: bool, account: Account, by: Actor) -> None:
    change_account_active_state(
        ChangeAccountActiveStateCommand(account_id=account.pk, is_active=is_active, by=by)
    )


@admin.register(Account)
class AccountAdmin(Stopping, ProviderPages, CommandAdmin):
    filled_by = "Staff add the accounts with which faces are recognised."
    form = AccountForm
    list_display = ("name", "provider", "base_url", "is_active", "requests_per_second",
                    "updated_on")  # fmt: skip
    list_filter = ("provider", "is_active")
    search_fields = ("id", "name")
    readonly_fields = ("is_active", *STANDING)
    fieldsets = ((None, {"fields": (*AccountForm.Meta.fields, *CREDENTIALS, "is_active")}),
                 ("How it works now", {"fields": STANDING}))  # fmt: skip
    actions_detail = (*ProviderPages.actions_detail, *Stopping.actions_detail)
    actions = ("switch_on", "switch_off")
    switch_on = record_action("Switch on", partial(_switch, True), SWITCHING_ON, *_on("account"))
    switch_off = record_action(
        "Switch off", partial(_switch, False), SWITCHING_OFF, *_off("account")
    )

    def provider(self, record: Account) -> Provider:
        return provider_of(record)

    def tested(self, record: Account) -> ConnectionTest:
        return try_account(record)

    def save_model(
        self, request: HttpRequest, obj: Account, form: AccountForm, change: bool
    ) -> None:
        wanted = {name: form.cleaned_data[name] for name in AccountForm.Meta.fields}
        wanted |= {"account_id": obj.pk, "credentials": form.credentials()}
        wanted["by"] = actor_of(request)
        if change:
            change_account(ChangeAccountCommand(**wanted))
        else:
            wanted["credentials"] = wanted["credentials"] or {}
            create_account(CreateAccountCommand(**wanted))
            add = f"{address_of_list(AccountSpace)}add/?account={obj.pk}"
            said = format_html(
                "No album can use it before it has a space. {}", link(add, "Add one")
            )
            self.message_user(request, said, messages.WARNING)


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


def _switch_space(is_active: bool, space: AccountSpace, by: Actor) -> None:
    change_account_space_active_state(
        ChangeAccountSpaceActiveStateCommand(
            account_id=space.account_id, account_space_id=space.pk, is_active=is_active, by=by
        )
    )


@admin.register(AccountSpace)
class AccountSpaceAdmin(Stopping, CommandAdmin):
    filled_by = "A space keeps the faces of albums at the provider; staff add it to an account."
    form = AccountSpaceForm
    list_display = ("name", "account", "external_id", "is_default", "is_active")
    list_filter = ("account", "is_active")
    list_select_related = ("account",)
    search_fields = ("id", "name", "external_id")
    readonly_fields = ("is_active",)
    fixed_once_added = ("account",)
    fields = ("account", "name", "external_id", "default", "is_active")
    actions = ("switch_on", "switch_off")
    switch_on = record_action(
        "Switch on", partial(_switch_space, True), SWITCHING_ON, *_on("space")
    )
    switch_off = record_action(
        "Switch off", partial(_switch_space, False), SWITCHING_OFF, *_off("space")
    )

    def locked(self, record: AccountSpace) -> VersionedModel:
        """Lock the account first, as every command does that changes one of its spaces."""
        Account.objects.locked(record.account_id)
        return super().locked(record)

    def save_model(self, request: HttpRequest, obj: AccountSpace, form: Any, change: bool) -> None:
        wanted = {name: form.cleaned_data[name] for name in ("name", "external_id")}
        wanted |= {"account_id": obj.account_id, "account_space_id": obj.pk}
        wanted |= {"is_default": form.cleaned_data["default"], "by": actor_of(request)}
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
class CompetitorInstanceAdmin(ProviderPages, CommandAdmin):
    filled_by = "Staff add the services from which start lists are fetched."
    form = CompetitorInstanceForm
    list_display = ("name", "base_url")
    search_fields = ("name",)
    readonly_fields = STANDING
    fieldsets = ((None, {"fields": ("name", "base_url", "new_token", "remove_token")}),
                 ("How it works now", {"fields": STANDING}))  # fmt: skip

    def provider(self, record: CompetitorInstance) -> Provider:
        return competitor_service(record)

    def tested(self, record: CompetitorInstance) -> ConnectionTest:
        return try_competitor_service(record)

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Allow deletion: the database protects services that a tenant uses."""
        return bool(ModelAdmin.has_delete_permission(self, request, obj))

    def delete_model(self, request: HttpRequest, obj: CompetitorInstance) -> None:
        remove_competitor_instance(
            RemoveCompetitorInstanceCommand(
                competitor_instance_id=obj.pk, now=timezone.now(), by=actor_of(request)
            )
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
        wanted |= {"competitor_instance_id": obj.pk, "by": actor_of(request)}
        if change:
            change_competitor_instance(ChangeCompetitorInstanceCommand(token=token, **wanted))
        else:
            add_competitor_instance(AddCompetitorInstanceCommand(token=token or "", **wanted))
