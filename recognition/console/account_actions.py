"""An account's form with its credentials, and switching off an account or a space in use."""

import re
from collections.abc import Mapping
from typing import Any, ClassVar

from django import forms
from django.contrib import admin
from django.db.models import Q
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from unfold.widgets import (
    UnfoldAdminPasswordWidget,
    UnfoldAdminSelectWidget,
    UnfoldAdminTextareaWidget,
    UnfoldAdminTextInputWidget,
    UnfoldBooleanSwitchWidget,
)

from foundation.records.audit import actor_of
from foundation.records.refusals import Refusal
from foundation.records.texts import counted
from foundation.staff.actions import button, unless
from foundation.staff.command_admin import FollowedAdmin
from foundation.staff.confirming import as_action, show_refusal
from foundation.staff.display import address_of_list, address_of_page, link
from foundation.staff.staff_admin import StaffAdmin
from recognition.accounts.commands import unmet_requirements
from recognition.accounts.queries import MANY, AlbumUse, albums_of, get_use
from recognition.albums.moving_to_space import MoveAlbumsCommand, move_albums
from recognition.console.states_and_pictures import ShownReason, ShownState
from recognition.jobs.models import AlbumsMove
from recognition.providers.credentials import CredentialsUnreadable
from recognition.providers.faces.port import NEEDS
from recognition.providers.models import Account, AccountSpace
from recognition.records.albums import Album

PREFIX = "credential_"
LABELS = {
    "key": "API key",
    "keys": "API keys by space",
    "region": "Region",
    "accessKeyId": "Access key ID",
    "secretAccessKey": "Secret access key",
    "sessionToken": "Session token",
    "similarity": "Least similarity",
}
OPEN = ("region", "similarity")  # no secrets: shown, and removed by emptying the field
KEEPS = "Set. Empty: it stays as it is, unless the provider changes."
_LINE = re.compile(r"\s*([^=]+?)\s*=\s*(\S+)\s*")


def _secret(help_text: str = "") -> forms.CharField:
    # A typed secret stays if another field is wrong; the stored one is never sent.
    widget = UnfoldAdminPasswordWidget(attrs={"autocomplete": "off"}, render_value=True)
    return forms.CharField(required=False, widget=widget, help_text=help_text)


