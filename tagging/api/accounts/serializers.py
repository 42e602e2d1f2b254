"""The account of a tagger and their tokens, on the wire."""

from rest_framework import serializers

from rest.fields import CountField, GuidField, StrictTextField, TimeZoneField, UtcDateTimeField
from rest.serializers import Input, Output
from tagging.api.samples import ALBUM_ID, TAGATOR_ID
from tagging.models import TagatorState

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
    """How the tagger works; `albumIds` are the open albums, if not all are open."""

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

    settings = AccountSettingsOutput()
    today = TodayOutput(source="*")


class AccountQuery(Input):
    """Where the day begins."""

    time_zone = TimeZoneField(default="UTC")
