"""The form of a tagger: the record, and how the tagger works."""

import secrets
from collections.abc import Sequence
from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from unfold.widgets import (
    UnfoldAdminIntegerFieldWidget,
    UnfoldAdminPasswordWidget,
    UnfoldAdminSelectWidget,
    UnfoldAdminTextareaWidget,
    UnfoldBooleanSwitchWidget,
)

from foundation.records.audit import actor_of
from foundation.records.refusals import Invalid
from foundation.rest.passwords import SendPasswordLinkCommand, say_sent, send_password_link
from foundation.staff.actions import SELECTED, action, button
from foundation.staff.choosing import ChosenRecord, ChosenRecords
from foundation.staff.confirming import Effect, facts_of, show_refusal
from foundation.staff.display import address_of_list, address_of_page
from foundation.staff.form_fields import CleanTextField, DecimalInput, PlainDecimalField
from foundation.staff.staff_admin import StaffAdmin
from recognition.records.albums import Album
from tagging.pay.earning import pay_for
from tagging.records.tagators import (
    IDLE_CAP_SECONDS,
    MAX_RATE,
    TASKS_PER_WORK,
    WORK_TIMEOUT_MINUTES,
    OpenedAlbum,
    Tagator,
    TagatorSettings,
    TagatorState,
)
from tagging.tagators.commands import ChangeTagatorPasswordCommand, change_tagator_password
from tagging.tagators.invitations import InviteTagatorsCommand, invite_tagators

ABOUT = ("email", "name", "phone", "rate_per_task", "rate_per_number", "language")
SETTINGS = ("tasks_per_work", "work_timeout_minutes", "idle_cap_seconds", "all_albums",
            "trial_waived")  # fmt: skip
ALBUMS: Any = OpenedAlbum._meta.get_field("album")
TAGGERS: Any = TagatorSettings._meta.get_field("tagator")
UNPAID = "Both rates are 0: nothing is earned. Type a rate, or confirm it here."
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


def _rate(of_what: str) -> forms.DecimalField:
    return PlainDecimalField(
        min_value=0,
        max_value=MAX_RATE,
        max_digits=9,
        decimal_places=4,
        initial=0,
        widget=DecimalInput,
        help_text=f"{of_what}, in {settings.TAGGING_CURRENCY}, from the next completion on.",
    )


