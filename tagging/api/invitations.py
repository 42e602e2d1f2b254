"""Inviting tagators, over the AdminApi."""

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from rest.access import Role
from rest.fields import CountField, GuidField, StrictTextField
from rest.operations import operation
from rest.serializers import Input, Output
from rest.views import ApiViewSet
from tagging.api.samples import ALBUM_ID, TAGATOR_ID
from tagging.commands.invitations import InviteTagatorsCommand, invite_tagators

MAX_INVITED = 200
MAX_MESSAGE = 2000  # characters


class InvitationInput(Input):
    """Who is invited to which album."""

    example = {
        "albumId": ALBUM_ID,
        "tagatorIds": [TAGATOR_ID],
        "message": "The finish comes first, please.",
    }

    album_id = GuidField()
    tagator_ids = serializers.ListField(
        child=GuidField(),
        allow_empty=False,
        max_length=MAX_INVITED,
        help_text="One named twice gets one mail.",
    )
    message = StrictTextField(
        max_length=MAX_MESSAGE, required=False, allow_blank=True, help_text="A part of the mail."
    )


class InvitedOutput(Output):
    """How many tagators are invited; blocked ones are not."""

    example = {"invited": 1}

    invited = CountField()


class InvitationViews(ApiViewSet):
    """Invitations to tag an album."""

    access = Role("tagging.manage")

    @operation(takes=InvitationInput, gives=InvitedOutput, statuses=(202,))
    def invite(self, request: Request) -> Response:
        """Open an album to tagators, and send each of them a mail with a link to the workbench.

        Blocked tagators are left out: `invited` is how many mails are sent. An unknown album or
        tagator is 422, and no one is invited.
        """
        data = self.data()
        data["tagator_ids"] = frozenset(data["tagator_ids"])
        return self.answer(invite_tagators(InviteTagatorsCommand(**data)))
