"""The form of an account, with its credentials as fields; stored secrets are never shown."""

import re
from collections.abc import Mapping
from typing import Any, ClassVar

from django import forms
from unfold.widgets import (
    UnfoldAdminPasswordWidget,
    UnfoldAdminTextareaWidget,
    UnfoldAdminTextInputWidget,
    UnfoldBooleanSwitchWidget,
)

from recognition.accounts.commands import unmet_requirements
from recognition.providers.faces.requirements import NEEDS
from recognition.providers.models import Account, CredentialsUnreadable

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