class AccountForm(forms.ModelForm):  # type: ignore[type-arg]  # not subscriptable at run time
    """An account; secrets that are left empty stay, unless the provider changes."""

    credential_key = _secret()
    credential_keys = forms.CharField(
        required=False,
        widget=UnfoldAdminTextareaWidget(
            attrs={"rows": 3, "autocomplete": "off", "spellcheck": "false"}
        ),
        help_text="One a line: the space's external id = its key. In place of one key for all.",
    )
    credential_region = forms.CharField(
        required=False, widget=UnfoldAdminTextInputWidget(), help_text="Such as eu-central-1."
    )
    credential_accessKeyId = _secret()  # noqa: N815 (the credential's name)
    credential_secretAccessKey = _secret()  # noqa: N815
    credential_sessionToken = _secret("Only with keys that are lent for a time.")  # noqa: N815
    credential_similarity = forms.FloatField(
        required=False,
        widget=UnfoldAdminTextInputWidget(),
        help_text="The least similarity of two faces of one person, above 0 and at most 1; empty: "
        "the provider's default.",
    )
    remove_secrets = forms.BooleanField(
        required=False,
        widget=UnfoldBooleanSwitchWidget(),
        help_text="Forget the stored secrets; those entered here replace them.",
    )

    class Meta:
        model = Account
        fields = ("name", "provider", "base_url", "requests_per_second")

    class Media:
        js: ClassVar = ("staff/only_for.js",)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        stored = self._stored()
        for name, label in LABELS.items():
            field = self.fields[PREFIX + name]
            field.label = label
            needing = [provider for provider, needs in NEEDS.items() if name in needs.keys]
            field.widget.attrs |= {"data-only-for": " ".join(needing)}
            if name in OPEN:
                self.initial[PREFIX + name] = stored.get(name)
            elif name in stored:
                field.help_text = f"{KEEPS} {field.help_text}".strip()

    def clean_credential_keys(self) -> dict[str, str]:
        """Read a key a line."""
        lines = [line for line in self.cleaned_data["credential_keys"].splitlines() if line.strip()]
        read = [_LINE.fullmatch(line) for line in lines]
        if None in read:
            raise forms.ValidationError("Each line must be: external id = key.")
        return {found[1]: found[2] for found in read if found}

    def clean(self) -> dict[str, Any]:
        """Check what the adapter requires, with the stored credentials that stay."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if not self.errors:
            wanted = {name: cleaned[name] for name in ("provider", "base_url")}
            changes = self.instance.differing(**wanted, credentials=self.credentials())
            for field, error in unmet_requirements(self.instance, changes).items():
                if field == "credentials":
                    self.add_error(None, _in_words(error))
                else:
                    self.add_error(field, error)
        return cleaned

    def credentials(self) -> Mapping[str, Any] | None:
        """Return the credentials after the change; None: they stay as they are."""
        names = NEEDS[self.cleaned_data["provider"]].keys
        typed = {name: self.cleaned_data.get(PREFIX + name) for name in names}
        given = {name: value for name, value in typed.items() if value not in (None, "", {})}
        stored = {} if self.cleaned_data["remove_secrets"] else self._stored()
        if self.cleaned_data["provider"] != self.initial.get("provider"):
            stored = {}  # another provider has other secrets, also under the same name
        if {"key", "keys"} & given.keys():  # one takes the place of the other
            stored = {name: value for name, value in stored.items() if name not in ("key", "keys")}
        kept = {name: value for name, value in stored.items() if name in names and name not in OPEN}
        wanted = {**kept, **given}
        stays = self.initial.get("provider") and not self.cleaned_data["remove_secrets"]
        return None if stays and wanted == self._stored() else wanted

    def _stored(self) -> Mapping[str, Any]:
        """Return the stored credentials; none where no key reads them."""
        try:
            stored: Mapping[str, Any] = self.instance.credentials
        except CredentialsUnreadable:
            return {}
        return stored


def _in_words(faults: str) -> str:
    """Return what is wrong, with the labels of credentials in place of their names."""
    for name, label in LABELS.items():
        faults = re.sub(rf"(?<=credential ){name}\b", f"“{label}”", faults)
    return faults.replace("credentials key and keys", "“API key” and “API keys by space”")


SWITCH_OFF = "Switch off"
IS_OFF = "It is switched off already."
MOVES = (
    "Each album then uses the chosen space: new photos, and those not recognised yet, are "
    "recognised there. The others keep their persons and numbers; a selfie finds them again when "
    "the album has been processed from scratch."
)


class MoveForm(forms.Form):
    """Where the albums go."""

    to_space = forms.ModelChoiceField(
        AccountSpace.objects.none(), label="Move the albums to", widget=UnfoldAdminSelectWidget
    )

    def __init__(self, record: Account | AccountSpace, *args: Any) -> None:
        super().__init__(*args)
        field: Any = self.fields["to_space"]
        active = AccountSpace.objects.filter(is_active=True, account__is_active=True)
        is_own = Q(account=record.pk) if isinstance(record, Account) else Q(pk=record.pk)
        field.queryset = active.exclude(is_own).select_related("account").order_by("account__name")
        field.label_from_instance = lambda space: f"{space.account} / {space}"
        add = link(f"{address_of_list(AccountSpace)}add/", "Add one")
        field.help_text = format_html("An account stands here once it has a space. {}", add)


class Stopping(StaffAdmin):
    """An account or a space with a button that switches it off, and moves its albums before."""

    actions_detail: tuple[str, ...] = ("ask_to_stop",)

    @button(f"{SWITCH_OFF}…", "switch-off", why_not=unless(Q(is_active=True), IS_OFF))
    def ask_to_stop(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Name the albums that use it and ask where they go; without any, ask to confirm."""
        record = self.record_of(request, object_id)
        ids = _ids(record)
        use = get_use(albums_of(**ids))
        if not use.count:
            text, switches = "No album uses it.", as_action("switch_off", record)
            buttons = {"confirmed": SWITCH_OFF}
            return self.ask(request, [record], SWITCH_OFF, text, buttons, **switches)
        form = MoveForm(record, request.POST or None)
        if form.is_valid():
            try:
                to_space = form.cleaned_data["to_space"]
                move = move_albums(
                    MoveAlbumsCommand(
                        to_space_id=to_space.pk, now=timezone.now(), by=actor_of(request), **ids
                    )
                )
            except Refusal as refusal:
                show_refusal(form, refusal)
            else:
                return HttpResponseRedirect(address_of_page(AlbumsMove, move.pk))
        buttons = {"confirmed": f"Move {counted(use.count, 'album', MANY)} and switch off"}
        return self.ask(request, [record], SWITCH_OFF, _text(use, ids), buttons, form)


def _ids(record: Account | AccountSpace) -> dict[str, Any]:
    if isinstance(record, Account):
        return {"account_id": record.pk}
    return {"account_id": record.account_id, "space_id": record.pk}


def _text(use: AlbumUse, ids: dict[str, Any]) -> SafeString:
    newest = ((link(address_of_page(Album, each.pk), each),) for each in use.newest)
    columns = {"account_id": "face_account", "space_id": "face_space"}
    filters = {f"{columns[name]}__id__exact": key for name, key in ids.items()}
    everything = link(address_of_list(Album, **filters), "show all")
    albums, photos = counted(use.count, "album", MANY), counted(use.photos, "photo", MANY)
    used = f"{albums} with {photos} {'uses' if use.count == 1 else 'use'} it"
    named = format_html_join(", ", "{}", newest)
    return format_html("{}: {} ({}). {}", used, named, everything, MOVES)


@admin.register(AlbumsMove)
class AlbumsMoveAdmin(ShownState, ShownReason, FollowedAdmin):
    """Albums that are moved to another space, and how far the job is."""

    filled_by = "Switching off an account or a space that albums use starts one."
    list_display = ("created_on", "of", "to", "shown_state", "progress", "started_by")
    list_select_related = ("account", "space", "to_space__account")
    ordering = ("-created_on",)
    fields = ("of", "to", "shown_state", "progress", "why", "started_by", "created_on",
              "finished_on")  # fmt: skip
    readonly_fields = ("of", "to", "shown_state", "progress", "why")

    @admin.display(description="Albums of")
    def of(self, move: AlbumsMove) -> str:
        moved = move.space or move.account
        return link(address_of_page(type(moved), moved.pk), moved)

    @admin.display(description="To")
    def to(self, move: AlbumsMove) -> str:
        space = move.to_space
        return link(address_of_page(AccountSpace, space.pk), f"{space.account} / {space}")

    @admin.display(description="Progress")
    def progress(self, move: AlbumsMove) -> str:
        return f"{move.done:,} of {counted(max(move.total or 0, move.done), 'album')} moved"
