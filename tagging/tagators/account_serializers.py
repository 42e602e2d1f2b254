"""The account of a tagger and their tokens, on the wire."""

from typing import Any, ClassVar

from rest_framework import serializers

from foundation.rest.serializers import (
    CountField,
    ExactTextField,
    GuidField,
    Input,
    LanguageField,
    Output,
    StrictTextField,
    TimeZoneField,
    UtcDateTimeField,
)
from recognition.photos.serializers import BoxOutput
from tagging.example_ids import ALBUM_ID, PHOTO_ID, TAGATOR_ID, TASK_ID, WORK_ID
from tagging.quality.trials import TaggerTrial
from tagging.records.quality import KnownAnswerReading
from tagging.records.tagators import TagatorState, money
from tagging.statistics.serializers import AllSumsOutput
from tagging.tagators.serializers import OF_LANGUAGE, PasswordInput

_TAGATOR = {
    "tagatorId": TAGATOR_ID,
    "email": "kim@example.org",
    "name": "Kim",
    "phone": "",
    "state": "Active",
    "ratePerTask": "0.15",
    "ratePerNumber": "0.00",
    "language": "de",
}


class MoneyField(serializers.CharField):
    """An amount as a decimal text."""

    def to_representation(self, value: Any) -> str:
        return money(value)


class SignInInput(Input):
    """A tagger's e-mail address and password."""

    example = {"email": "kim@example.org", "password": "correct horse battery staple"}

    email = StrictTextField(max_length=150)
    password = ExactTextField(max_length=128, trim_whitespace=False)


class SignedInTagatorOutput(Output):
    """The tagger who is signed in."""

    example: ClassVar[Any] = _TAGATOR

    tagator_id = GuidField(source="pk")
    email = serializers.CharField()
    name = serializers.CharField()
    phone = serializers.CharField(allow_blank=True)
    state = serializers.ChoiceField(TagatorState.choices)
    rate_per_task = serializers.CharField(
        source="rate_text", help_text="A decimal text, in the currency of the pay."
    )
    rate_per_number = serializers.CharField(
        source="number_rate_text", help_text="Beside it, for each number of a task."
    )
    language = serializers.CharField(allow_blank=True, help_text=OF_LANGUAGE)


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
    amount = MoneyField(help_text="What that earned.")


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
        "today": {"tasksCompleted": 120, "numbersAdded": 161, "amount": "18.00"},
        "currency": "EUR",
    }

    settings = AccountSettingsOutput()
    today = TodayOutput(source="*")
    currency = serializers.CharField(help_text="Of the rates and of what is earned; ISO 4217.")


class PlacesField(serializers.DictField):
    """The places of the numbers that are known to be on a photo."""

    child = BoxOutput()

    def get_attribute(self, reading: KnownAnswerReading) -> dict[str, Any]:
        numbers, known = reading.task.photo.numbers.all(), reading.expected_numbers
        return {one.value: one.box for one in numbers if one.box and one.value in known}


class TrialPhotoOutput(Output):
    """What the tagger read of a photo of the trial, and what is on it."""

    task_id = GuidField(source="task.pk")
    work_id = GuidField(source="task.work_id")
    photo_id = GuidField(source="task.photo_id")
    is_right = serializers.BooleanField(source="is_hit")
    numbers = serializers.ListField(child=serializers.CharField(), help_text="As read.")
    custom_tags = serializers.ListField(child=serializers.CharField(), help_text="As set.")
    expected_numbers = serializers.ListField(child=serializers.CharField(), help_text="All.")
    expected_custom_tags = serializers.ListField(child=serializers.CharField())
    places = PlacesField(help_text="By number where it stands, as far as that is known.")


