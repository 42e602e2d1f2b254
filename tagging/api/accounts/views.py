"""Taggers sign in, renew their token, and see their account."""

from zoneinfo import ZoneInfo

from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from rest.access import Public, Role
from rest.api.admin import RefreshInput
from rest.operations import operation
from rest.views import ApiViewSet
from tagging.api.accounts.serializers import (
    AccountQuery,
    SignInInput,
    SignInOutput,
    TagatorAccountOutput,
)
from tagging.api.accounts.sign_in import refresh_tagator, sign_in_tagator
from tagging.models import Tagator
from tagging.queries.tagators import get_account


class SignInViews(ApiViewSet):
    """Sign-in of taggers."""

    access = Public(reason="taggers sign in here", throttle="token")

    @operation(takes=SignInInput, gives=SignInOutput, refusals=(401, 403, 429))
    def sign_in(self, request: Request) -> Response:
        """Issue tokens for an e-mail address and a password.

        401: one of them is wrong. 403: the tagger is blocked. 429: too many failures.
        """
        return self.answer(sign_in_tagator(self.django_request, **self.data()))

    @operation(takes=RefreshInput, gives=SignInOutput, refusals=(401,))
    def refresh(self, request: Request) -> Response:
        """Issue a new access token for a refresh token."""
        return self.answer(refresh_tagator(**self.data()))


class TagatorAccountViews(ApiViewSet):
    """The account of the tagger who is signed in."""

    access = Role("tagging.tag", throttle="tagger")

    @operation(query=AccountQuery, gives=TagatorAccountOutput)
    def retrieve(self, request: Request) -> Response:
        """Return the signed-in tagger with settings, and what they did today."""
        tagator_id = Tagator.objects.id_of(request.user)
        zone = ZoneInfo(self.query()["time_zone"])
        return self.answer(get_account(tagator_id, zone, timezone.now()))
