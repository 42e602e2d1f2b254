"""Photos and their histories: as they are asked for, and as they are sent."""

from typing import Any

from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from foundation.rest.serializers import (
    CountField,
    ExactTextField,
    GuidField,
    Input,
    Output,
    StrictTextField,
    TextField,
    UtcDateTimeField,
)
from recognition.example_ids import ALBUM_ID, MOMENT, PERSON_ID, PHOTO_ID, TIMES
from recognition.photos.deliveries import DeliveryState
from recognition.photos.verdicts import verdict_in_words
from recognition.providers.faces.port import MAX_PERSON_ID
from recognition.records.numbers import NumberRejection, NumberSource, PhotoNumber
from recognition.records.steps import PhotoState

_PHOTO: dict[str, Any] = {
    "photoId": PHOTO_ID,
    "albumId": ALBUM_ID,
    "photographerId": None,
    "shootingDate": MOMENT,
    "imageUrl": "https://photos.example.org/finish/0417.jpg",
    "state": "Processed",
    "reasonDescription": "",
    "faceRecognized": True,
    "numberRecognized": True,
    "customTags": [],
    **TIMES,
}
_BOX = {"left": 0.38, "top": 0.4, "width": 0.14, "height": 0.07}
_FOUND = {"source": "Provider", "confidence": 0.93, "box": _BOX}


class PhotosQuery(Input):
    """Which photos are listed; those that meet every condition."""

    album_id = GuidField(required=False)
    state = serializers.ChoiceField(
        PhotoState.choices, required=False, help_text="`Deleted` only with `albumId`."
    )
    number = TextField(
        max_length=100, required=False, help_text="One of the photo's tags, in any spelling."
    )
    person_id = ExactTextField(max_length=MAX_PERSON_ID, required=False)
    reason = TextField(
        max_length=500,
        required=False,
        help_text="A part of `reasonDescription`, which only photos not yet processed have.",
    )
    search = TextField(
        max_length=200,
        required=False,
        help_text="The id of a photo, album or person, a number read, accepted or rejected, or "
        "the beginning of the file's name in the address, of three letters or more.",
    )
    from_ = UtcDateTimeField(
        source="begin", required=False, help_text="Published from this moment on."
    )
    to = UtcDateTimeField(source="end", required=False, help_text="… and before this one.")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if attrs.get("state") == PhotoState.DELETED and "album_id" not in attrs:
            text = "Deleted photos are listed within an album: give albumId."
            raise serializers.ValidationError({"state": text}, "album-required")
        begin, end = attrs.get("begin"), attrs.get("end")
        if begin and end and end <= begin:
            raise serializers.ValidationError({"to": "Later than `from`."}, "not-later")
        return attrs


class BoxOutput(Output):
    """A rectangle in fractions of the image."""

    left = serializers.FloatField()
    top = serializers.FloatField()
    width = serializers.FloatField()
    height = serializers.FloatField()


class PhotoFields(Output):
    """What every answer has of a photo."""

    photo_id = GuidField(source="photo.pk")
    album_id = GuidField(source="photo.album_id")
    photographer_id = GuidField(source="photo.photographer_id", allow_null=True)
    shooting_date = UtcDateTimeField(source="photo.shooting_date", allow_null=True)
    image_url = serializers.CharField(source="photo.image_url")
    state = serializers.ChoiceField(PhotoState.choices, source="photo.state")
    reason_description = serializers.CharField(
        source="photo.reason_description", help_text="Empty where it is processed."
    )
    face_recognized = serializers.BooleanField(source="photo.face_recognized")
    number_recognized = serializers.BooleanField(source="photo.number_recognized")
    custom_tags = serializers.ListField(child=serializers.CharField(), source="photo.custom_tags")
    created_on = UtcDateTimeField(source="photo.created_on", help_text="When it was published.")
    updated_on = UtcDateTimeField(source="photo.updated_on")


class PhotoSummaryOutput(PhotoFields):
    """A photo in a list, with its tags and the ids of its persons."""

    example = {**_PHOTO, "tags": ["101", "2045"], "persons": [PERSON_ID]}

    tags = serializers.ListField(child=serializers.CharField())
    persons = serializers.ListField(child=serializers.CharField())


class PossiblePersonOutput(Output):
    """Another person of the album that the face may be: a suggestion, never sent."""

    person_id = serializers.CharField()
    confidence = serializers.FloatField()


class PhotoPersonOutput(Output):
    """A person whose face is on the photo."""

    person_id = serializers.CharField()
    confidence = serializers.FloatField(allow_null=True)
    box = BoxOutput(allow_null=True)
    possible = PossiblePersonOutput(many=True)


class PhotoTagOutput(Output):
    """A number on the photo."""

    value = serializers.CharField()
    source = serializers.ChoiceField(NumberSource.choices)  # type: ignore[assignment]
    confidence = serializers.FloatField(allow_null=True)
    box = BoxOutput(allow_null=True)
    person_id = serializers.SerializerMethodField(
        help_text="The person of the photo who wears it, by its place below the face; null: that "
        "is not clear."
    )

    def get_person_id(self, number: PhotoNumber) -> str | None:
        return number.worn_by or None