class TaggerTrialOutput(Output):
    """The trial before other work, or how well the tagger read it, in works that are over.

    What was skipped or read in part is not right.
    """

    example = {
        "asked": 10,
        "right": 9,
        "needed": "0.8000",
        "photosLeft": 0,
        "isPassed": True,
        "photos": [
            {
                "taskId": TASK_ID,
                "workId": WORK_ID,
                "photoId": PHOTO_ID,
                "isRight": False,
                "numbers": ["101"],
                "customTags": [],
                "expectedNumbers": ["101", "2045"],
                "expectedCustomTags": [],
                "places": {"101": {"left": 0.38, "top": 0.4, "width": 0.14, "height": 0.07}},
            }
        ],
    }

    asked = CountField()
    right = CountField()
    needed = serializers.DecimalField(
        max_digits=5, decimal_places=4, help_text="The share to be right, 0 to 1, for other work."
    )
    photos_left = serializers.SerializerMethodField(help_text="How many are still to be read.")
    is_passed = serializers.BooleanField(help_text="Whether other work follows.")
    photos = TrialPhotoOutput(
        many=True, source="readings", help_text="Their pictures: `works/…/tasks/…/picture`."
    )

    def get_photos_left(self, trial: TaggerTrial) -> int:
        return len(trial.left)


class SignedInTagatorInput(Input):
    """What taggers change of their own account."""

    example = {"language": "de"}

    language = LanguageField(help_text=OF_LANGUAGE)


class OwnPasswordInput(PasswordInput):
    """The present password of the tagger, and a new one."""

    example = {"oldPassword": "correct horse battery staple", **PasswordInput.example}

    old_password = ExactTextField(max_length=128, trim_whitespace=False, write_only=True)


class AccountQuery(Input):
    """Where the day begins."""

    time_zone = TimeZoneField(default="UTC")


class FiguresOfPeriodOutput(AllSumsOutput):
    """What the tagger did and earned in a day, week or month."""

    example = {
        "from": "2026-04-30T22:00:00Z",
        "to": "2026-05-31T22:00:00Z",
        **AllSumsOutput.example,
    }

    from_ = UtcDateTimeField(source="period.begin")
    to = UtcDateTimeField(source="period.end")


class PaymentOutput(Output):
    """What the tagger gets for a month that was closed."""

    example = {
        "from": "2026-03-31T22:00:00Z",
        "to": "2026-04-30T22:00:00Z",
        "timeZone": "Europe/Berlin",
        "currency": "EUR",
        "tasks": 1200,
        "numbers": 1611,
        "earned": "180.00",
        "corrections": "-0.15",
        "brought": "0.00",
        "paid": "179.85",
        "closedOn": "2026-05-04T08:12:00Z",
    }

    from_ = UtcDateTimeField(source="month.begin")
    to = UtcDateTimeField(source="month.end")
    time_zone = serializers.CharField(source="month.time_zone")
    currency = serializers.CharField(source="month.currency", help_text="ISO 4217.")
    tasks = serializers.IntegerField(help_text="With what came later for earlier months.")
    numbers = serializers.IntegerField()
    earned = MoneyField(help_text="In the month.")
    corrections = MoneyField(help_text="What came later for earlier months.")
    brought = MoneyField(help_text="What earlier months left: parts of a cent, or a debt.")
    paid = MoneyField(help_text="The sum of the three in whole cents, never below 0.")
    closed_on = UtcDateTimeField(source="month.closed_on", help_text="When it was signed off.")


class TagatorFiguresOutput(Output):
    """The tagger's own figures of today, this week (from Monday) and this month, and the pay."""

    example = {
        "timeZone": "Europe/Berlin",
        "currency": "EUR",
        "ratePerTask": "0.15",
        "ratePerNumber": "0.00",
        "today": {
            **FiguresOfPeriodOutput.example,
            "from": "2026-05-16T22:00:00Z",
            "to": "2026-05-17T22:00:00Z",
        },
        "week": {
            **FiguresOfPeriodOutput.example,
            "from": "2026-05-10T22:00:00Z",
            "to": "2026-05-17T22:00:00Z",
        },
        "month": FiguresOfPeriodOutput.example,
        "payments": [PaymentOutput.example],
    }

    time_zone = serializers.CharField(help_text="The time zone of days, weeks and months.")
    currency = serializers.CharField(help_text="Of what is earned; ISO 4217.")
    rate_per_task = serializers.CharField(
        source="tagator.rate_text", help_text="For the next completion: a decimal text."
    )
    rate_per_number = serializers.CharField(
        source="tagator.number_rate_text", help_text="Beside it, for each of its numbers."
    )
    today = FiguresOfPeriodOutput()
    week = FiguresOfPeriodOutput()
    month = FiguresOfPeriodOutput()
    payments = PaymentOutput(many=True, help_text="Months that were closed, the last one first.")
