"""Inviting taggers to an album: which album, and what the mail says."""

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect

from records.refusals import Invalid
from staff.actions import SELECTED, action, button
from staff.asking import Asking
from staff.links import address_of_list, address_of_page
from tagging.admin.tagators.forms import InvitationForm
from tagging.commands.invitations import InviteTagatorsCommand, invite_tagators
from tagging.models import Tagator

TITLE = "Invite to an album"
TEXT = (
    "The album is opened to these taggers, and each gets a mail with a link to it. "
    "Those who are blocked are left out."
)
BUTTONS = {"invite": "Invite"}


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
        if form.is_valid():
            try:
                invited = invite_tagators(_command(tagators, form)).invited
            except Invalid as refusal:  # the album was deleted meanwhile, say
                form.add_error(None, " ".join([refusal.detail, *refusal.errors.values()]))
            else:
                self.message_user(request, f"Invited: {invited}.", messages.SUCCESS)
                return HttpResponseRedirect(after)
        return self.ask(request, tagators, TITLE, TEXT, BUTTONS, form, **page)


def _command(tagators: Sequence[Tagator], form: InvitationForm) -> InviteTagatorsCommand:
    return InviteTagatorsCommand(
        album_id=form.cleaned_data["album"].pk,
        tagator_ids=frozenset(tagator.pk for tagator in tagators),
        message=form.cleaned_data["message"],
    )