class TagatorForm(forms.ModelForm):  # type: ignore[type-arg]  # not subscriptable at run time
    """A tagger with their settings, a second record with a version of its own."""

    rate_per_task = _rate("Of each photo")
    rate_per_number = _rate("Of each number on it")
    works_unpaid = forms.BooleanField(
        required=False, widget=UnfoldBooleanSwitchWidget, help_text="Both rates are 0."
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
    trial_waived = forms.BooleanField(
        required=False, widget=UnfoldBooleanSwitchWidget, label="Needs no trial"
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
            self.initial["works_unpaid"] = not pay_for(self.instance, 1)

    def clean_email(self) -> str:
        return str(self.cleaned_data["email"]).lower()

    def clean(self) -> dict[str, Any] | None:
        opened = self.cleaned_data.get("opened_settings")
        if self.settings is not None and opened != self.settings.version:
            raise forms.ValidationError(STALE)
        rates = [self.cleaned_data.get(name) for name in ("rate_per_task", "rate_per_number")]
        if rates == [0, 0] and not self.cleaned_data["works_unpaid"]:
            self.add_error("works_unpaid", UNPAID)
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


class ManyInvitedForm(InvitationForm):
    """Who is invited, too."""

    taggers = forms.ModelMultipleChoiceField(Tagator.objects.all(), widget=ChosenRecords(TAGGERS))


# What staff are asked about taggers: which album they are invited to, and a new password.


INVITE = "Invite to an album"
INVITING = (
    "The album is opened to these taggers, and each gets a mail with a link to it. "
    "Those who are blocked are left out."
)
INVITED = (
    Effect(Q(state=TagatorState.ACTIVE), "tagger", "is invited by a mail",
           "are invited, by a mail each"),
    Effect(Q(state=TagatorState.BLOCKED), "tagger", "is blocked, and gets none",
           "are blocked, and get none"),
)  # fmt: skip
INVITE_BUTTONS = {"invite": "Invite"}
RESET = "Reset the password"
RESETTING = (
    "Everything that the tagger is signed in with stops working; what they typed and sent stays. "
    "Type a password, or have one made: it is shown once, on the next page. Or mail the tagger a "
    "link to set one: until then the present password works."
)
RESET_BUTTONS = {"link": "Mail a link", "set": "Set this password", "make": "Make one and show it"}
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # without those that look like another


class InvitationPage(StaffAdmin):
    """An action on chosen taggers and a button of a tagger's page, which open the same form."""

    @action("Invite to an album…")
    def invite(self, request: HttpRequest, queryset: QuerySet[Tagator]) -> HttpResponse | None:
        """Ask for the album; the form is sent here again, with the same taggers chosen."""
        chosen = list(queryset)
        address = request.get_full_path()  # its filters say what "all" means
        again = ("action", "select_across", SELECTED)
        hidden = [(name, value) for name in again for value in request.POST.getlist(name)]
        return self._invite(
            request, chosen, address_of_list(Tagator), hidden=hidden, action_address=address
        )

    @button("Invite to an album…", "invite")
    def invite_one(self, request: HttpRequest, object_id: str) -> HttpResponse:
        tagator = self.record_of(request, object_id)
        return self._invite(request, [tagator], address_of_page(Tagator, tagator.pk))

    @button("Invite to an album…", "invite")
    def invite_many(self, request: HttpRequest) -> HttpResponse:
        """Ask for the taggers too: the pages of albums, and the board, lead here."""
        first = {"album": request.GET.get("album")}
        form = ManyInvitedForm(request.POST if "invite" in request.POST else None, initial=first)
        if not form.is_valid():
            return self.ask(request, [], INVITE, INVITING, INVITE_BUTTONS, form)
        chosen = list(form.cleaned_data["taggers"])
        return self._invite(request, chosen, address_of_list(Tagator), form)

    def _invite(
        self,
        request: HttpRequest,
        tagators: Sequence[Tagator],
        after: str,
        sent: InvitationForm | None = None,
        **page: Any,
    ) -> HttpResponse:
        form = sent or InvitationForm(request.POST if "invite" in request.POST else None)
        chosen = Tagator.objects.filter(pk__in=[each.pk for each in tagators])
        page["facts"] = facts_of(chosen, *INVITED)
        if form.is_valid():
            try:
                invited = invite_tagators(
                    InviteTagatorsCommand(
                        album_id=form.cleaned_data["album"].pk,
                        tagator_ids=frozenset(tagator.pk for tagator in tagators),
                        message=form.cleaned_data["message"],
                        by=actor_of(request),
                    )
                )
            except Invalid as refusal:  # the album was deleted meanwhile, say
                show_refusal(form, refusal)
            else:
                self.message_user(request, f"Invited: {invited}.", messages.SUCCESS)
                return HttpResponseRedirect(after)
        return self.ask(request, tagators, INVITE, INVITING, INVITE_BUTTONS, form, **page)


def make_password() -> str:
    """Return a password of four groups, of 79 random bits."""
    return "-".join("".join(secrets.choice(LETTERS) for _ in range(4)) for _ in range(4))


class PasswordPage(StaffAdmin):
    """A button of a tagger's page, and the page that it opens."""

    @button("Reset password…", "password")
    def reset_password(self, request: HttpRequest, object_id: str) -> HttpResponse:
        tagator = self.record_of(request, object_id)
        if "link" in request.POST:
            command = SendPasswordLinkCommand(user_id=tagator.user_id, by=actor_of(request))
            say_sent(request, send_password_link(command))
            return HttpResponseRedirect(address_of_page(Tagator, tagator.pk))
        form = PasswordForm(request.POST or None)
        if request.method != "POST" or not form.is_valid():
            return self.ask(request, [tagator], RESET, RESETTING, RESET_BUTTONS, form)
        is_made = "make" in request.POST
        password = make_password() if is_made else form.cleaned_data["password"]
        try:
            change_tagator_password(
                ChangeTagatorPasswordCommand(
                    tagator_id=tagator.pk, password=password, by=actor_of(request)
                )
            )
        except Invalid as refusal:
            form.add_error("password", " ".join(refusal.errors.values()))
            return self.ask(request, [tagator], RESET, RESETTING, RESET_BUTTONS, form)
        if is_made:
            text = "Give it to the tagger now: it is stored nowhere and not shown again."
            return self.ask(request, [tagator], "The new password", text, {}, secret=password)
        self.message_user(request, "The password is set.", messages.SUCCESS)
        return HttpResponseRedirect(address_of_page(Tagator, tagator.pk))
