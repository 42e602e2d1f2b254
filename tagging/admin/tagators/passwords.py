"""Resetting a tagger's password: staff type one, or the page makes one and shows it once."""

import secrets

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect

from records.refusals import Invalid
from staff.actions import button
from staff.asking import Asking
from staff.links import address_of_page
from tagging.admin.tagators.forms import PasswordForm
from tagging.commands.tagators import ChangeTagatorPasswordCommand, change_tagator_password
from tagging.models import Tagator

TITLE = "Reset the password"
TEXT = (
    "Everything that the tagger is signed in with stops working; what they typed and sent stays. "
    "Type a password, or have one made: it is shown once, on the next page."
)
BUTTONS = {"set": "Set this password", "make": "Make one and show it"}
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # without those that look like another


def make_password() -> str:
    """Return a password of four groups, of 79 random bits."""
    return "-".join("".join(secrets.choice(LETTERS) for _ in range(4)) for _ in range(4))


class PasswordPage(Asking):
    """A button of a tagger's page, and the page that it opens."""

    @button("Reset password…", "password")
    def reset_password(self, request: HttpRequest, object_id: str) -> HttpResponse:
        tagator = self.record_of(request, object_id)
        form = PasswordForm(request.POST or None)
        if request.method != "POST" or not form.is_valid():
            return self.ask(request, [tagator], TITLE, TEXT, BUTTONS, form)
        is_made = "make" in request.POST
        password = make_password() if is_made else form.cleaned_data["password"]
        try:
            self._reset(request, tagator, password)
        except Invalid as refusal:
            form.add_error("password", " ".join(refusal.errors.values()))
            return self.ask(request, [tagator], TITLE, TEXT, BUTTONS, form)
        if is_made:
            return self._show_once(request, tagator, password)
        self.message_user(request, "The password is set.", messages.SUCCESS)
        return HttpResponseRedirect(address_of_page(Tagator, tagator.pk))

    def _reset(self, request: HttpRequest, tagator: Tagator, password: str) -> None:
        change_tagator_password(
            ChangeTagatorPasswordCommand(tagator_id=tagator.pk, password=password)
        )
        self.log_change(request, tagator, "Reset the password.")

    def _show_once(self, request: HttpRequest, tagator: Tagator, password: str) -> HttpResponse:
        text = "Give it to the tagger now: it is stored nowhere and not shown again."
        return self.ask(request, [tagator], "The new password", text, {}, secret=password)
