"""Tagators, their settings and invitations on the wire; passwords are never sent out."""

from typing import Any

from rest_framework import serializers

from foundation.rest.serializers import (
    CountField,
    EmailField,
    ExactDecimalField,
    ExactTextField,
    GuidField,
    Input,
    LanguageField,
    NewGuidField,
    Output,
    StrictBooleanField,
    StrictIntegerField,
    StrictTextField,
    UtcDateTimeField,
)
from tagging.example_ids import ALBUM_ID, TAGATOR_ID
from tagging.records.tagators import (
    IDLE_CAP_SECONDS,
    TASKS_PER_WORK,
    WORK_TIMEOUT_MINUTES,
    TagatorState,
)

MAX_OPENED_ALBUMS = 1000
MAX_INVITED = 200
MAX_MESSAGE = 2000  # characters
OF_LANGUAGE = "Of mails and of the workbench; empty: none was chosen, the browser's."
OF_TRIAL = "Whether the tagator needs no trial before other work."
_PASSWORD = "correct horse battery staple"  # noqa: S105 (an example in the document)
_MOMENT = "2026-05-17T09:30:00Z"
_TAGATOR = {
    "tagatorId": TAGATOR_ID,
    "email": "kim@example.org",
    "name": "Kim",
    "phone": "+49 30 1234567",
    "ratePerTask": "0.15",
    "ratePerNumber": "0.00",
    "state": "Active",
    "language": "de",
}


class RateField(ExactDecimalField):
    """What a tagger gets for a task, in the currency of the settings."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(
            max_digits=9,
            decimal_places=4,
            min_value=0,
            help_text="A decimal text or a number from 0 on, with at most 4 places and 5 digits "
            "before them.",
            **kwargs,
        )


class PasswordField(ExactTextField):
    """A password; the command checks the rules for it."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=128, trim_whitespace=False, write_only=True, **kwargs)


class TagatorInput(Input):
    """A new tagator. Without a password they get a mail with a link to set one."""

    example = {**_TAGATOR, "password": _PASSWORD}

    tagator_id = NewGuidField(
        required=False, help_text="Makes the request repeatable; left out: a new one."
    )
    email = EmailField(max_length=150, help_text="What the tagator signs in with.")
    name = StrictTextField(max_length=200)
    phone = StrictTextField(max_length=50, required=False, allow_blank=True)
    password = PasswordField(required=False)
    rate_per_task = RateField(required=False)
    rate_per_number = RateField(required=False)
    state = serializers.ChoiceField(TagatorState.choices, required=False)
    language = LanguageField(required=False, help_text=OF_LANGUAGE)


class TagatorChangeInput(Input):
    """Changes of a tagator; a field that is left out stays."""

    example = {"name": "Kim Berg", "ratePerTask": "0.2", "state": "Blocked"}

    email = EmailField(max_length=150, required=False)
    name = StrictTextField(max_length=200, required=False)
    phone = StrictTextField(max_length=50, required=False, allow_blank=True)
    password = PasswordField(required=False)
    rate_per_task = RateField(required=False)
    rate_per_number = RateField(required=False)
    state = serializers.ChoiceField(TagatorState.choices, required=False)
    language = LanguageField(required=False, help_text=OF_LANGUAGE)


class PasswordInput(Input):
    """A new password."""

    example = {"password": _PASSWORD}

    password = PasswordField()


class TagatorOutput(Output):
    """A tagator."""

    example = {**_TAGATOR, "createdOn": _MOMENT, "updatedOn": _MOMENT}

    tagator_id = GuidField(source="pk")
    email = serializers.CharField()
    name = serializers.CharField()
    phone = serializers.CharField(allow_blank=True, help_text="Empty: none is known.")
    rate_per_task = serializers.CharField(source="rate_text", help_text="A decimal text.")
    rate_per_number = serializers.CharField(source="number_rate_text", help_text="A decimal text.")
    state = serializers.ChoiceField(TagatorState.choices)
    language = serializers.CharField(allow_blank=True, help_text=OF_LANGUAGE)
    created_on = UtcDateTimeField()
    updated_on = UtcDateTimeField()


def _within(limits: tuple[int, int]) -> StrictIntegerField:
    least, most = limits
    return StrictIntegerField(min_value=least, max_value=most, required=False)


class TagatorSettingsInput(Input):
    """Changes of how a tagator works; a field that is left out stays."""

    example = {"tasksPerWork": 30, "allAlbums": False, "albumIds": [ALBUM_ID]}

    tasks_per_work = _within(TASKS_PER_WORK)
    work_timeout_minutes = _within(WORK_TIMEOUT_MINUTES)
    all_albums = StrictBooleanField(required=False)
    album_ids = serializers.ListField(
        child=GuidField(),
        max_length=MAX_OPENED_ALBUMS,
        required=False,
        help_text="All albums open to the tagator, in place of those before; they count where "
        "`allAlbums` is false.",
    )
    idle_cap_seconds = _within(IDLE_CAP_SECONDS)
    trial_waived = StrictBooleanField(required=False, help_text=OF_TRIAL)


class TagatorSettingsOutput(Output):
    """How a tagator works, from the next work on."""

    example = {
        "tagatorId": TAGATOR_ID,
        "tasksPerWork": 20,
        "workTimeoutMinutes": 60,
        "allAlbums": False,
        "albumIds": [ALBUM_ID],
        "idleCapSeconds": 300,
        "trialWaived": False,
    }

    tagator_id = GuidField()
    tasks_per_work = serializers.IntegerField()
    work_timeout_minutes = serializers.IntegerField()
    all_albums = serializers.BooleanField()
    album_ids = serializers.ListField(child=GuidField())
    idle_cap_seconds = serializers.IntegerField(
        help_text="A longer pause between two completions counts as this much active time."
    )
    trial_waived = serializers.BooleanField(help_text=OF_TRIAL)


class InvitationInput(Input):
    """Which tagators are invited to which album."""

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
