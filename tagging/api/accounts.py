"""Taggers sign in, renew their token, and see their account."""

from zoneinfo import ZoneInfo

from django.utils import timezone
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from rest.access import Public, Role
from rest.api.admin import RefreshInput
from rest.fields import (
    CountField,
    GuidField,
    StrictTextField,
    TimeZoneField,
    UtcDateTimeField,
)
from rest.operations import operation
from rest.serializers import Input, Output
from rest.views import ApiViewSet
from tagging.api.samples import ALBUM_ID, TAGATOR_ID
from tagging.api.sign_in import refresh_tagator, sign_in_tagator
from tagging.models import TagatorState
from tagging.queries.tagators import get_account, tagator_id_of

_TAGATOR = {
    "tagatorId": TAGATOR_ID,
    "email": "kim@example.org",
    "name": "Kim",
    "phone": "",
    "state": "Active",
    "ratePerTask": "0.15",
}


class SignInInput(Input):
    """A tagger's e-mail address and password."""

    example = {"email": "kim@example.org", "password": "correct horse battery staple"}

    email = StrictTextField(max_length=150)
    password = StrictTextField(max_length=128, trim_whitespace=False)


class SignedInTagatorOutput(Output):
    """The tagger who is signed in."""

    tagator_id = GuidField(source="pk")
    email = serializers.CharField()
    name = serializers.CharField()
    phone = serializers.CharField(allow_blank=True)
    state = serializers.ChoiceField(TagatorState.choices)
    rate_per_task = serializers.CharField(
        source="rate_text", help_text="A decimal text, in the currency of the pay."
    )


class SignInOutput(Output):
    """An access token for `Authorization: Bearer`, and the refresh token for the next one."""

    example = {
        "accessToken": "eyJhbGciOiJIUzI1NiJ9…",
        "refreshToken": "eyJhbGciOiJIUzI1NiJ9…",
        "expiresOn": "2026-05-17T09:30:00Z",
        "tagator": _TAGATOR,
    }

    access_token = serializers.CharField(source="tokens.access_token")
    refresh_token = serializers.CharField(source="tokens.refresh_token")
    expires_on = UtcDateTimeField(source="tokens.expires_on")
    tagator = SignedInTagatorOutput()


class TodayOutput(Output):
    """What the tagger did since midnight."""

    tasks_completed = CountField()
    numbers_added = CountField()


class AccountSettingsOutput(Output):
    """How the tagger works; `albumIds` are the open albums, where not all are."""

    tasks_per_work = CountField()
    work_timeout_minutes = CountField()
    all_albums = serializers.BooleanField()
    album_ids = serializers.ListField(child=GuidField())
    idle_cap_seconds = CountField()


class TagatorAccountOutput(SignedInTagatorOutput):
    """The tagger who is signed in, with their settings."""

    example = {
        **_TAGATOR,
        "settings": {
            "tasksPerWork": 20,
            "workTimeoutMinutes": 60,
            "allAlbums": False,
            "albumIds": [ALBUM_ID],
            "idleCapSeconds": 300,
        },
        "today": {"tasksCompleted": 120, "numbersAdded": 161},
    }

    tagator_id = GuidField(source="tagator.pk")
    email = serializers.CharField(source="tagator.email")
    name = serializers.CharField(source="tagator.name")
    phone = serializers.CharField(source="tagator.phone", allow_blank=True)
    state = serializers.ChoiceField(TagatorState.choices, source="tagator.state")
    rate_per_task = serializers.CharField(
        source="tagator.rate_text", help_text="A decimal text, in the currency of the pay."
    )
    settings = AccountSettingsOutput()
    today = TodayOutput()


class AccountQuery(Input):
    """Where the day begins."""

    time_zone = TimeZoneField(default="UTC")


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


class AccountViews(ApiViewSet):
    """The account of the tagger who is signed in."""

    access = Role("tagging.tag", throttle="tagger")

    @operation(query=AccountQuery, gives=TagatorAccountOutput)
    def retrieve(self, request: Request) -> Response:
        """Return the signed-in tagger with settings, and what they did today."""
        tagator_id = tagator_id_of(request.user)
        zone = ZoneInfo(self.query()["time_zone"])
        return self.answer(get_account(tagator_id, zone, timezone.now()))
