"""The form of a tagger: the record, and how the tagger works."""

from typing import Any

from django import forms
from django.conf import settings
from unfold.widgets import (
    UnfoldAdminIntegerFieldWidget,
    UnfoldAdminPasswordWidget,
    UnfoldAdminSelectWidget,
    UnfoldAdminTextareaWidget,
    UnfoldBooleanSwitchWidget,
)

from foundation.staff.choosing import ChosenRecord, ChosenRecords
from foundation.staff.form_fields import CleanTextField, DecimalInput
from recognition.models import Album
from tagging.models import OpenedAlbum, Tagator, TagatorSettings
from tagging.models.tagators import IDLE_CAP_SECONDS, MAX_RATE, TASKS_PER_WORK, WORK_TIMEOUT_MINUTES

ABOUT = ("email", "name", "phone", "rate_per_task", "language")
SETTINGS = ("tasks_per_work", "work_timeout_minutes", "idle_cap_seconds", "all_albums")
ALBUMS: Any = OpenedAlbum._meta.get_field("album")
NEW = TagatorSettings()  # what a tagger has who is added
STALE = (
    "The tagger's settings changed since you opened this page: nothing is saved. "
    "Open the page again and repeat your change."
)


def _number(first: int, limits: tuple[int, int], help_text: str) -> forms.IntegerField:
    least, most = limits
    return forms.IntegerField(
        min_value=least,
        max_value=most,
        initial=first,
        widget=UnfoldAdminIntegerFieldWidget,
        help_text=f"{help_text}; {least} to {most}.",
    )


def _password(**options: Any) -> forms.CharField:
    widget = UnfoldAdminPasswordWidget(attrs={"autocomplete": "new-password"}, render_value=True)
    return forms.CharField(required=False, strip=False, widget=widget, **options)


class TagatorForm(forms.ModelForm):  # type: ignore[type-arg]  # not subscriptable at run time
    """A tagger with their settings, a second record with a version of its own."""

    rate_per_task = forms.DecimalField(
        min_value=0,
        max_value=MAX_RATE,
        max_digits=9,
        decimal_places=4,
        initial=0,
        widget=DecimalInput,
        help_text="Counts from the next completion on.",
    )
    language = forms.ChoiceField(
        choices=[("", "As the browser"), *settings.LANGUAGES],
        required=False,
        widget=UnfoldAdminSelectWidget,
        help_text="Of the workbench and of mails, which are in English if none is chosen.",
    )
    tasks_per_work = _number(NEW.tasks_per_work, TASKS_PER_WORK, "How many are taken together")
    work_timeout_minutes = _number(
        NEW.work_timeout_minutes, WORK_TIMEOUT_MINUTES, "Then unfinished tasks go back to the pool"
    )
    idle_cap_seconds = _number(
        NEW.idle_cap_seconds, IDLE_CAP_SECONDS, "Longer pauses do not count as active time"
    )
    all_albums = forms.BooleanField(
        required=False,
        initial=NEW.all_albums,
        widget=UnfoldBooleanSwitchWidget,
        label="Sees all albums",
    )
    albums = forms.ModelMultipleChoiceField(
        Album.objects.all(),
        required=False,
        widget=ChosenRecords(ALBUMS),
        help_text="Count where the tagger does not see all albums.",
    )
    opened_settings = forms.IntegerField(required=False, widget=forms.HiddenInput)

    class Meta:
        model = Tagator
        fields = ABOUT

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.settings = TagatorSettings.objects.filter(pk=self.instance.pk).first()
        if self.settings is not None:
            self.initial.update((name, getattr(self.settings, name)) for name in SETTINGS)
            self.initial["albums"] = self.settings.album_ids
            self.initial["opened_settings"] = self.settings.version

    def clean_email(self) -> str:
        return str(self.cleaned_data["email"]).lower()

    def clean(self) -> dict[str, Any] | None:
        opened = self.cleaned_data.get("opened_settings")
        if self.settings is not None and opened != self.settings.version:
            raise forms.ValidationError(STALE)
        return super().clean()


class NewTagatorForm(TagatorForm):
    """A new tagger; the password may be set later."""

    password = _password(help_text="Without one the tagger gets a mail with a link to set it.")


class PasswordForm(forms.Form):
    """A new password, which the page can also make."""

    password = _password(label="New password")


class InvitationForm(forms.Form):
    """Which album taggers are invited to, and what the mail says."""

    album = forms.ModelChoiceField(Album.objects.all(), widget=ChosenRecord(ALBUMS))
    message = CleanTextField(
        required=False,
        max_length=2000,
        widget=UnfoldAdminTextareaWidget(attrs={"rows": 4}),
        help_text="Stands in the mail, before the link to the workbench.",
    )
