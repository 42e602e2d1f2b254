"""What staff are asked about taggers: which album they are invited to, and a new password."""

import secrets
from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect

from foundation.records.audit import actor_of
from foundation.records.refusals import Invalid
from foundation.rest.password_links import SendPasswordLinkCommand, say_sent, send_password_link
from foundation.staff.actions import SELECTED, action, button
from foundation.staff.asking import Asking, Effect, facts_of, text_of
from foundation.staff.links import address_of_list, address_of_page
from tagging.admin.tagators.forms import InvitationForm, PasswordForm
from tagging.commands.invitations import InviteTagatorsCommand, invite_tagators
from tagging.commands.tagators import ChangeTagatorPasswordCommand, change_tagator_password
from tagging.models import Tagator, TagatorState

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


class InvitationPage(Asking):
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

    def _invite(
        self, request: HttpRequest, tagators: Sequence[Tagator], after: str, **page: Any
    ) -> HttpResponse:
        form = InvitationForm(request.POST if "invite" in request.POST else None)
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
                form.add_error(None, text_of(refusal))
            else:
                self.message_user(request, f"Invited: {invited}.", messages.SUCCESS)
                return HttpResponseRedirect(after)
        return self.ask(request, tagators, INVITE, INVITING, INVITE_BUTTONS, form, **page)


def make_password() -> str:
    """Return a password of four groups, of 79 random bits."""
    return "-".join("".join(secrets.choice(LETTERS) for _ in range(4)) for _ in range(4))


class PasswordPage(Asking):
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