class RejectedReadingOutput(PhotoTagOutput):
    """A text that was read and is none of the photo's tags."""

    rejection = serializers.ChoiceField(NumberRejection.choices)
    verdict = serializers.SerializerMethodField()

    def get_verdict(self, number: PhotoNumber) -> str:
        return verdict_in_words(number, number.photo.album.start_number_capacity)


class ResultDeliveryOutput(Output):
    """How far the persons or the tags are on their way to the photo service."""

    state = serializers.ChoiceField(DeliveryState.choices)
    version = CountField(help_text="The last version that was to be sent; 0: none yet.")
    since = UtcDateTimeField(
        allow_null=True,
        help_text="When it was delivered, given up or withdrawn, or since when it waits; "
        "null: not sent, or delivered so long ago that the message was deleted.",
    )
    reason = serializers.CharField(help_text="Of the last failed attempt, or of the withdrawal.")
    next_attempt_on = UtcDateTimeField(allow_null=True, help_text="Of `Waiting` alone.")


class PhotoOutput(PhotoFields):
    """A photo with everything found on it; boxes are in fractions of the image."""

    example = {
        **_PHOTO,
        "persons": [
            {
                "personId": PERSON_ID,
                "confidence": 0.98,
                "box": _BOX,
                "possible": [{"personId": "8d1f", "confidence": 0.41}],
            }
        ],
        "tags": [{"value": "101", **_FOUND, "personId": PERSON_ID}],
        "rejected": [
            {
                "value": "A12",
                **_FOUND,
                "personId": None,
                "rejection": "NotANumber",
                "verdict": "rejected: not a number",
            }
        ],
        "personsDelivery": {
            "state": "Delivered",
            "version": 3,
            "since": MOMENT,
            "reason": "",
            "nextAttemptOn": None,
        },
        "tagsDelivery": {
            "state": "Waiting",
            "version": 4,
            "since": MOMENT,
            "reason": "503 Service Unavailable",
            "nextAttemptOn": "2026-05-17T09:32:00Z",
        },
    }

    persons = PhotoPersonOutput(many=True)
    tags = PhotoTagOutput(many=True)
    rejected = RejectedReadingOutput(many=True)
    persons_delivery = ResultDeliveryOutput()
    tags_delivery = ResultDeliveryOutput()


# What staff correct of a photo, as it is received.


MOST = 1000  # numbers or persons of a photo


class CorrectionInput(Input):
    """What all corrections have."""

    reason = StrictTextField(max_length=500, required=False, allow_blank=True, default="")


class NumbersInput(CorrectionInput):
    """All numbers on the photo."""

    example = {"values": ["101", "2045"], "reason": "The bib was folded."}

    values = serializers.ListField(
        child=StrictTextField(),
        max_length=MOST,
        help_text="In any spelling; they need not be in the start list. Empty: there is none.",
    )


class PersonsInput(CorrectionInput):
    """The persons that stay on the photo."""

    example = {"persons": [PERSON_ID], "reason": "A spectator with a similar face."}

    persons = serializers.ListField(
        child=ExactTextField(max_length=MAX_PERSON_ID),
        source="person_ids",
        max_length=MOST,
        help_text="Ids of persons found on the photo, or removed by hand; the others are removed.",
    )


@extend_schema_serializer(component_name="HappeningOutput")  # as it is called in the documents
class HistoryEntryOutput(Output):
    """Something that happened to a photo; `details` depend on its kind."""

    occurred_on = UtcDateTimeField()
    kind = serializers.CharField()
    text = serializers.CharField()
    details = serializers.DictField()


class PhotoHistoryOutput(Output):
    """A photo as it stands, and everything that happened to it, in order."""

    example = {
        "photoId": "c41e6d8a-7f2b-4a9c-b3d5-6e8f9a0b1c04",
        "albumId": "7a1d9c34-2b5e-4c8f-8a6d-3e9f0b1c2d02",
        "state": "AwaitingCallback",
        "reasonDescription": "Waiting for the number provider.",
        "faceRecognized": True,
        "numberRecognized": False,
        "history": [
            {
                "occurredOn": "2026-05-17T09:29:58Z",
                "kind": "Reprocessed",
                "text": "Taken by the job 5c9e1f70-8d3a-4b6e-9f21-7a4c0d8b6e13 (Again).",
                "details": {"jobId": "5c9e1f70-8d3a-4b6e-9f21-7a4c0d8b6e13", "mode": "Again"},
            },
            {
                "occurredOn": "2026-05-17T09:30:00Z",
                "kind": "RequestSent",
                "text": "The number provider was asked for numbers.",
                "details": {"requestId": "e2a7c9d1-4b6f-4d8e-9a3c-5f7b8d0e1a05", "type": "NUMBER"},
            },
        ],
    }

    photo_id = GuidField(source="photo.pk")
    album_id = GuidField(source="photo.album_id")
    state = serializers.ChoiceField(PhotoState.choices, source="photo.state")
    reason_description = serializers.CharField(source="photo.reason_description")
    face_recognized = serializers.BooleanField(source="photo.face_recognized")
    number_recognized = serializers.BooleanField(source="photo.number_recognized")
    history = HistoryEntryOutput(many=True, source="entries")
