"""What staff set about albums and tenants, as it is received."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from rest_framework import serializers

from foundation.rest.serializers import (
    CountField,
    FractionField,
    GuidField,
    Input,
    Output,
    StrictBooleanField,
    StrictIntegerField,
    StrictTextField,
    UtcDateTimeField,
)
from recognition.example_ids import ACCOUNT_ID, ALBUM_ID, MOMENT, NIL_GUID, SPACE_ID, TEXT_ID
from recognition.records.albums import (
    MAX_CAPACITY,
    MAX_PRIORITY,
    NormalizationPolicy,
    NumberFormat,
    RecognitionState,
    Strategy,
)

_OPTIONAL: dict[str, Any] = {"required": False, "allow_null": True}
_CAPACITY: dict[str, Any] = {"min_value": 1, "max_value": MAX_CAPACITY}
_BESIDE_A_STRATEGY = frozenset(
    {
        "normalizationPolicy",
        "startNumberCapacity",
        "minimumConfidence",
        "numberFormat",
        "inferNumbers",
    }
)


class NilGuidField(GuidField):
    """A guid; the nil one means null, since version 1's front end sends it for `Disabled`."""

    def to_internal_value(self, value: Any) -> UUID | None:  # type: ignore[override]
        guid = super().to_internal_value(value)
        return None if guid == NIL_GUID else guid


class AlbumInput(Input):
    """An album, as `albums.album-created` has it."""

    example = {
        "tenantId": "a7c4e2d0-5b3f-4e1a-8d6c-9f0b1a2c3d4e",
        "name": "City run",
        "eventDate": "2026-05-17T07:00:00Z",
    }

    tenant_id = GuidField()
    name = StrictTextField(max_length=500, allow_blank=True)
    event_date = UtcDateTimeField(
        allow_null=True, default=None, help_text="When the event takes place."
    )


class PriorityInput(Input):
    """The new priority of an album, higher first."""

    example = {"priority": 50}

    priority = StrictIntegerField(min_value=0, max_value=MAX_PRIORITY)


class RetentionInput(Input):
    """How long an album keeps faces, selfies, callbacks and histories."""

    example = {"keepDays": 90}

    keep_days = StrictIntegerField(
        min_value=0,
        max_value=10_000,
        allow_null=True,
        help_text="Days after the last photo; 0: for ever; null: the site's default.",
    )


class SettingsBesideFaces(Input):
    """The optional settings that both versions name alike."""

    minimum_confidence = FractionField(
        help_text="How sure the provider must be of a number. null: the site's default; "
        "left out: it stays as it is.",
        **_OPTIONAL,
    )
    number_format = serializers.ChoiceField(
        NumberFormat.choices,
        help_text="`LettersAndDigits`: up to three letters before or after the digits belong to "
        "the number. null or left out: it stays as it is.",
        **_OPTIONAL,
    )
    infer_numbers = StrictBooleanField(
        help_text="Whether a runner's hidden number is taken from another photo of the same "
        "photographer within seconds. null or left out: it stays as it is.",
        **_OPTIONAL,
    )


class RecognitionSettingsInput(SettingsBesideFaces):
    """The recognition settings of an album; the first four are required."""

    example = {
        "providerId": ACCOUNT_ID,
        "providerSpaceId": SPACE_ID,
        "startNumbersRecognitionStrategy": "NumberThenManual",
        "normalizationPolicy": "StripLeadingZeros",
        "startNumberCapacity": 5,
        "minimumConfidence": 0.6,
    }

    provider_id = GuidField(
        source="face_account_id", allow_null=True, help_text="null: no face provider."
    )
    start_numbers_recognition_strategy = serializers.ChoiceField(
        Strategy.choices, source="strategy"
    )
    normalization_policy = serializers.ChoiceField(NormalizationPolicy.choices)
    start_number_capacity = StrictIntegerField(**_CAPACITY)
    provider_space_id = GuidField(
        source="face_space_id",
        help_text="A space of that account; left out or null: its default space. "
        "Ignored if `providerId` is null.",
        **_OPTIONAL,
    )


class RecognitionSettingsInputV1(SettingsBesideFaces):
    """The recognition settings of an album in version 1; the last five may be null or left out.

    Without a strategy only the face provider is changed, and the others are ignored. With a
    strategy, a policy or capacity of null stays as it is. The nil guid means null.
    """

    example = {
        "providerId": str(NIL_GUID),
        "startNumbersRecognitionStrategy": "Number",
        "normalizationPolicy": None,
        "startNumberCapacity": None,
    }

    provider_id = NilGuidField(
        source="face_account_id", allow_null=True, help_text="null or nil: no face provider."
    )
    provider_space_id = NilGuidField(
        source="face_space_id",
        help_text="A space of that account; left out, null or nil: its default space. "
        "Ignored if `providerId` is null.",
        **_OPTIONAL,
    )
    start_numbers_recognition_strategy = serializers.ChoiceField(
        Strategy.choices,
        source="strategy",
        help_text="null: only the face provider is changed.",
        **_OPTIONAL,
    )
    normalization_policy = serializers.ChoiceField(
        NormalizationPolicy.choices, help_text="null: stays as it is.", **_OPTIONAL
    )
    start_number_capacity = StrictIntegerField(
        help_text="null: stays as it is.", **_CAPACITY, **_OPTIONAL
    )

    def to_internal_value(self, data: Any) -> Any:
        """Ignore the other settings, even malformed ones, where there is no strategy."""
        if isinstance(data, Mapping) and data.get("startNumbersRecognitionStrategy") is None:
            data = {name: data[name] for name in data if name not in _BESIDE_A_STRATEGY}
        return super().to_internal_value(data)


class RecognitionStateInput(Input):
    """Whether photos are recognised."""

    example = {"state": "Off"}

    state = serializers.ChoiceField(RecognitionState.choices)


class RecognitionPreviewInput(Input):
    """A change of an album to be previewed: either its settings or its state."""

    example = {"settings": RecognitionSettingsInput.example}

    settings: Input = RecognitionSettingsInput(**_OPTIONAL)
    state = serializers.ChoiceField(RecognitionState.choices, **_OPTIONAL)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Refuse both, and neither."""
        if (attrs.get("settings") is None) == (attrs.get("state") is None):
            raise serializers.ValidationError("Give either settings or a state.")
        return attrs


class RecognitionPreviewInputV1(RecognitionPreviewInput):
    """A change of an album to be previewed: either its settings, as in version 1, or its state."""

    example = {"settings": RecognitionSettingsInputV1.example}

    settings: Input = RecognitionSettingsInputV1(**_OPTIONAL)


# What is counted, found and foreseen in albums, as it is sent.


class PhotoCountOutput(Output):
    """How many photos an album has; a state that no photo is in is left out."""

    example = {"albumId": ALBUM_ID, "total": 120, "byState": {"New": 20, "Processed": 100}}

    album_id = GuidField()
    total = CountField()
    by_state = serializers.DictField(child=CountField())


class TextPlaceOutput(Output):
    """The middle of the text and its height, in percent of the photo."""

    x = serializers.IntegerField(source="place_x")
    y = serializers.IntegerField(source="place_y")
    height = serializers.IntegerField(source="place_height")


class AlbumTextOutput(Output):
    """A text that stands on many photos of an album, and is therefore no start number."""

    example = {
        "textId": TEXT_ID,
        "value": "21",
        "text": "bangsaen 21",
        "place": None,
        "photos": 12,
        "foundOn": MOMENT,
        "withdrawnOn": None,
        "withdrawnBy": "",
    }

    text_id = GuidField(source="pk")
    value = serializers.CharField(help_text="What looks like a number.")
    text = serializers.CharField(source="in_words", help_text="With the words around it.")
    place = TextPlaceOutput(
        source="as_placed", allow_null=True, help_text="null: anywhere, among these words."
    )
    photos = CountField(help_text="On how many photos it was read when it was found, or more.")
    found_on = UtcDateTimeField()
    withdrawn_on = UtcDateTimeField(allow_null=True, help_text="null: it is no start number.")
    withdrawn_by = serializers.CharField(help_text="Who withdrew it; empty: no one.")


class AlbumPreviewOutput(Output):
    """What a change would do to an album's photos; each is in one of the first six counts."""

    example = {
        "processed": 120,
        "waiting": 3,
        "finished": 0,
        "resting": 0,
        "numbersChanged": 8,
        "unchanged": 369,
        "tasksCreated": 0,
        "tasksCancelled": 12,
        "judgedAgain": 8,
        "withoutNumber": 5,
        "corrected": 2,
        "numbersLost": 32,
        "photosLosing": 8,
        "numbersGained": 0,
        "photosGaining": 0,
        "whyOff": "",
        "whyNotJudged": "",
        "surest": None,
    }

    processed = CountField(help_text="A provider is asked, or a tagging task created.")
    waiting = CountField(help_text="They go on waiting for a callback or a tagger.")
    finished = CountField(help_text="Nothing more is needed: they are Processed as they are.")
    resting = CountField(help_text="They are not processed, because recognition is off.")
    numbers_changed = CountField(
        help_text="Other numbers are accepted on them, and sent; nothing else happens to them."
    )
    unchanged = CountField(help_text="Nothing happens to them.")
    tasks_created = CountField()
    tasks_cancelled = CountField()
    judged_again = CountField(help_text="Their numbers are judged again, without a provider.")
    without_number = CountField(
        help_text="Their numbers were read before, and none was accepted: they get no tasks "
        "unless they are processed from scratch."
    )
    corrected = CountField(help_text="What staff entered on them stays.")
    numbers_lost = CountField(help_text="Numbers withdrawn at the photo service.")
    photos_losing = CountField(help_text="Photos that lose numbers.")
    numbers_gained = CountField(help_text="Numbers added at the photo service.")
    photos_gaining = CountField(help_text="Photos that gain numbers.")
    why_off = serializers.CharField(help_text="Why recognition is off then; empty: it is on.")
    why_not_judged = serializers.CharField(
        help_text="Why what was read is not judged again now; empty: it is."
    )
    surest = FractionField(
        allow_null=True,
        help_text="The highest confidence that was read, where the album requires more.",
    )
